"""What a camera and its table are like: measured, kept, compared."""
