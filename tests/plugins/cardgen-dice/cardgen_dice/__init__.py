"""An example of a plug-in for cardgen: an element, a product, a service and a command."""
