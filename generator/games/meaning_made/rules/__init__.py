"""The rules of Meaning Made as pure functions over a state: nothing here reads files or draws."""
