"""The manual as a web site: what MkDocs needs beyond `mkdocs.yml` and the pages of `docs/`."""
