## The rules of a race of one's own

rules-race-shows = A throw with { $dice }
rules-race-equal = A throw in which { $groups } show the same
rules-race-sum = A throw with the sum { $sums }
rules-race-loses = { $throw } ends your turn, and the points of the turn are lost.
rules-race-banks = { $throw } ends your turn: the points of the turn are lost, but you get { $points ->
    [one] { $points } point
   *[other] { $points } points
 }.
rules-race-ruins = { $throw } ends your turn, and the points of the turn and your whole score are lost.
rules-race-adds = { $throw } adds { $points ->
    [one] { $points } point
   *[other] { $points } points
 } to the turn.
rules-race-times = { $throw } adds its points { $times ->
    [one] once
    [2] twice
   *[other] { $times } times
 }.
rules-race-exact = A throw that leads past the goal loses the points of the turn, and the turn ends.
rules-race-first = The first of these that fits a throw counts.
rules-race-sides = The sides count as follows: { $sides }.
rules-race-side = { $side }: { $points }
rules-race-rest = Any other throw adds its points to the turn.
rules-race-rest-sum = Any other throw adds its sum to the turn.
rules-race-tails = tails
rules-race-heads = heads

## Rules of thumb

strategy-turns = { $number ->
    [one] in one scoring turn
   *[other] in { $number } scoring turns
 }
strategy-base-pace-race = by three numbers
why-rule-hold = the rule is to hold from { $points } up
why-rule-hold-here = here the rule is to hold from { $points } up
why-rule-race = the rule is to throw on to the goal once a player has { $points } or more
why-rule-race-apart = the rule is to throw on to the goal once you have { $mine } or more or the other player has { $theirs }
why-rule-pace = the rule is to hold from { $points } up, unless the other player would be more than { $lead } ahead
why-rule-dice = the rule is to throw { $dice ->
    [one] one die
   *[other] { $dice } dice
 }
