"""Tables: CSV, JSON and workbooks, read into the same tree of nodes as YAML."""
