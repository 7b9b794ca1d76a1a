"""Diagrams of flows: positions of shapes, routes of connections, and their SVG. Pure: knows neither elements nor HTTP."""
