"""What there is to read: facets and types, elements with what is shown of them, their info, reports and differences."""
