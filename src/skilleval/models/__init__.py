"""The one client of the anthropic SDK, behind the Model port."""
