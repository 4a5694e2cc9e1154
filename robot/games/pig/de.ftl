## Die Regeln eines eigenen Spiels wie Pig

rules-race-shows = Ein Wurf mit { $dice }
rules-race-equal = Ein Wurf, in dem { $groups } dasselbe zeigen,
rules-race-sum = Ein Wurf mit der Summe { $sums }
rules-race-loses = { $throw } beendet deinen Zug, und die Punkte des Zugs sind verloren.
rules-race-banks = { $throw } beendet deinen Zug: Die Punkte des Zugs sind verloren, aber du bekommst { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }.
rules-race-ruins = { $throw } beendet deinen Zug, und die Punkte des Zugs und dein ganzer Punktestand sind verloren.
rules-race-adds = { $throw } bringt dem Zug { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }.
rules-race-times = { $throw } bringt seine Punkte { $times ->
    [one] einmal
    [2] doppelt
   *[other] { $times }-mal
 }.
rules-race-exact = Ein Wurf, der über das Ziel hinausführt, verliert die Punkte des Zugs, und der Zug endet.
rules-race-first = Die erste dieser Regeln, die zu einem Wurf passt, gilt.
rules-race-sides = Die Seiten zählen so: { $sides }.
rules-race-side = { $side }: { $points }
rules-race-rest = Jeder andere Wurf bringt dem Zug seine Punkte.
rules-race-rest-sum = Jeder andere Wurf bringt dem Zug seine Summe.
rules-race-tails = Zahl
rules-race-heads = Kopf

## Faustregeln

strategy-turns = { $number ->
    [one] in einem Zug mit Punkten
   *[other] in { $number } Zügen mit Punkten
 }
strategy-base-pace-race = nach drei Zahlen
why-rule-hold = die Regel ist, ab { $points } zu halten
why-rule-hold-here = hier ist die Regel, ab { $points } zu halten
why-rule-race = die Regel ist, bis zum Ziel zu werfen, sobald jemand { $points } oder mehr hat
why-rule-race-apart = die Regel ist, bis zum Ziel weiterzuwerfen, sobald man selbst { $mine } oder mehr hat oder der andere { $theirs }
why-rule-pace = die Regel ist, ab { $points } zu halten, es sei denn, der andere läge mehr als { $lead } vorn
why-rule-dice = die Regel ist, { $dice ->
    [one] einen
   *[other] { $dice }
 } Würfel zu werfen
