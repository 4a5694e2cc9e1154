"""What the robot says, in the language of the people at the table."""

from robot.language.language import KEYBOARD, Language, capitalised, english, languages, named, one_line

__all__ = ["KEYBOARD", "Language", "capitalised", "english", "languages", "named", "one_line"]
