"""Files of rows: CSV, lines of JSON, and Parquet."""
