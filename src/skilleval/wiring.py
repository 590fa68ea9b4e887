"""Settings -> World: the tables of plug-ins. The one place that names concrete classes."""
