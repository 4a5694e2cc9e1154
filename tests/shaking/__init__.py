"""The study of the shake: thousands of throws of the physical machine, and whether they are as good as chance."""
