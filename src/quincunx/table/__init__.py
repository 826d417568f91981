"""One table, without a network: commands become events, events become views. Sans-IO."""
