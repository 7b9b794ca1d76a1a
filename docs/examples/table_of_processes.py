"""Prints how many processes each state has: `python table_of_processes.py http://HOST/COLLECTION/STORAGE`."""

import os
import sys

from facetstore_client import Client

with Client(sys.argv[1], os.environ["TOKEN"]) as client:
    table = client.facet("processes").to_pandas(culture=1033, filter="type -eq 'subProcess'")
    print(table.groupby("elementState").size().to_string())
    print(f"{len(table)} processes, read by {client.me().name}")
