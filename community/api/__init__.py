"""The HTTP interface: `app.build()` is what a server runs; docs/http.md has its conventions."""
