## Las reglas de un juego propio como Pig

rules-race-shows = Una tirada con { $dice }
rules-race-equal = Una tirada en la que { $groups } muestran lo mismo
rules-race-sum = Una tirada que suma { $sums }
rules-race-loses = { $throw } acaba tu turno, y los puntos del turno se pierden.
rules-race-banks = { $throw } acaba tu turno: los puntos del turno se pierden, pero recibes { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }.
rules-race-ruins = { $throw } acaba tu turno, y pierdes los puntos del turno y toda tu puntuación.
rules-race-adds = { $throw } suma { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } al turno.
rules-race-times = { $throw } suma sus puntos { $times ->
    [one] una vez
    [2] dos veces
   *[other] { $times } veces
 }.
rules-race-exact = Una tirada que pasa de la meta pierde los puntos del turno, y el turno acaba.
rules-race-first = Vale la primera de estas reglas que encaja con una tirada.
rules-race-sides = Los lados valen así: { $sides }.
rules-race-side = { $side }: { $points }
rules-race-rest = Cualquier otra tirada suma al turno sus puntos.
rules-race-rest-sum = Cualquier otra tirada añade su suma al turno.
rules-race-tails = cruz
rules-race-heads = cara

## Reglas sencillas

strategy-turns = { $number ->
    [one] en un turno con puntos
   *[other] en { $number } turnos con puntos
 }
strategy-base-pace-race = con tres números
why-rule-hold = la regla es plantarse a partir de { $points }
why-rule-hold-here = aquí la regla es plantarse a partir de { $points }
why-rule-race = la regla es tirar hasta la meta en cuanto alguien tiene { $points } o más
why-rule-race-apart = la regla es seguir tirando hasta la meta en cuanto uno tiene { $mine } o más, o el otro { $theirs }
why-rule-pace = la regla es plantarse a partir de { $points }, salvo que el otro quede con más de { $lead } de ventaja
why-rule-dice = la regla es tirar { $dice ->
    [one] un dado
   *[other] { $dice } dados
 }
