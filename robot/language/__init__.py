"""What the robot says, in the language of the people at the table."""

from robot.config import languages
from robot.language.language import KEYBOARD, Language, capitalize, english, name_thing, one_line

__all__ = ["KEYBOARD", "Language", "capitalize", "english", "languages", "name_thing", "one_line"]
