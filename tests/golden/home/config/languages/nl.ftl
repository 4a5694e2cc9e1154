title-pig = Pig tot { $goal }
pig-throw-lost = { $name } gooit { $values } en verliest de beurt.
pig-end = { $name ->
    [you] je wint
   *[other] { $name } wint
 } { $scores } na { $throws ->
    [one] { $throws } worp
   *[other] { $throws } worpen
 }.
