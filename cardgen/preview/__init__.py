"""The preview: everything in a project on a local web page, live while it is edited."""
