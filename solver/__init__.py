"""Rules, exact values, policies and strategies of dice games."""
