"""The star schema of a tenant as an OData feed, which Excel and Power BI read."""
