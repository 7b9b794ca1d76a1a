"""BPMN 2.0: files into shapes of a diagram, and shapes into files. Pure: knows neither storage nor HTTP."""
