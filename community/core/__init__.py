"""Code that every layer uses and that is independent of the domain, such as settings and errors."""
