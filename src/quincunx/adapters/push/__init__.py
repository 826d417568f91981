"""Web Push: messages to devices that are away, through the push services of browser vendors."""
