"""The OData feed."""
