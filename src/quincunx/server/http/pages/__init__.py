"""Pages and files: the built client, links with a preview, metrics."""
