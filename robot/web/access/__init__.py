"""Who may do what: sign-in, pairing, and the middleware that checks each request."""
