"""BPMN files: reading, writing, and what an independent reader says of what was written."""
