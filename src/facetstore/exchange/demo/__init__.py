"""The demo company as data: YAML files people can read, and the modules that turn them into bundle records."""
