"""What the use cases need from storage and from providers, and what they get."""
