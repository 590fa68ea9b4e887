"""Third-party analysers, one folder each, behind the Scanner port. They run as child processes."""
