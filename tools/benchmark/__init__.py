"""What `tools/bench` is made of: servers and their data, scenarios, and the table."""
