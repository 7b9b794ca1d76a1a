"""The OpenAPI document: parameters, schemas and words of all operations."""
