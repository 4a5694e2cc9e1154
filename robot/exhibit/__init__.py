"""The exhibition: attract mode, hours and limits, safe mode, the day's report, and the units of systemd."""
