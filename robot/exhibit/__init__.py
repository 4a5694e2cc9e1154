"""The table by itself: attract mode, hours and limits, safe mode, the day's report, and the units of systemd."""
