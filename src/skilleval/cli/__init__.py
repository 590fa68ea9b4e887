"""argv and environment -> Settings -> run -> exit code, one file a command."""
