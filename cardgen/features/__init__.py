"""What stands on the pipeline, a folder a feature; none imports another."""
