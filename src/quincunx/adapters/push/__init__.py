"""Web push: messages to browsers that are not here, over the push services of their makers."""
