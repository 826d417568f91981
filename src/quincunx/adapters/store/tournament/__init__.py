"""Tournaments in the store: their rows, their chats, and the steps of ladders."""
