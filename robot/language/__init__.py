"""What the robot says, in the language of the people at the table."""

from robot.language.language import Language, english, languages, named, one_line

__all__ = ["Language", "english", "languages", "named", "one_line"]
