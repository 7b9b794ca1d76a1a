"""The parameters of a request, parsed into values before storage is used."""
