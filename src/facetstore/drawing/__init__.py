"""Pictures of flows: where shapes stand, how connections run, and the SVG of it. Pure: it knows neither elements nor HTTP."""
