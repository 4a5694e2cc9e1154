"""Games in which dice that score are set aside and the others are thrown again: Ten Thousand, Farkle and their kin."""
