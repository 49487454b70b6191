"""What commands do other than build, a module or a folder a feature; none imports another."""
