"""The coach: keeps the sheets or scores of people who play among themselves, and says what each choice costs."""
