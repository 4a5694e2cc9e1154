"""Ways of playing score sheets, and what each brings, exactly."""
