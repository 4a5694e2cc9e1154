"""A picture in, dice out: values, places and doubts."""
