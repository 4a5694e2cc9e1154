"""What the robot says, in the language of the people at the table."""

from robot.language.language import Language, english, languages, named
from robot.language.saying import Saying, Value

__all__ = ["Language", "Saying", "Value", "english", "languages", "named"]
