# What Pipsqueak says in English. Every message stands here; other languages say the same in their own words.

## Words and lists

list = { $most } and { $last }
list-before-i = { $most } and { $last }
also = { $first } and { $rest }
versus = { $first } against { $rest }
written = { $value }

## Players

name-you = you
name-you-seat = you { $seat }
name-seat = { $name } { $seat }
name-robot = robot
name-robot-strategy = robot:{ $strategy }
turn-of = { $name ->
    [you] your
   *[other] { $name }'s
 } turn

## How robots play

strategy-optimal = optimal
strategy-win = win
strategy-child = child
strategy-beginner = beginner
strategy-casual = casual
strategy-strong = strong
strategy-perfect = perfect
strategy-greedy = greedy
strategy-random = random
strategy-careless = careless
strategy-own = { $words }

## A game from its beginning to its end

begin = A game of { $title } begins: { $players }.
goes-on = A game of { $title } goes on after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }: { $players }.
tally = { $box } would score { $points }
decision = { $name }: { $why }
throw = Throw { $throw } …
throw-keeping = Throw { $throw }, { $kept ->
    [one] well
   *[other] wells
 } { $wells } kept …
no-value = The camera says no value: { $doubts }.
undone = { $name ->
    [you] you take
   *[other] { $name } takes
 } back { $move }.

## Throws that do not count, and choices taken back

void = Throw { $throw } does not count ({ $reason }): it is made again, whatever lies there.
void-interrupted = the program was interrupted before the dice were read
void-unknown = nobody knows how it ended
void-fault = the table stopped with fault { $fault }
nothing-back = Nothing is taken back: { $why }.
back-nothing = nothing was chosen yet
back-robot = the last choice was that of { $name }
back-thrown = dice were thrown since, and { $name } does not agree
back-alone = dice were thrown since, and there is nobody to agree
asks-back = { $name ->
    [you] you ask
   *[other] { $name } asks
 } to take back { $move }.
stands = The others do not agree: it stands.
told-turn = { $told } { $name ->
    [you] It is your turn
   *[other] { $name } is next
 }.

## What people are asked

ask-value = The die { $doubt }: { $remedy }, and press 1 to 6 for what it shows.
ask-value-well = The die in well { $well } { $doubt }: { $remedy }, and press 1 to 6 for what it shows.
ask-mend = Let { $target } and press HOLD (h), or ROLL (r) to let the table throw it until it does.
well-shows = well { $well } show { $face }
ask-regret = NEW (u) takes that back, any other button goes on.
ask-agree = { $names }: HOLD (h) agrees, any other button does not.

## What the table says of its dice

thrown-again = { $dice }: thrown again.
wrong-shows = The die in well { $well } shows { $shown } and must show { $face }.
wrong-doubt = The die in well { $well } { $doubt } and must show { $face }.
misfit = The calibration does not fit any more: { $complaint }.
passed-over = A picture is passed over: a die { $doubts } ({ $seen } seen in all).
die-doubt = the die { $doubt }
die-doubt-well = the die in well { $well } { $doubt }
die-doubt-well-first = The die in well { $well } { $doubt }

## Why a die has no value; these follow "the die"

doubt-cocked = is cocked
doubt-hidden = is half hidden
doubt-glare = is hidden by glare
doubt-blur = is blurred
doubt-edge = is cut by the picture's edge
doubt-pattern = shows no clear face
doubt-double = shares its place with another one
doubt-moving = still moves
doubt-small = is too small in the picture
doubt-empty-well = is not there
doubt-foreign = lies with something that is no die
doubt-hand = is under a hand
doubt-dark = lies in the dark
doubt-no-plate = cannot be found without the plate

## What people can do about it

remedy-cocked = lay it flat
remedy-hidden = take away what lies over it
remedy-glare = shade the lamp that shines into the camera
remedy-blur = focus and clean the camera
remedy-edge = point the camera at the whole plate
remedy-pattern = clean the die, or take another one
remedy-double = take one of the two out
remedy-moving = see what shakes the table
remedy-small = bring the camera nearer
remedy-empty-well = put it back into its well
remedy-foreign = look at the well and take out what does not belong there
remedy-hand = take the hand away
remedy-dark = switch the light on and take the cap off the camera
remedy-no-plate = point the camera at all four markers

## Pig

title-pig = Pig to { $goal }
the-roll = the roll
the-hold = the hold
pig-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }, turn total { $total }.
pig-throw-lost = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }; the turn total is lost.
pig-hold = { $name ->
    [you] you hold and bank
   *[other] { $name } holds and banks
 } { $banked }. It stands { $scores }.
pig-end = { $name ->
    [you] you win
   *[other] { $name } wins
 } { $scores } after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }.
pig-prompt = { $name }: r throws, u takes back, q leaves
pig-prompt-hold = { $name }: r throws, h holds { $banked }, u takes back, q leaves
chance-to-win = Chance to win

## Why a robot rolls or holds

why-first = Roll: every turn begins with a throw, and from here it wins { $wins } of games.
why-won = Hold: that reaches the goal and wins now; a throw could only lose it.
why-even = Hold: holding and another throw both win { $wins }, and what is sure is taken.
why-hold = Hold: banking { $banked ->
    [one] { $banked } point
   *[other] { $banked } points
 } wins { $wins }, another throw only { $other }.
why-roll = Roll: { $banked ->
    [one] { $banked } point is
   *[other] { $banked } points are
 } at risk, but holding now wins only { $other } against { $wins } with another throw.
why-hold-ruled = Hold: my strategy { $strategy } wants it, and it wins { $wins }; rolling is better with { $other }.
why-roll-ruled = Roll: my strategy { $strategy } wants it, and it wins { $wins }; holding is better with { $other }.
percent = { NUMBER($percent, minimumFractionDigits: 1) } %

## Score sheets

title-own = { $words }
title-yahtzee = Yahtzee
title-kniffel = Kniffel
title-yatzy = Yatzy
title-hooligan = Hooligan
title-rule = { $title } by the { $rule } rule
title-commit = { $title }, the box chosen first
sheet-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }, { $left ->
    [one] { $left } throw
   *[other] { $left } throws
 } left.
sheet-throw-beside = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown } beside { $kept }, { $left ->
    [one] { $left } throw
   *[other] { $left } throws
 } left.
sheet-choose = { $name ->
    [you] you choose
   *[other] { $name } chooses
 } { $box } for this turn.
sheet-score = { $name ->
    [you] you score
   *[other] { $name } scores
 } { $points } in { $box }, and { $name ->
    [you] have
   *[other] has
 } { $total }.
sheet-score-extra = { $name ->
    [you] you score
   *[other] { $name } scores
 } { $points } in { $box } and { $extra } for a further Yahtzee, and { $name ->
    [you] have
   *[other] has
 } { $total }.
sheet-end-alone = { $name ->
    [you] you end
   *[other] { $name } ends
 } with { $points } points after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }.
sheet-end = { $name ->
    [you] you win
   *[other] { $name } wins
 } { $scores } after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }.
sheet-end-shared = { $names } share the win { $scores } after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }.
the-throw = the throw
the-throw-kept = the throw that kept { $kept }

## The boxes, as they are spoken of

box-own = { $words }
box-ones = ones
box-twos = twos
box-threes = threes
box-fours = fours
box-fives = fives
box-sixes = sixes
box-one-pair = one pair
box-two-pairs = the two pairs
box-three-of-a-kind = three of a kind
box-four-of-a-kind = four of a kind
box-full-house = the full house
box-small-straight = the small straight
box-large-straight = the large straight
box-chance = chance
box-yahtzee = Yahtzee
box-kniffel = Kniffel
box-yatzy = Yatzy
box-hooligan = the hooligan

## The boxes, as a card lists them

card-own = { $words }
card-ones = ones
card-twos = twos
card-threes = threes
card-fours = fours
card-fives = fives
card-sixes = sixes
card-one-pair = one pair
card-two-pairs = two pairs
card-three-of-a-kind = three of a kind
card-four-of-a-kind = four of a kind
card-full-house = full house
card-small-straight = small straight
card-large-straight = large straight
card-chance = chance
card-yahtzee = yahtzee
card-kniffel = kniffel
card-yatzy = yatzy
card-hooligan = hooligan
card-bonus = bonus { $bonus }
card-extra = further Yahtzees
card-total = total

## Why a robot keeps dice or writes a box

why-throw-all = Throw all dice: every turn begins with a throw, and { $worth } points are still to come on average.
why-points = { $action }: { $worth } points are still to come on average; { $other } would be worth { $less }.
why-wins = { $action }: it wins { $wins } of games, { $other } only { $less }.
why-wins-even = { $action }: it wins { $wins } of games, { $other } just as many.
why-points-even = { $action }: { $worth } points are still to come on average, and with { $other } just as many.
why-only = { $action }: there is no other choice.
why-missed = { $action }: { $other } would be worth more.
do-throw-all = Throw all dice
do-keep = Keep { $dice }
do-choose = Choose { $box }
do-score = Score { $points } in { $box }
do-zero = Put a zero in { $box }
doing-throw-all = throwing all dice
doing-keep = keeping { $dice }
doing-choose = choosing { $box }
doing-score = scoring { $points } in { $box }
doing-zero = a zero in { $box }
points = { NUMBER($points, minimumFractionDigits: 2, maximumFractionDigits: 2) }

## What people can press while they play a sheet

prompt-first = r throws all { $dice } dice, u takes back, q leaves
prompt-dice = 1 to { $dice } keep a die or let it go, r throws all { $dice }, h goes to the boxes
prompt-others = 1 to { $dice } keep a die or let it go, r throws the other { $others }, h goes to the boxes
prompt-none = 1 to { $dice } keep a die or let it go, r goes to the boxes, h goes to the boxes
prompt-write = h writes { $box } ({ $points }), r shows the next box, 1 to 6 the first six, u goes back to the dice
prompt-write-only = h writes { $box } ({ $points }), r shows the next box, 1 to 6 the first six, u takes back
prompt-choose = h chooses { $box } ({ $points }), r shows the next box, 1 to 6 the first six, u goes back to the dice
prompt-choose-only = h chooses { $box } ({ $points }), r shows the next box, 1 to 6 the first six, u takes back

## The live view

plays = Pipsqueak plays { $title }
plays-turn = Pipsqueak plays { $title }: { $turn }
game-over = the game is over
turn-left = { $turn }, { $left ->
    [one] { $left } throw
   *[other] { $left } throws
 } left
turn-left-for = { $turn }, { $left ->
    [one] { $left } throw
   *[other] { $left } throws
 } left, for { $box }
kept = kept
not-looked = The camera has not looked yet.
camera-says = The camera says
sure-to = (sure to { NUMBER($percent, minimumFractionDigits: 1) }%)
no-value-die = no value: the die { $doubt }
