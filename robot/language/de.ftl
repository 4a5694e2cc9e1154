# Was Pipsqueak auf Deutsch sagt. Kinder und Erwachsene werden geduzt; die Felder heißen wie beim Kniffel.

## Wörter und Aufzählungen

list = { $most } und { $last }
list-before-i = { $most } und { $last }
also = { $first }; { $rest }
versus = { $first } gegen { $rest }
written = { $value }

## Spieler

name-you = du
name-you-seat = Spieler { $seat }
name-seat = { $name } { $seat }
name-robot = Roboter
name-robot-strategy = Roboter ({ $strategy })
turn-of = { $name ->
    [you] du bist
   *[other] { $name } ist
 } dran

## Wie Roboter spielen

strategy-optimal = optimal
strategy-win = auf Sieg
strategy-child = Kind
strategy-beginner = Anfänger
strategy-casual = Gelegenheitsspieler
strategy-strong = stark
strategy-perfect = perfekt
strategy-greedy = gierig
strategy-random = Zufall
strategy-careless = leichtsinnig
strategy-own = { $words }

## Ein Spiel von Anfang bis Ende

begin = Eine Partie { $title } beginnt: { $players }.
goes-on = Eine Partie { $title } geht nach { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
 } weiter: { $players }.
tally = { $box } brächte { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }
decision = { $name }: { $why }
throw = Wurf { $throw } …
throw-keeping = Wurf { $throw }, { $kept ->
    [one] Fach { $wells } bleibt
   *[other] die Fächer { $wells } bleiben
 } liegen …
no-value = Die Kamera nennt keinen Wert: { $doubts }.
undone = { $name ->
    [you] Du nimmst
   *[other] { $name } nimmt
 } { $move } zurück.

## Würfe, die nicht zählen, und was zurückgenommen wird

void = Wurf { $throw } zählt nicht ({ $reason }): Er wird wiederholt, was auch immer jetzt daliegt.
void-interrupted = das Programm wurde unterbrochen, bevor die Würfel gelesen waren
void-unknown = niemand weiß, wie er ausgegangen ist
void-fault = der Tisch hat mit Störung { $fault } angehalten
nothing-back = Nichts wird zurückgenommen: { $why }.
back-nothing = Noch wurde nichts gewählt
back-robot = Zuletzt hat { $name } gewählt
back-thrown = Seither wurde gewürfelt, und { $name } ist dagegen
back-alone = Seither wurde gewürfelt, und niemand ist da, der zustimmen könnte
asks-back = { $name ->
    [you] Du möchtest
   *[other] { $name } möchte
 } { $move } zurücknehmen.
stands = Die anderen sind dagegen: Es bleibt dabei.
told-turn = { $told } { $name ->
    [you] Du bist dran
   *[other] { $name } ist dran
 }.

## Was Menschen gefragt werden

ask-value = Der Würfel { $doubt }: { $remedy } und drücke 1 bis 6 für das, was er zeigt.
ask-value-well = Der Würfel in Fach { $well } { $doubt }: { $remedy } und drücke 1 bis 6 für das, was er zeigt.
ask-mend = Sorge dafür, dass { $target }, und drücke HOLD (h); mit ROLL (r) würfelt der Tisch, bis es stimmt.
well-shows = Fach { $well } eine { $face } zeigt
ask-regret = NEW (u) nimmt das zurück, mit jedem anderen Knopf geht es weiter.
ask-agree = { $names }: HOLD (h) stimmt zu, jeder andere Knopf lehnt ab.

## Was der Tisch von seinen Würfeln sagt

thrown-again = { $dice }: Es wird noch einmal gewürfelt.
wrong-shows = Der Würfel in Fach { $well } zeigt eine { $shown } und muss eine { $face } zeigen.
wrong-doubt = Der Würfel in Fach { $well } { $doubt } und muss eine { $face } zeigen.
misfit = Die Kalibrierung passt nicht mehr: { $complaint }.
passed-over = Ein Bild wird übergangen: Ein Würfel { $doubts } (insgesamt { $seen } gesehen).
die-doubt = der Würfel { $doubt }
die-doubt-well = der Würfel in Fach { $well } { $doubt }
die-doubt-well-first = Fach { $well }: Der Würfel { $doubt }

## Warum ein Würfel keinen Wert hat; davor steht „der Würfel“

doubt-cocked = liegt schief
doubt-hidden = ist halb verdeckt
doubt-glare = spiegelt zu stark
doubt-blur = ist unscharf
doubt-edge = wird vom Bildrand abgeschnitten
doubt-pattern = zeigt keine klare Augenzahl
doubt-double = teilt sich den Platz mit einem anderen
doubt-moving = bewegt sich noch
doubt-small = ist im Bild zu klein
doubt-empty-well = ist nicht da
doubt-foreign = liegt bei etwas, das kein Würfel ist
doubt-hand = liegt unter einer Hand
doubt-dark = liegt im Dunkeln
doubt-no-plate = ist ohne die Platte nicht zu finden

## Was man dagegen tun kann

remedy-cocked = leg ihn flach hin
remedy-hidden = nimm weg, was auf ihm liegt,
remedy-glare = schirme die Lampe ab, die in die Kamera scheint,
remedy-blur = stell die Kamera scharf, putze sie
remedy-edge = richte die Kamera auf die ganze Platte
remedy-pattern = putze den Würfel oder nimm einen anderen
remedy-double = nimm einen von beiden heraus
remedy-moving = sieh nach, was den Tisch wackeln lässt,
remedy-small = rück die Kamera näher heran
remedy-empty-well = leg ihn zurück in sein Fach
remedy-foreign = schau ins Fach, nimm heraus, was nicht hineingehört,
remedy-hand = nimm die Hand weg
remedy-dark = mach das Licht an, nimm die Kappe von der Kamera
remedy-no-plate = richte die Kamera auf alle vier Marken

## Pig

title-pig = Pig bis { $goal }
the-roll = den Wurf
the-hold = das Halten
pig-throw = { $name ->
    [you] Du würfelst
   *[other] { $name } würfelt
 } { $values }, bisher { $total } in diesem Zug.
pig-throw-lost = { $name ->
    [you] Du würfelst
   *[other] { $name } würfelt
 } { $values }; die Punkte dieses Zugs sind verloren.
pig-hold = { $name ->
    [you] Du hältst und sicherst
   *[other] { $name } hält und sichert
 } { $banked }. Es steht { $scores }.
pig-end = { $name ->
    [you] Du gewinnst
   *[other] { $name } gewinnt
 } { $scores } nach { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
 }.
pig-prompt = { $name }: r würfelt, u nimmt zurück, q geht
pig-prompt-hold = { $name }: r würfelt, h hält { $banked }, u nimmt zurück, q geht
chance-to-win = Gewinnchance

## Warum ein Roboter würfelt oder hält

why-first = Würfeln: Jeder Zug beginnt mit einem Wurf, und von hier aus werden { $wins } der Spiele gewonnen.
why-won = Halten: Damit ist das Ziel erreicht und das Spiel gewonnen; ein Wurf könnte es nur verlieren.
why-even = Halten: Halten und noch ein Wurf gewinnen beide { $wins }, und was sicher ist, wird genommen.
why-hold = Halten: { $banked ->
    [one] { $banked } Punkt
   *[other] { $banked } Punkte
 } zu sichern gewinnt { $wins }, noch ein Wurf nur { $other }.
why-roll = Würfeln: { $banked ->
    [one] { $banked } Punkt ist
   *[other] { $banked } Punkte sind
 } in Gefahr, aber Halten gewinnt jetzt nur { $other }, noch ein Wurf dagegen { $wins }.
why-hold-ruled = Halten: So will es meine Strategie { $strategy }, und das gewinnt { $wins }; Würfeln ist besser mit { $other }.
why-roll-ruled = Würfeln: So will es meine Strategie { $strategy }, und das gewinnt { $wins }; Halten ist besser mit { $other }.
percent = { NUMBER($percent, minimumFractionDigits: 1) } %

## Kniffel und seine Verwandten

title-own = { $words }
title-yahtzee = Yahtzee
title-kniffel = Kniffel
title-yatzy = Yatzy
title-hooligan = Hooligan
title-rule = { $title } nach der Regel „{ $rule }“
title-commit = { $title }, das Feld zuerst gewählt
sheet-throw = { $name ->
    [you] Du würfelst
   *[other] { $name } würfelt
 } { $thrown }, { $left ->
    [0] kein Wurf mehr
    [one] noch { $left } Wurf
   *[other] noch { $left } Würfe
 }.
sheet-throw-beside = { $name ->
    [you] Du würfelst
   *[other] { $name } würfelt
 } { $thrown } neben { $kept }, { $left ->
    [0] kein Wurf mehr
    [one] noch { $left } Wurf
   *[other] noch { $left } Würfe
 }.
sheet-choose = { $name ->
    [you] Du wählst
   *[other] { $name } wählt
 } { $box } für diesen Zug.
sheet-score = { $name ->
    [you] Du trägst
   *[other] { $name } trägt
 } { $points } bei { $box } ein und { $name ->
    [you] hast
   *[other] hat
 } jetzt { $total }.
sheet-score-extra = { $name ->
    [you] Du trägst
   *[other] { $name } trägt
 } { $points } bei { $box } ein, dazu { $extra } für einen weiteren Kniffel, und { $name ->
    [you] hast
   *[other] hat
 } jetzt { $total }.
sheet-end-alone = { $name ->
    [you] Du beendest
   *[other] { $name } beendet
 } das Spiel mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
 } nach { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
 }.
sheet-end = { $name ->
    [you] Du gewinnst
   *[other] { $name } gewinnt
 } { $scores } nach { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
 }.
sheet-end-shared = Geteilter Sieg für { $names }: { $scores } nach { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
 }.
the-throw = den Wurf
the-throw-kept = den Wurf neben { $kept }

## Die Felder, wie man von ihnen spricht

box-own = „{ $words }“
box-ones = „Einer“
box-twos = „Zweier“
box-threes = „Dreier“
box-fours = „Vierer“
box-fives = „Fünfer“
box-sixes = „Sechser“
box-one-pair = „Ein Paar“
box-two-pairs = „Zwei Paare“
box-three-of-a-kind = „Dreierpasch“
box-four-of-a-kind = „Viererpasch“
box-full-house = „Full House“
box-small-straight = „Kleine Straße“
box-large-straight = „Große Straße“
box-chance = „Chance“
box-yahtzee = „Kniffel“
box-kniffel = „Kniffel“
box-yatzy = „Yatzy“
box-hooligan = „Hooligan“

## Die Felder, wie sie auf dem Blatt stehen

card-own = { $words }
card-ones = Einer
card-twos = Zweier
card-threes = Dreier
card-fours = Vierer
card-fives = Fünfer
card-sixes = Sechser
card-one-pair = Ein Paar
card-two-pairs = Zwei Paare
card-three-of-a-kind = Dreierpasch
card-four-of-a-kind = Viererpasch
card-full-house = Full House
card-small-straight = Kleine Straße
card-large-straight = Große Straße
card-chance = Chance
card-yahtzee = Kniffel
card-kniffel = Kniffel
card-yatzy = Yatzy
card-hooligan = Hooligan
card-bonus = Bonus { $bonus }
card-extra = weitere Kniffel
card-total = Summe

## Warum ein Roboter Würfel behält oder ein Feld wählt

why-throw-all = Alle Würfel: Jeder Zug beginnt mit einem Wurf, und im Mittel kommen noch { $worth } Punkte.
why-points = { $action }: Im Mittel kommen noch { $worth } Punkte; { $other } brächte { $less }.
why-wins = { $action }: Das gewinnt { $wins } der Spiele, { $other } nur { $less }.
why-wins-even = { $action }: Das gewinnt { $wins } der Spiele, { $other } ebenso viele.
why-points-even = { $action }: Im Mittel kommen noch { $worth } Punkte, und { $other } brächte ebenso viele.
why-only = { $action }: Eine andere Wahl gibt es nicht.
why-missed = { $action }: { $other } wäre mehr wert.
do-throw-all = Alle Würfel werfen
do-keep = { $dice } behalten
do-choose = { $box } wählen
do-score = { $points } bei { $box } eintragen
do-zero = { $box } streichen
doing-throw-all = alle Würfel zu werfen
doing-keep = { $dice } zu behalten
doing-choose = { $box } zu wählen
doing-score = { $points } bei { $box } einzutragen
doing-zero = { $box } zu streichen
points = { NUMBER($points, minimumFractionDigits: 2, maximumFractionDigits: 2) }

## Was man drücken kann

prompt-first = r würfelt mit allen { $dice } Würfeln, u nimmt zurück, q geht
prompt-dice = 1 bis { $dice } behält einen Würfel oder gibt ihn frei, r würfelt mit allen { $dice }, h geht zu den Feldern
prompt-others = 1 bis { $dice } behält einen Würfel oder gibt ihn frei, r würfelt mit { $others ->
    [one] dem anderen
   *[other] den anderen { $others }
 }, h geht zu den Feldern
prompt-none = 1 bis { $dice } behält einen Würfel oder gibt ihn frei, r und h gehen zu den Feldern
prompt-write = h schreibt { $box } ({ $points }), r zeigt das nächste Feld, 1 bis 6 die ersten sechs, u geht zurück zu den Würfeln
prompt-write-only = h schreibt { $box } ({ $points }), r zeigt das nächste Feld, 1 bis 6 die ersten sechs, u nimmt zurück
prompt-choose = h wählt { $box } ({ $points }), r zeigt das nächste Feld, 1 bis 6 die ersten sechs, u geht zurück zu den Würfeln
prompt-choose-only = h wählt { $box } ({ $points }), r zeigt das nächste Feld, 1 bis 6 die ersten sechs, u nimmt zurück

## Das Bild im Terminal

plays = Pipsqueak spielt { $title }
plays-turn = Pipsqueak spielt { $title }: { $turn }
game-over = das Spiel ist aus
turn-left = { $turn }, { $left ->
    [0] kein Wurf mehr
    [one] noch { $left } Wurf
   *[other] noch { $left } Würfe
 }
turn-left-for = { $turn }, { $left ->
    [0] kein Wurf mehr
    [one] noch { $left } Wurf
   *[other] noch { $left } Würfe
 }, für { $box }
kept = fest
not-looked = Die Kamera hat noch nicht hingesehen.
camera-says = Die Kamera sagt
sure-to = (zu { NUMBER($percent, minimumFractionDigits: 1) } % sicher)
no-value-die = keinen Wert: der Würfel { $doubt }
