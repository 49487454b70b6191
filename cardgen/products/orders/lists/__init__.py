"""The files that a service or its helpers read besides pictures: one module for each form.

A module registers its function under the name that ``lists`` of a service's table gives.
"""
