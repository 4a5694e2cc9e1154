"""What picture files say of themselves."""
