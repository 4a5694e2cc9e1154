"""Games as decision processes: what learners see of them and do, whichever library asks."""
