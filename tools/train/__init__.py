"""What the dice-reading network is trained with; it needs the extra ``train``, and no other room imports it."""
