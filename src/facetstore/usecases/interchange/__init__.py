"""Diagrams in and out as files of BPMN."""
