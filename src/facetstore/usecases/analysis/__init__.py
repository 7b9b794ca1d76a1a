"""The tenant as a star schema: facts and dimensions for reports, as tables of rows."""
