"""The elements of templates; each module defines and registers its elements."""
