"""The demo company as data: readable YAML files, and the modules that turn them into bundle records."""
