# What Pipsqueak says in English. Every message is here; the other languages translate them.

## The page: its names and its fixed texts

page-play = Play
page-play-game = Play { $title }
page-history = History
page-statistics = Statistics
page-operator = Operator
page-pages = Pages
page-quoted = “{ $words }”
page-skip = To the content
page-language = Language
page-menu = Menu
page-keys = Keys: r, h, 1 to 6 …
page-theme = Light or dark
page-close = Close
page-broken = Something at the table does not work
page-tell-operator = tell the operator
page-safe = The robot is out of order, and its motors are off: tell the operator.
page-lost = The connection to the table is lost.
page-seeking = The page reconnects by itself as soon as the table is back. If it does not, tell the operator.
page-seeking-phone = The page reconnects by itself. If it does not, check that this phone is in the table’s Wi-Fi.
page-sending = sending …
page-unsent = The connection was lost, and your last tap may not have counted: look at the game.
page-act = What you can do
page-box = Box
page-camera = What the camera sees
page-live = Live
page-chances = Chance to win
page-estimated = An estimate that assumes everybody plays for the most points.
page-approximate = Approximate: with this many players they are not computed exactly.
page-estimated-points = The points are estimates: the sheet is too large to solve.
page-chosen = chosen
page-dice = Dice
page-die = Die
page-kept = kept
page-new-game = New game
page-again = Play again
page-another-game = Another game
page-result = Result
page-elsewhere = Another device answers this.
page-nothing-seen = The picture of each throw appears here.
page-no-camera = There is no camera: you say what the dice show.
page-race = The race
page-read = Read:
page-said = What happened
page-sheet = Score sheet
page-turn-total = This turn
page-more = More
page-unknown = unknown
page-well = Well
page-well-boxes = Box
page-which-face = What does it show?
page-percent = { $share } %
page-fewer = −{ NUMBER($points, minimumFractionDigits: 2) }
page-fewer-wins = −{ NUMBER($share, minimumFractionDigits: 1) } percentage points
page-worth = { $worth } %

## The page: whose turn it is, and what to do now

page-idle = Beat the robot at dice.
page-idle-todo = Real dice, a camera that reads them, and a robot that plays to win.
page-over = The game is over
page-turn = { $name ->
    [you] Your turn
   *[other] { $shown }’s turn
 }
page-wins = { $name ->
    [you] You win!
   *[other] { $shown } wins!
 }
page-shared = { $names } share the win!
page-throwing = The dice are rolling …
page-awaiting-throw = Waiting for the throw …
page-thinking = Thinking …
page-does = { $move } …
page-ask-value = What does this die show?
page-ask-mend = Correct the dice
page-ask-agree = Take it back?
page-moment-bust = { $name ->
    [you] You bust!
   *[other] { $shown } busts!
 }
page-moment-all = Everybody
page-figure = Robot
page-tempo = Tempo
page-tempo-calm = calm
page-tempo-brisk = brisk
page-tempo-fast = as fast as it goes
page-sounds = Sounds
page-moment-alike = All alike!
page-moment-lead = { $name ->
    [you] You take the lead!
   *[other] { $shown } takes the lead!
 }
page-mood-rests = waits
page-mood-looks = looks
page-mood-thinks = thinks
page-mood-sure = is sure
page-mood-torn = is torn
page-mood-glad = is glad
page-mood-sorry = is sorry
page-mood-asks = asks
page-mood-dares = dares you
page-ask-lie = How did pig { $pig } land?
page-ask-lies = Is that right?
page-ask-leave = Leave the game?
page-todo-lie = Throw your pigs, then say how each of them landed.
page-todo-leave = { $people ->
    [one] The game ends.
   *[other] A robot takes your place.
 }
page-enter-anew = Enter it again
page-leave-sure = Leave
page-stay = Stay
page-leave = Leave
page-ask-confirm = Is that right?
page-ask-enter = What do the dice show?
page-dice-lie = My dice lie there
page-all-right = That is right
page-look-again = Look again
page-todo-regret = The robot plays next.
page-todo-agree = { $name } wants to take the last choice back.
page-todo-confirm = Tap a die to correct it.
page-todo-enter = Tap a die, then what it shows.
page-todo-thrown = Then tap what { $dice ->
    [one] it shows
   *[other] each die shows
 }.
page-confirm-keys = With the buttons: press 1 to 6 to select a die, the same button again to subtract one, the button to throw to add one.
page-enter-keys = With the buttons: 1 to 6 say what the selected die shows, the button to throw selects the next die.
page-phone-away = { $name }’s phone is away.
page-phone-not-asked = No picture is needed now: first press the button to throw.
page-phone-live = Use this device’s camera
page-phone-photo = Take a photo of the dice
page-phone-stop = Stop the camera
page-phone-asks = Somebody at the table is asked whether this phone may be its camera.
page-phone-denied = This phone is not the table’s camera.
page-phone-others = The picture comes from the thrower’s phone or the table’s camera now.
page-phone-refused = The browser allows no live camera here: take photos, or tap what the dice show.
page-picture-keep = Keep this picture
page-picture-kept = Kept as { $name }, with the reading.
page-picture-gone = There is a newer picture now: keep the new one.
page-phone-reading = The photo is being read …
page-phone-insecure = Photos only: the browser allows a live camera only on a secure page, which the operator can switch on.
page-phone-secure = Photos only. For the live camera open the secure page, and go on where the browser warns:
page-seat-name = Your name
page-seat-colour = Your colour
page-colour-blue = Blue
page-colour-orange = Orange
page-colour-pink = Pink
page-colour-grey = Grey
page-colour-brown = Brown
page-colour-indigo = Indigo
page-colour-taken = Somebody else has just taken this colour: choose another one.
page-seat-sit = Sit down
page-seat-get-up = Get up
page-seat-taken = { $name } already sits at another phone: choose another name.
page-seat-nobody = { $name } looks like the name of a robot or of a guest without a name: choose another name.
page-seat-asked = The person who plays for { $name } must agree that this phone takes over. Wait for the answer.
page-seat-lost = Nobody who plays for { $name } is here. If nobody comes back within a minute, this phone plays.
page-seat-first = Type your own name as the first player: this phone then plays for you.
page-seat-starting = The table has just started and is checking which games can go on: press again in a few seconds.
page-place-seat = A phone wants to play as { $name }.
page-place-camera = A phone wants to be the table’s camera.
page-place-camera-of = The phone of { $name } wants to be the table’s camera.
page-place-give = Allow it
page-place-refuse = Refuse it
page-place-refused = You were not given the place of { $name }.
page-todo-roll = Throw.
page-todo-hold = Throw again, or hold the { $total } you have.
page-todo-wins = Hold your { $total } now, and you win.
page-todo-first = { $count ->
    [one] Throw the die.
   *[other] Throw all { $count } dice.
 }
page-todo-keep = Tap the dice to keep, or choose a box. { $left ->
    [one] One throw left.
   *[other] { $left } throws left.
 }
page-todo-write = Choose a box on the sheet.
page-todo-box = { $box } scores { $points } { $points ->
    [one] point
   *[other] points
 }.

## The page: buttons

page-roll = Throw { $count ->
    [one] 1 die
   *[other] { $count } dice
 }
page-write = Write { $box } ({ $points })
page-undo = Undo
page-rules = Rules
page-hint = Hint
page-mended = It is correct now
page-let-throw = Let the table throw it
page-agree = Agree
page-disagree = Disagree
page-go-on = Go on
page-take-back = Take back
page-do-roll = throw
page-do-hold = hold
page-do-stand = stand
page-do-sit = sit down
page-button-roll = Throw
page-button-hold = Hold { $total }
page-button-stand = Stand
page-button-sit = Sit down with { $total }
page-todo-count = How many dice?
page-todo-stand = Stand for the next throw, or sit down with { $total }.
page-more-dice = One more die
page-fewer-dice = One fewer die
page-do-keep = keep
page-do-throw = throw all
page-hint-title = A robot in your place
page-thinks = { $name } thinks

## The page: a new game

page-begin = Begin a game
page-game = Game
page-games = Games
page-all-games = All
page-games-search = Find a game
page-games-none = No game has this name.
page-players = Players
page-player = Player
page-person = Person
page-by-hand = We throw our own dice
page-robot = Robot
page-level = Level
page-level-note = “perfect” scores the most points. “to win” wins more games: the robot also looks at the other sheets, and dares more when it is behind.
page-name = Name
page-name-long = A name can have at most { $most } characters.
page-remove = Remove player
page-add-player = Add a person
page-add-robot = Add a robot
page-robots-alone = Only robots play
page-more-choices = More choices
page-goal = Points that win
page-goal-blank = Enter how many points win.
page-first = Who begins?
page-first-thrown = a throw decides
page-first-named = the first player
page-first-how = Everybody throws one die. The highest begins.
page-first-tie = A tie: those players throw again.
page-on-now = A game is in progress. A new game ends it.
page-offers = Interrupted games
page-offer = { $title }, { $players }, started { $begun }, { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }
page-resume = Resume it
page-resume-not = End it for good
page-resume-sure = Really end it?
page-resumes = The game resumes by itself as soon as this is fixed.
page-wish-preparing = { $title } begins soon. The robot computes the best moves; the first time, this may take a minute.
page-wish-waits = The players are asked. { $title } begins when they agree, finish, or do nothing for a minute.
page-wish-agree = End this game
page-wish-asks = { $name } wants to begin { $title }. End this game for it?
page-wish-of = { $name } has chosen { $title }. The best moves are being worked out for it, which may take a minute.
page-wish-refuse = Keep playing
page-wish-refused = { $title } does not begin now: the players go on with their game.
page-try-again = Try again now
page-hands-away = All hands are away: go on
page-here = Somebody is here: go on
page-on-now-asked = A game is in progress. Its players are asked before a new game begins.
page-leave-game = Leave the game
page-seats = { $least ->
    [one] { $most ->
        [one] 1 player
       *[other] 1 to { $most } players
     }
   *[other] { $least } to { $most } players
 }
page-seats-just = { $most } players

## The page: what a game is

page-family-race = Races
page-family-sheet = Score sheets
page-family-together = Together
page-family-alone = For one
page-game-minutes = { $minutes } min
page-name-think = THINK
page-name-pig = Pig
page-name-farkle = Farkle
page-name-piglet = Piglet
page-name-progressive-pig = Progressive Pig
page-name-two-dice-pig = Two-Dice Pig
page-name-big-pig = Big Pig
page-name-pass-the-pigs = Pass the Pigs
page-name-hog = Hog
page-name-pig-reach = Pig alone: reach the goal
page-name-pig-score = Pig alone: most points
page-name-pig-turns = Pig alone: fewest turns
page-name-swine-herd = Swine Herd
page-name-skunk = Skunk
page-name-ten-thousand = Ten Thousand
page-name-kingdom-come = Kingdom Come dice
page-name-shut-the-box = Shut the Box
page-game-pig = Push your luck until a 1 comes.
page-game-two-dice-pig = Two dice. Two 1s take all your points.
page-game-big-pig = Two dice, and doubles count double.
page-game-progressive-pig = A 1 leaves you one point only.
page-game-piglet = Toss a coin: tails ends your turn.
page-game-pass-the-pigs = Throw two little pigs. Their landing counts.
page-game-hog = One throw. You choose how many dice.
page-game-yahtzee = Five dice, three throws, thirteen boxes.
page-game-kniffel = Yahtzee as Germany plays it.
page-game-yatzy = The Scandinavian sheet: pairs and fifteen boxes.
page-game-hooligan = A short sheet with seven boxes.
page-game-swine-herd = One die for all: stay in, or leave?
page-game-skunk = Two dice for all: sit before a 1.
page-game-pig-reach = Alone: do you reach the goal in time?
page-game-pig-score = Alone: many points in a few turns.
page-game-pig-turns = Alone: reach the goal in fewest turns.
page-game-think = Guess when to stop, five times.

## The page: while nobody plays

page-attract-title = Play against the robot
page-challenge = Beat me: { $played ->
    [one] one person tried today and did it
   *[other] { $won } of { $played } people did today
 }.
page-challenge-none-won = Nobody has beaten me today, and { $played ->
    [one] one person
   *[other] { $played } people
 } tried. Beat me!
page-challenge-first = Nobody has played against me today. Be the first!
page-best-points = Best today: { $name } with { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
page-best-turns = Quickest win today: { $name } in { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }
page-quick = Beat me at Pig in 60 seconds
page-quick-what = To { $goal }, and you begin
page-winner-name = Put your name on today’s list
page-winner-write = Put it there
page-winners = They beat me today
page-winner-wins = { $name }: { $wins ->
    [one] one win
   *[other] { $wins } wins
 }
page-other-games = Other games
page-somebody = somebody
page-scan = Play on your phone
page-guest = Guest
page-own-dice = Our own dice

## The page: history and statistics

page-when = When
page-won-by = { $name ->
    [you] you won
   *[other] won by { $names }
 }
page-no-games = No game has been played yet.
page-counting = Counting the games …
page-no-such-game = This game does not exist.
page-no-such-page = This page does not exist.
page-failed = Something went wrong here.
page-failed-todo = Open the page again. If that does not help, tell the operator.
page-back-to-history = All games
page-after = Looking back
page-card-better = better:
page-card-share = Share
page-card-copy = Copy the game as a line
page-copy = Copy the position as a line
page-copied = Copied
page-card-busy = The picture is not ready yet. Try again in a minute.
page-card-turns = Every choice
page-card-turn = Turn { $turn }
page-card-turned = What turned the game
page-card-told = Best and worst choice
page-card-threw = { $name } threw this in turn { $turn }
page-card-chose = { $name }, turn { $turn }: { $move }
page-card-accounts = Luck and skill
page-look-back = Look back
page-decided = That decided it
page-decided-by = { $name ->
    [you] Your throw
   *[other] { $shown }’s throw
 } decided it
page-chance-of = { $name ->
    [you] Your
   *[other] { $shown }’s
 } chance to win
page-last-glad = Good game. Again?
page-last-sorry = Well played.
page-last-rests = Good game.
page-solo = { $points ->
    [one] 1 point
   *[other] { $points } points
 }
page-best-now = { $name } has never done better here!
page-best-so-far = { $name }’s best here: { $best }
page-summary-image = The game as a picture: who won, the points, and the throw that decided it
page-unfinished = not finished
page-finished = finished
page-abandoned = abandoned
page-games-begun = games begun
page-games-won = games finished
page-games-left = games abandoned
page-throws = throws
page-throws-void = repeated throws
page-people-won = won by people
page-robots-won = won by robots
page-faces = Faces of { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
 }
page-ratings = choices and mistakes
page-played = Games
page-won = won
page-mean = points on average
page-best = best
page-number = { NUMBER($number, minimumFractionDigits: 1) }

## The page: phones and the operator

page-touch-keys = Keyboard on the screen
page-touch-shift = Capital letters
page-touch-erase = Delete
page-touch-done = Done
page-touch-letters = Letters
page-touch-accents = Letters with accents
page-touch-signs = Signs
page-touch-space = Space
page-touch-close = Close the keyboard
page-phones = Phones
page-phones-how = Open this address on your phone and type the code, or scan the QR code.
page-phones-plain = If the phone refuses the certificate, open { $address } there: it takes photos instead.
page-phones-code = The address as a QR code
page-wifi = First scan the left code: it joins your phone to the Wi-Fi { $name }.
page-wifi-join = First join the Wi-Fi
page-wifi-code = The Wi-Fi as a QR code
page-foreign-name = This table is not known by this name: open { $address }, or give it this name: 'pipsqueak data config set name'.
page-code = Code
page-password = Password
page-pair-title = Join the game
page-pair-how = Type the code that the table’s screen shows.
page-pair-go = Join
page-pair-wrong = That is not the code. Look at the table’s screen again.
page-pair-wait = Too many wrong codes. Scan the QR code, or wait a minute.
page-enter-title = Operator
page-enter-how = Only the operator may enter.
page-enter-go = Enter
page-enter-wrong = That is not the password.
page-enter-wait = Too many wrong passwords. Wait a minute.
page-choose-title = Choose a password
page-choose-how = No password is set yet. Choose one with at least 8 characters. The operator’s page asks for it from now on.
page-choose-go = Save the password
page-choose-wrong = The password must have 8 to 200 characters.
page-unset-title = Operator
page-unset-how = No password is set yet. Choose one on the table’s own screen first.
page-overview = At a glance
page-ready = Is the table ready?
page-ready-is = { $phase ->
    [starting] Not yet: it is starting.
    [tested] Not now: a self-test is running.
    [playing] Yes: a game is on.
    [alone] Yes: a game is on, but nobody answers.
    [waiting] No: it waits for help.
    [resting] Yes, after a short rest.
    [quiet] No: these are quiet hours.
    [safe] No: the motors are off after several crashes.
    [closed] No: it is shutting down.
   *[other] Yes.
 }
page-plays = Who plays?
page-needs = What needs a hand?
page-since = Since when?
page-nobody = Nobody
page-nothing = Nothing
page-fine-since = All has been fine since { $time }.
page-health = Devices
page-old-title = This browser is too old
page-old-how = The pages need at least Safari 16.4 (iOS 16.4), Chrome or Edge 111, or Firefox 121. Update this device, or use another one.
page-fault-list = List of faults
page-faults = Recent faults
page-no-faults = None.
page-device = Device
page-fault = What is wrong, and what to do
page-now = now
page-state-ok = OK
page-state-absent = not connected, not needed
page-state-warning = warning
page-state-fault = fault
page-tests = Test motors and lights
page-tests-how = The lid must be closed. A game in progress has priority.
page-test-home = Home the crank
page-test-shake = Shake
page-test-lever = Lever { $well }
page-test-knock = Knock box { $well }
page-test-clear = Clear faults
page-light-left = Left light
page-light-right = Right light
page-light-both = Both lights
page-light-off = Lights off
page-testing = { $what } …
page-test-done = { $what }: done.
page-test-busy = The table is busy or not connected. End the game, or look at its devices above.
page-machine = Machine
page-new-code = New code for phones
page-restart = Restart
page-cancel = Cancel
page-leave-game-sure = End the game in progress for good?
page-restart-sure = Restart the program? A game in progress can be resumed afterwards.
page-settings = Settings
page-usual-language = Default language
page-permit-hint = People can ask for hints
page-permit-take-back = People can take a choice back
page-permit-leave = People can leave a game before its end
page-volume = Volume
page-no-voice = The voice is off. Write voice = true into config.toml, then restart.
page-kept-setting = Saved.
page-setting-until-restart = Your choice holds until the table restarts, because it was started with { $option }. Start it without that option to save choices.
page-calibration = Calibration
page-calibration-none = None yet. The table assumes the usual lens.
page-calibration-of = From { $made }: { $off ->
    [one] { $off } pixel
   *[other] { $off } pixels
 } of error over { $views ->
    [one] { $views } view
   *[other] { $views } views
 }.
page-calibrate = Calibrate
page-calibrate-how = Print the board with ‘pipsqueak machine calibrate print’, then start here and follow the steps.
page-calibrate-how-boxes = Print the second page of the board with ‘pipsqueak machine calibrate print’, then start here and follow the steps.
page-device-board = Board
page-device-camera = Camera
page-device-panel = Panel
page-device-dice = Dice
page-device-journal = Journal
page-device-recording = Recording
page-device-voice = Voice
page-device-pictures = Kept pictures
page-device-game = Game
page-device-page = Page
page-device-screen = Screen
page-device-phone = Phone
page-device-corrections = Corrections
page-device-report = Day’s report
page-device-feed = Feed
page-operator-leave = Sign out
page-log = Log
page-no-log = Nothing has been logged yet.
page-refused = Refused since the start: { $connections ->
    [one] { $connections } connection
   *[other] { $connections } connections
 }.
page-signed-in = The operator is signed in on this screen.

## Words and lists

list = { $most } and { $last }
list-before-i = { $most } and { $last }
also = { $first } and { $rest }
besides = { $first }; { $rest }
versus = { $first } against { $rest }
written = { $value }

## Players

name-you = you
name-you-seat = player { $seat }
name-seat = { $name } { $seat }
name-robot = robot
name-robot-strategy = robot ({ $strategy })
turn-of = { $name ->
    [you] your
   *[other] { $name }'s
 } turn

## How robots play

strategy-optimal = perfect
strategy-win = to win
strategy-child = child
strategy-beginner = beginner
strategy-casual = casual
strategy-strong = strong
strategy-perfect = perfect
strategy-greedy = greedy
strategy-random = random
strategy-careless = careless
strategy-hold = holds at { $number }
strategy-hold-dice = holds at { $number }, or with { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 } left
strategy-safe = keeps all that scores, holds at { $number }
strategy-most-points = for the most points per turn
strategy-dice = always { $number ->
    [one] { $number } die
   *[other] { $number } dice
 }
strategy-race-or-pace = by a simple rule
strategy-heuristic = by rules of thumb
strategy-better-heuristic = by better rules of thumb
strategy-botzee = by rules of thumb
strategy-card = by a rule card
strategy-yahtzees-only = Yahtzees only
strategy-yahtzees-and-straights = Yahtzees and straights
strategy-rational-yahtzees = Yahtzees first
strategy-own = { $words }

## A game from its beginning to its end

soon = { $title }: { $players } …
resumed-with = The game goes on at this table: ‘{ $options }’.
too-early = You pressed a key before the question: press it now.
begin = A game of { $title } begins: { $players }.
goes-on = A game of { $title } resumes after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }: { $players }.
tally = { $box } would score { $points }
decision = { $name }: { $why }
throw = Throw { $throw } …
throw-keeping = Throw { $throw }: { $kept ->
    [one] die { $wells } stays
   *[other] dice { $wells } stay
 } …
throw-beside = Throw { $throw }: { $faces } stay …
no-value = The camera cannot read a value: { $doubts }.
undone = { $name ->
    [you] you take
   *[other] { $name } takes
 } back { $move }.

hint = Hint: { $why }
left = { $name ->
    [you] you leave
   *[other] { $name } leaves
 }; a robot plays on.
first-wanted = Who begins? Everybody throws one die, and the highest begins.
first-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $value }.
first-found = { $name ->
    [you] you begin
   *[other] { $name } begins
 }.

## Throws that do not count, and choices taken back

void = Throw { $throw } does not count ({ $reason }). It is repeated, whatever the dice show now.
void-interrupted = the program was interrupted before the dice were read
void-unknown = its outcome is unknown
void-fault = the table stopped with fault { $number }: { $fault }
nothing-back = Nothing can be taken back: { $why }.
back-nothing = no choice has been made yet
back-robot = the last choice was made by { $name }
back-thrown = dice have been thrown since, and { $name } does not agree
back-alone = dice have been thrown since, and nobody is there to agree
asks-back = { $name ->
    [you] you ask
   *[other] { $name } asks
 } to take back { $move }.
stands = The others do not agree, so it stands.
stays = { $name ->
    [you] you stay
   *[other] { $name } stays
 }.
told-turn = { $told } { $name ->
    [you] It is your turn
   *[other] { $name } is next
 }.

## What people are asked

ask-value = The die { $doubt }: { $remedy }, then press 1 to 6 for what it shows.
ask-value-well = The die in well { $well } { $doubt }: { $remedy }, then press 1 to 6 for what it shows.
ask-value-well-boxes = The die in box { $well } { $doubt }: { $remedy }, then press 1 to 6 for what it shows.
ask-mend = Make { $target }, then press { $hold }. To let the table throw instead, press { $roll }.
well-shows = well { $well } show { $face }
well-shows-boxes = box { $well } show { $face }
ask-regret = Press { $new } to take that back, or { $roll } to go on.
ask-regret-hold = Press { $new } to take that back, or { $hold } to go on.
ask-agree = { $names }: press { $hold } to agree, anything else to refuse.

ask-lie = How did pig { $pig } land? 1 right side, 2 dot side, 3 razorback, 4 trotter, 5 snouter, 6 leaning jowler.
ask-lies = { $lies }: press { $hold } if this is right, { $new } to enter it again.

## Why an answer does not count
refused-late = Too late: this question is answered or closed.
refused-answer = This does not answer the open question.
refused-move = The rules do not allow this move now.
refused-throw = No throw is left, or all dice are kept: choose a box.
refused-box = This box cannot be chosen now.
refused-hold-box = Nothing is held here: go to a box with up or down, and write it with Enter.
refused-well = No die can be kept in well { $well } now.
refused-well-boxes = No die can be kept in box { $well } now.
refused-dice = Choose 1 to { $most } dice.
refused-face = A die shows 1 to 6.
refused-die = { $dice ->
    [one] There is { $dice } die
   *[other] There are { $dice } dice
 } to set.
refused-unset = First say what each die shows.
refused-near = This can only be done at the table.
refused-other = Another player is asked.
refused-watching = You are watching: sit down to play.
refused-hint-off = Hints are switched off at this table.
refused-unready = The hint is still being computed. Ask again in a minute.
refused-take-back-off = Choices cannot be taken back at this table.
refused-leave-off = Players cannot leave a game early at this table.
ask-leave = { $name }: press { $hold } to let a robot take your place, anything else to stay.
ask-leave-alone = { $name }: press { $hold } to leave the game, anything else to stay.
ask-ready = Is anybody there? Throw your dice, then press { $hold }.
ask-confirm = Is that right? Press { $hold } for yes. Press 1 to 6 to select a die, the same button again to subtract one, { $roll } to add one. Press { $new } to have the dice read again.
confirm = read { $values }; die { $chosen } is selected
corrected = Corrected by hand. The picture is kept, so that the reader can learn from it.

## Throws by hand

tray-throw = { $dice ->
    [one] Throw your die
   *[other] Throw your { $dice } dice
 } into the open tray.
tray-throw-beside = { $dice ->
    [one] Throw one die
   *[other] Throw { $dice } dice
 } into the open tray, and leave { $faces } lying there.
tray-simulated = There is no real tray here: the simulated table throws for you.
tray-out-of-turn = Dice were thrown into the tray out of turn: they do not count.
tray-too-many = There are { $seen } dice in the tray, but there should be { $dice }: take out the dice that do not belong there.
tray-too-few = { $dice ->
    [one] The die is not visible in the tray: throw it
   *[other] Only { $seen } of { $dice } dice are visible in the tray: throw the missing dice
 }, or press { $hold } if all are there.
tray-hand = A hand is over the tray: take it away.
tray-foreign = Something in the tray cannot be read as a die: take it out or lay it flat, or press { $hold } to leave it there.
tray-dark = It is too dark: switch the light on and take the cap off the camera.
tray-no-plate = The plate is not visible: point the camera at all four markers.
tray-kept-gone = The kept dice { $faces } are no longer all visible: lay them back as they were, then press { $hold }.

## Dice of one's own, thrown by people for everybody

hands-throw = { $name ->
    [you] Throw
   *[other] { $name }: throw
 } { $dice ->
    [one] one die
   *[other] { $dice } dice
 }.
hands-throw-beside = { $name ->
    [you] Throw
   *[other] { $name }: throw
 } { $dice ->
    [one] one die
   *[other] { $dice } dice
 }, and leave { $faces } as they are.
hands-robot = Throw { $dice ->
    [one] one die
   *[other] { $dice } dice
 } for { $name ->
    [robot] the robot
   *[other] { $name }
 }.
hands-robot-beside = Throw { $dice ->
    [one] one die
   *[other] { $dice } dice
 } for { $name ->
    [robot] the robot
   *[other] { $name }
 }, and leave { $faces } as they are.
hands-too-many = { $extra ->
    [one] There is one die too many
   *[other] There are { $extra } dice too many
 } in the picture, { $seen } instead of { $dice }: take away what does not belong there.
hands-too-few = { $dice ->
    [one] The die is not in the picture: lay it in
   *[other] Only { $seen } of { $dice } dice are in the picture: lay the missing dice in
 }, or press { $hold } to enter what they show.
hands-kept-gone = The kept dice { $faces } have changed: lay them back as they were, or take them out of the picture.
hands-unmoved = { $dice ->
    [one] The die { $faces } lies where it lay before the throw: throw it
   *[other] The dice { $faces } lie where they lay before the throw: throw them
 }. If that is your throw, press { $hold }.
hands-doubt = { $die }: { $remedy }, or press { $hold } to enter what was thrown.
hands-none = There is no die in the picture, but there should be { $dice }.
hands-dark = It is too dark to read dice: switch a light on.
hands-moving = Something keeps moving in front of the camera: take hands and everything else that moves out of the picture.
hands-shaken = The picture shakes: fix the camera or hold it still, and move nothing in front of it.
hands-focus = The camera cannot focus: give it more light, or focus it by hand.
hands-slanted = The camera sees the dice from the side: hang or hold it straight above them.
ask-enter = { $dice ->
    [one] What does the die show? Press 1 to 6, then { $hold }: the throw counts.
   *[other] What do the { $dice } dice show? Press 1 to 6 for each, then { $hold }: the throw counts. { $roll } goes to the next die.
 }
ask-enter-look = { $dice ->
    [one] The die cannot be read for sure
   *[other] Not every die can be read for sure
 }: press 1 to 6 for what the selected die shows, { $roll } for the next die, and { $hold } when all are right. Press { $new } to have them read again.
ask-enter-read = Is that right? Press { $hold } for yes, 1 to 6 for what the selected die shows, { $roll } for the next die. Press { $new } to have the dice read again.

## What the table says of its dice

thrown-again = { $dice }: thrown again.
wrong-shows = The die in well { $well } shows { $shown } and must show { $face }.
wrong-shows-boxes = The die in box { $well } shows { $shown } and must show { $face }.
wrong-doubt = The die in well { $well } { $doubt } and must show { $face }.
wrong-doubt-boxes = The die in box { $well } { $doubt } and must show { $face }.
misfit = The calibration no longer fits: { $why }.
misfit-lens = the markers are { $off ->
    [one] { $off } pixel
   *[other] { $off } pixels
 } off, and at most { $most } are allowed
misfit-moved = the camera hangs { $moved } mm from where it was calibrated
misfit-white = the markers' white is { $white }, but it was { $calibrated } at calibration
misfit-dark = the plate is dark
misfit-blurred = the plate is blurred
misfit-unseen = the plate is not visible
passed-over = A picture is skipped: a die { $doubts } ({ $seen } seen in all).
die-doubt = the die { $doubt }
die-doubt-first = The die { $doubt }
die-doubt-well-first = The die in well { $well } { $doubt }
die-doubt-well-first-boxes = The die in box { $well } { $doubt }
die-doubt-place = the die { $place } { $doubt }
die-doubt-place-first = The die { $place } { $doubt }
dice-doubt = each of { $dice } dice { $places } { $doubt }
dice-doubt-first = Each of { $dice } dice { $places } { $doubt }
die-mend = { $die }: { $remedy }

## Where a die lies in a picture; these follow "the die"

place-top-left = near the top left
place-top = near the top
place-top-right = near the top right
place-left = on the left
place-middle = in the middle
place-right = on the right
place-bottom-left = near the bottom left
place-bottom = near the bottom
place-bottom-right = near the bottom right
place-well = in well { $well }
place-well-boxes = in box { $well }

## Why a die has no value; these follow "the die"

doubt-cocked = is cocked
doubt-leans = leans
doubt-hidden = is half hidden
doubt-glare = is hidden by glare
doubt-blur = is blurred
doubt-edge = is cut off by the edge of the picture
doubt-pattern = shows no clear face
doubt-double = shares its place with another die
doubt-moving = is still moving
dice-moving = { $dice } dice are still moving
doubt-small = is too small in the picture
doubt-other = does not look like one with pips
doubt-slanted = is seen too much from the side
doubt-behind = is behind something
doubt-dim = is too dark in the picture
doubt-faint = has pips that hardly stand out
doubt-empty-well = is not there
doubt-foreign = lies next to something that is not a die
doubt-hand = is under a hand
doubt-dark = is in the dark
doubt-no-plate = cannot be located without the plate
doubt-lid-off = lies in a box without a lid
doubt-beside = lies beside its box
doubt-unmoved = lies exactly as before the throw

## What people can do about it

remedy-cocked = lay it flat
remedy-leans = lay it flat
remedy-hidden = take away whatever covers it
remedy-glare = shade the lamp that shines into the camera
remedy-blur = focus and clean the camera
remedy-edge = point the camera so that it sees all dice
remedy-pattern = clean the die, or use another one
remedy-unclear = bring the camera nearer or straight above it, or give more light
remedy-double = take one of the two out
remedy-moving = find out what shakes the table
remedy-small = move the camera closer
remedy-other = use a die with pips
remedy-slanted = raise the camera and point it down
remedy-behind = take away what is in front of it
remedy-dim = give it more light
remedy-faint = give it more light, or use dice with clearer pips
remedy-empty-well = put it back into its well
remedy-empty-well-boxes = put it back into its box
remedy-foreign = take whatever does not belong there out of the well
remedy-foreign-boxes = take whatever does not belong there out of the box
remedy-hand = take the hand away
remedy-dark = switch the light on and take the cap off the camera
remedy-no-plate = point the camera at all four markers
remedy-lid-off = lay the lid on its box and tape it down
remedy-beside = put it back into its box, and close the lid
remedy-unmoved = throw it by hand, and check that the part that throws it moves

## Pig

title-pig = Pig to { $goal }
title-piglet = Piglet to { $goal }
title-progressive-pig = Progressive Pig to { $goal }
title-two-dice-pig = Two-Dice Pig to { $goal }
title-big-pig = Big Pig to { $goal }
title-pass-the-pigs = Pass the Pigs to { $goal }
title-hog = Hog to { $goal }
the-roll = the throw
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
 } { $banked }. The score is { $scores }.
pig-end = { $name ->
    [you] you win
   *[other] { $name } wins
 } { $scores } after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }.
chance-to-win = Chance to win

pig-throw-banked = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }; the turn total is lost, and { $gain } is banked.
pig-throw-ruined = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }; the turn total and the whole score are lost.
coin-heads = { $value }, heads
coin-tails = { $value }, tails

## Games for one

title-pig-reach = Pig alone, { $goal } within { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }
title-pig-score = Pig alone, most points in { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }
title-pig-turns = Pig alone, fewest turns to { $goal }
title-think = THINK, most points in { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }
turn = turn { $turn }
turn-of-turns = turn { $turn } of { $turns }
solo-hold = { $name ->
    [you] you hold and bank
   *[other] { $name } holds and banks
 } { $banked }: { $points } in all.
solo-end = { $name ->
    [you] you end
   *[other] { $name } ends
 } with { $points ->
    [one] { $points } point
   *[other] { $points } points
 } in { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }, after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }.
solo-missed = { $name ->
    [you] you miss
   *[other] { $name } misses
 } { $goal } with { $points ->
    [one] { $points } point
   *[other] { $points } points
 } in { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }, after { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }.

## Hog

the-dice = the throw of { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
 }
hog-goes = { $thrown } of { $dice } dice thrown
hog-go = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }, { $sum } so far, { $left ->
    [one] { $left } die
   *[other] { $left } dice
 } to go.
hog-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }: { $points ->
    [one] { $points } point
   *[other] { $points } points
 }. The score is { $scores }.
hog-throw-nothing = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }: a 1, so the turn scores nothing. The score is { $scores }.

## Swine Herd and Skunk

title-swine-herd = Swine Herd to { $goal }
title-skunk = Skunk in { $turns ->
    [one] { $turns } round
   *[other] { $turns } rounds
 }
the-standing = standing
the-sitting = sitting
round = round { $round }, { $up } up
round-of-rounds = round { $round } of { $rounds }, { $up } up
herd-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values } for all who stand, { $up } up.
herd-throw-lost = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values } for all who stand; they get nothing.
herd-throw-ruined = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values } for all who stand; they lose everything.
herd-stand = { $name ->
    [you] you stand
   *[other] { $name } stands
 }.
herd-sit = { $name ->
    [you] you sit and bank
   *[other] { $name } sits and banks
 } { $banked }.

## Pass the Pigs: how a pig lies

lie-right-side = right side
lie-dot-side = dot side
lie-razorback = razorback
lie-trotter = trotter
lie-snouter = snouter
lie-leaning-jowler = leaning jowler

## Why a robot rolls or holds

advise-wins = { $worth } of 100 games
advise-points = { $worth } points
advise-turns = { $worth } turns
advise-more = { $more } more: --all lists them
spread-reach = To reach { $points } { $points ->
    [one] point
   *[other] points
 }: { $move }. About { $share } of 100 games do, if you then play for points.
why-better = { $action }: { $gain }, against only { $less } for { $other }.
why-beside = { $action }: { $gain }, against { $less } for { $other }.
why-worse = { $action }: { $gain }, but { $other } would be better with { $less }.
why-even = { $action }: { $gain }, and { $other } is just as good.
why-even-safe = { $action }: { $gain }, as much as { $other }, but without a risk.
why-alone = { $action }: { $gain }.
why-unexplained = { $action }.
why-won = { $action }: { $me } and { $turn } make { $sum }, which wins now; another throw could only lose it.
why-reached = { $action }: { $me } and { $turn } make { $sum }, which reaches the goal; another throw could only lose it.
why-worth-wins = that wins { $worth } of 100 games
why-worth-reach = that reaches the goal in { $worth } of 100 games
why-worth-points = that brings { $worth } points on average
why-worth-end = that makes { $worth } points in the end on average
why-worth-turns = that takes { $worth } turns on average
why-worth-rule = counting only points, that brings { $worth } on average
why-beginning = { $action }, because every turn begins that way
why-only = { $action }, the only choice
why-banking = { $action }, to bank { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
why-risking = { $action }, with { $points ->
    [one] { $points } point
   *[other] { $points } points
 } at risk
why-scoring = { $action }, since { $share } of 100 such throws score
why-ruled = { $action }, because { $rule }
why-close = { $told } It is close.
why-by = { $told } The cost of { $other } is { $cost }: it { $parts }.
why-errs = { $told } It { $parts }.
why-cost-wins = { $cost } of 100 games
why-cost-points = { $cost } points
why-cost-fewest = { $cost } points
why-cost-turns = { $cost } turns
why-loses = loses { $loses }
why-loses-gains = loses { $loses }, and gains { $gains }
why-part-held-on = { $points } by not throwing on ({ $share } of 100 throws score)
why-part-held-end = { $points } by not risking the turn ({ $share } of 100 throws end it)
why-part-thrown-on = { $points } by throws that score ({ $share } of 100)
why-part-thrown-end = { $points } by throws that end the turn ({ $share } of 100)
why-part-aside = { $points } points of this turn
why-part-throw = another throw ({ $share } of 100 score)
why-part-risk = safety ({ $share } of 100 throws end the turn)
why-part-safety = safety ({ $share } instead of { $less } of 100 throws end the turn)
why-part-clean = safety ({ $share } instead of { $less } of 100 throws score)
why-part-at-once = wins at once ({ $share } instead of { $less } of 100 throws)
why-part-score = points ({ $points } instead of { $other } on average in a throw that scores)
why-part-beats = turns that beat { $best } ({ $share } instead of { $less } of 100)
why-part-level = turns that draw level with { $best } ({ $share } instead of { $less } of 100)
why-part-reach = turns of { $least } or better ({ $share } instead of { $less } of 100)
why-part-counts = turns that count ({ $share } instead of { $less } of 100)
why-part-stuck = safety ({ $share } instead of { $less } of 100 throws shut nothing)
why-part-kept = { $points ->
    [one] { $points } point
   *[other] { $points } points
 } with the dice set aside
why-part-come = { $points } points with the dice still to be thrown
why-part-turn = { $points } points of this turn on average
why-part-low-kept = low points with the dice set aside ({ $points } instead of { $other })
why-part-low-come = low points with the dice still to be thrown ({ $points } instead of { $other })
why-part-low-turn = low points in this turn ({ $points } instead of { $other } on average)
why-about = { $told } The chances are approximate.
why-unreachable = { $told } No game can reach this position.
why-rule-slip = this robot errs now and then
why-rule-chance = this robot leaves it to chance
why-rule-begins = every round begins with a throw
why-rule-reached = { $me } and { $turn } make { $sum }, which reaches the goal
why-rule-late = somebody is close to the goal, and whoever sits may come too late
why-rule-level = { $up } are up, and the rule of thumb is to stand below { $points } when level
why-rule-ahead = { $up } are up, and the rule of thumb is to stand below { $points } when { $by } ahead
why-rule-behind = { $up } are up, and the rule of thumb is to stand below { $points } when { $by } behind
why-rule-last-behind = this is the last round, and { $sum } would not beat { $rival }
why-rule-last-ahead = this is the last round, and { $sum } beats { $rival } so far
me-roll = I throw
me-hold = I hold
me-stand = I stand
me-sit = I sit down
do-roll = Throw
do-hold = Hold
do-stand = Stand
do-sit = Sit
doing-roll = throwing
doing-hold = holding
doing-stand = standing
doing-sit = sitting
percent = { NUMBER($percent, minimumFractionDigits: 1) } %
percent-points = { NUMBER($share, minimumFractionDigits: 1) } percentage points

## Score sheets

title-own = { $words }
title-yahtzee = Yahtzee
title-kniffel = Kniffel
title-yatzy = Yatzy
title-hooligan = Hooligan
title-rule = { $title } by the { $rule } rule
title-commit = { $title } with the box chosen first
sheet-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }, { $left ->
    [0] no throws
    [one] { $left } throw
   *[other] { $left } throws
 } left.
sheet-throw-beside = { $name ->
    [you] you keep
   *[other] { $name } keeps
 } { $kept } and { $name ->
    [you] throw
   *[other] throws
 } { $thrown }, { $left ->
    [0] no throws
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
 } with { $points ->
    [one] { $points } point
   *[other] { $points } points
 } after { $throws ->
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

## Games in which dice are set aside

title-ten-thousand = Ten Thousand to { $goal }
title-farkle = Farkle to { $goal }
title-kingdom-come = Kingdom Come dice to { $goal }
title-own-goal = { $words } to { $goal }
aside-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }.
aside-throw-lost = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }: nothing scores, and the turn is over.
aside-throw-penalty = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }: nothing scores for the third turn, which costs { $penalty } { $penalty ->
    [one] point
   *[other] points
 }. The score is { $scores }.
aside-keep-throw = { $name ->
    [you] you set
   *[other] { $name } sets
 } { $kept } aside for { $total } in this turn, and { $name ->
    [you] throw
   *[other] throws
 } { $thrown }.
aside-keep-throw-lost = { $name ->
    [you] you set
   *[other] { $name } sets
 } { $kept } aside and { $name ->
    [you] throw
   *[other] throws
 } { $thrown }: nothing scores, and { $total } { $total ->
    [one] point is
   *[other] points are
 } lost.
aside-keep-throw-penalty = { $name ->
    [you] you set
   *[other] { $name } sets
 } { $kept } aside and { $name ->
    [you] throw
   *[other] throws
 } { $thrown }: { $total } { $total ->
    [one] point is
   *[other] points are
 } lost, and the third turn without points costs { $penalty } { $penalty ->
    [one] point
   *[other] points
 }. The score is { $scores }.
aside-hold = { $name ->
    [you] you set
   *[other] { $name } sets
 } { $kept } aside, { $name ->
    [you] hold and bank
   *[other] holds and banks
 } { $banked }. The score is { $scores }.
aside-opening = the first points that you hold must be { $opening } or more
aside-penalty-next = another turn without points costs { $penalty }
wells-named = { $count ->
    [one] well
   *[other] wells
 } { $wells }
wells-named-boxes = { $count ->
    [one] box
   *[other] boxes
 } { $wells }
dice-in-wells = { $dice } ({ $wells })
wells-need-dice-of = Put { $name ->
    [you] your dice
   *[other] { $name }’s dice
 } into the wells, the first one into well 1.
wells-need-dice-of-boxes = Put { $name ->
    [you] your dice
   *[other] { $name }’s dice
 } into the boxes, the first one into box 1.
wells-ask-dice = { $words } Then press { $hold }. Press { $roll } to throw the dice that lie there.
me-aside-hold = I set { $dice } aside and hold { $banked }
me-aside-throw = I set { $dice } aside and throw { $left ->
    [one] { $left } die
   *[other] { $left } dice
 }
do-aside-hold = Set { $dice } aside and hold { $banked }
do-aside-throw = Set { $dice } aside and throw { $left ->
    [one] { $left } die
   *[other] { $left } dice
 }
doing-aside-hold = setting { $dice } aside and holding
doing-aside-throw = setting { $dice } aside and throwing
refused-aside-throw-first = The dice are not thrown yet.
refused-aside-nothing = Set at least one die aside that scores.
refused-aside-missing = The dice do not show { $dice }.
refused-aside-incomplete = Mark { $more } too, or let { $dice } go: that alone scores nothing.
refused-aside-scoreless = { $dice } does not score here, so it cannot be set aside.
refused-aside-opening = The first points that you hold must be { $opening } or more.
refused-aside-forced = With { $left ->
    [one] one die
   *[other] { $left } dice
 } left to throw you may not hold: throw on, or leave other dice.
refused-aside-wins = Holding these wins now, so there is no throw.
press-aside = 1 to 6 mark a die to set it aside, or let it go.
dice-show-aside = The dice show { $dice }. You have marked { $kept }.
rules-aside-throw = On your turn you throw { $dice ->
    [one] the die
    [2] both dice
   *[other] all { $dice } dice
 }.
rules-aside-keep = From each throw you set aside at least one die, and all dice that you set aside from it must score.
rules-aside-then = Then you throw the dice that are left, or you hold.
rules-aside-all = When all dice are set aside, you throw all of them again or hold.
rules-aside-all-forced = When all dice are set aside, you throw all of them again.
rules-aside-lost = If no die of a throw scores, your turn ends, and the points of the turn are lost.
rules-aside-times = If more than three dice are equal, they score a multiple of what three score: { $parts }.
rules-aside-multiple = { $size } dice { $times ->
    [2] twice
   *[other] { $times } times
 } as much
rules-aside-opening = The first points that a player holds must be { $opening } or more.
rules-aside-forced = With { $left } dice left to throw, you must throw on, unless holding wins.
rules-aside-penalty = The third turn in succession that scores nothing costs { $penalty } { $penalty ->
    [one] point
   *[other] points
 }, though no score falls below 0.
page-todo-aside = Tap dice that score to set them aside.
page-todo-aside-so = { $dice } set aside: { $total } in this turn.
page-aside = aside
page-do-aside-hold = set aside, hold
page-do-aside-throw = set aside, throw
page-family-aside = Set aside and throw
page-game-ten-thousand = Six dice: set 1s and 5s aside.
page-game-farkle = Keep what scores, throw on, or lose all.
page-game-kingdom-come = Six dice, as in Kingdom Come.

## Games of one round

title-threes = Threes
title-midnight = Midnight
title-ship-captain-crew = Ship, Captain and Crew
title-chicago-high = Chicago with three dice
title-chicago = Chicago
title-shut-the-box = Shut the Box
target-now = round { $round } of { $rounds }: { $target } scores
target-hit = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }, and that hits { $target }. The score is { $scores }.
target-missed = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $values }, and that misses { $target }. The score is { $scores }.
tiles-throw = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }: tiles that sum to { $sum } can be shut.
tiles-throw-ends = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }. No open tiles sum to { $sum }, and the turn ends with { $points ->
    [one] { $points } point
   *[other] { $points } points
 }. The score is { $scores }.
tiles-shut = { $name ->
    [you] you shut
   *[other] { $name } shuts
 } { $tiles }. Still open: { $left }.
tiles-shut-all = { $name ->
    [you] you shut
   *[other] { $name } shuts
 } { $tiles }: all tiles are shut.
tiles-marked = shut
the-shutting = the shutting of { $tiles }
tiles-do-shut = Shut { $tiles }
me-dice = I throw { $dice ->
    [one] one die
   *[other] { $dice } dice
 }
tiles-me-shut = I shut { $tiles }
tiles-doing-shut = shutting { $tiles }
tiles-press-one = { $hold } throws one die.
tiles-press-shut = { $hold } shuts { $tiles }.
tiles-press-other = { $roll } shows other tiles that can be shut.
tiles-press-mark = { $last ->
    [6] 1 to 6 mark a tile.
   *[other] 1 to 6 mark a tile, and the same keys pressed again mark 7 to { $last }.
 }
refused-tiles-throw-first = The dice are not thrown yet.
refused-tiles-shut-first = Shut tiles that sum to { $sum } first.
refused-tiles-number = Here you throw { $dice } dice.
refused-tiles-not-open = { $tiles } cannot be shut now.
refused-tiles-nothing = Shut tiles that sum to { $sum }.
refused-tiles-sum = The dice sum to { $sum }, and { $tiles } to { $marked }.
rules-tiles-open = At the start the tiles { $tiles } are open.
rules-tiles-shut = After each throw you shut open tiles that sum to the dice, and then you throw again.
rules-tiles-one-shut = Once { $tiles } are shut, you may throw one die instead.
rules-tiles-one-shut-must = Once { $tiles } are shut, you must throw one die instead.
rules-tiles-one-sum = Once the open tiles sum to { $sum } or less, you may throw one die instead.
rules-tiles-one-sum-must = Once the open tiles sum to { $sum } or less, you must throw one die instead.
rules-tiles-end = Your turn ends when no open tiles sum to the dice, or when all tiles are shut.
rules-tiles-sum = You score the sum of the tiles that are still open.
rules-tiles-at-once = A player who shuts all the tiles wins at once, and nobody throws after that.
rules-tiles-shuts = { $more ->
    [0] shuts { $tiles }
    [one] shuts { $tiles }, or other tiles in one way
   *[other] shuts { $tiles }, or other tiles in { $more } ways
 }
rules-targets = There are { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
 } with the targets { $targets }.
rules-targets-throw = In each round every player throws { $dice ->
    [one] the die
    [2] both dice
   *[other] all { $dice } dice
 } once.
rules-targets-hit = Dice that sum to the target of the round score it, and others score nothing.
rules-targets-hits = scores { $points } in the round for { $target }
page-todo-shut = Tap open tiles that sum to { $sum }.
page-todo-shut-so = { $tiles } shut: { $left ->
    [0] no tile stays open.
   *[other] { $left } stay open.
 }
page-todo-one-die = Throw { $dice } dice, or one.
page-button-shut = Shut { $tiles }
page-shut = shut
page-open = open
page-coach-shut = Shut them
page-tile = Tile
page-tiles = Tiles
page-open-sum = Sum of open tiles
page-do-shut = shut { $tiles }
page-do-throw-dice = { $dice ->
    [one] throw one die
   *[other] throw { $dice } dice
 }
page-game-chicago = Two dice, eleven targets, pure luck.
page-game-shut-the-box = Shut the tiles that your dice allow.
round-left = { $left ->
    [0] no throw is left
    [one] one throw is left
   *[other] { $left } throws are left
 }
round-best = the best score so far is { $points }
round-best-least = the lowest score so far is { $points }, and the fewest points win
round-most = the most points win
round-least = the fewest points win
round-throw-ends = { $name ->
    [you] you throw
   *[other] { $name } throws
 } { $thrown }, and the turn ends with { $points ->
    [one] { $points } point
   *[other] { $points } points
 }. The score is { $scores }.
round-keep-throw-ends = { $name ->
    [you] you set
   *[other] { $name } sets
 } { $kept } aside and { $name ->
    [you] throw
   *[other] throws
 } { $thrown }. The turn ends with { $points ->
    [one] { $points } point
   *[other] { $points } points
 }. The score is { $scores }.
refused-round-throw-first = The dice are not thrown yet.
refused-round-missing = The dice do not show { $dice }.
refused-round-few = Set at least { $keep ->
    [one] one die
   *[other] { $keep } dice
 } aside.
refused-round-order = Set { $needs } aside in this order, each as soon as it falls, and no other die before them.
refused-round-together = The other dice are all set aside or all thrown.
refused-round-all-kept = No die is left to throw: hold.
refused-round-some-left = You can hold only when all dice are set aside.
rules-round-turn = Each player has one turn.
rules-round-keep = From each throw you set at least { $keep ->
    [one] one die
   *[other] { $keep } dice
 } aside and throw the others again, until all are set aside.
rules-round-free = From each throw you set aside as many dice as you like, or none, and throw the others again.
rules-round-order = You set { $needs } aside in this order, each as soon as it falls, and no other die before them.
rules-round-together = The other dice are the cargo: you set all of them aside and end your turn, or throw all of them again.
rules-round-stays = Dice that are set aside stay there, and the last throw is set aside as a whole.
rules-round-needs = Without { $needs } among the dice set aside you score nothing.
rules-round-others = The other dice score the sum of their points.
rules-round-sum = You score the sum of the points of all dice.
rules-round-most = The player with the most points wins.
rules-round-least = The player with the fewest points wins.
rules-round-shared-most = If several players have the most, they share the win.
rules-round-shared-least = If several players have the fewest, they share the win.
page-todo-round = Tap the dice that you set aside.
page-family-round = One round
page-game-threes = Five dice: threes are nothing, low wins.
page-game-midnight = Keep a 1 and a 4, then score.
page-game-ship-captain-crew = A 6, a 5, a 4, then cargo.
page-game-chicago-high = Three dice: 1s bring 100, 6s bring 60.

## The boxes, as they are spoken of

box-own = { $words }
box-numbered = { $box } { $mark }
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
card-numbered = { $box } { $mark }
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

why-costs = { $action }: { $other } would cost { $points } points.
why-costs-by = { $action }: { $other } would cost { $points } points, because it { $parts }.
why-misses = { $action }, although { $other } would bring { $points } points more.
why-costs-close = { $action }: { $other } is nearly as good, and would cost less than 0.1 points.
why-misses-by = { $action }: that { $parts }. It is worth { $points } points less than { $other }.
why-misses-close = { $action }: { $other } is hardly better, and would bring less than 0.1 points more.
why-part-box = { $points } in { $box }
why-part-box-of = { $points } in { $box } ({ $share } instead of { $less } %)
why-part-poor = { $points } in turns below average
why-part-poor-more = { $points } by more turns below average ({ $share } instead of { $less } %)
why-part-poor-fewer = { $points } by fewer turns below average ({ $share } instead of { $less } %)
why-part-stop = { $points } by a turn below average
why-part-further = { $points } by further Yahtzees
why-part-bonus = { $points } of the bonus
why-part-now = { $points } now
why-part-later = { $points } later (better to leave { $open } open than { $filled })
why-part-others = smaller amounts elsewhere
why-aiming = { $action } for { $first }
why-aiming-two = { $action } for { $first } or { $second }
why-aim = { $box } ({ $share } %)
why-scoring-joker = { $action } as a joker
why-scoring-at-once = { $action } at once
why-scoring-paid = { $action }, with { $extra } for the further Yahtzee
why-scoring-cheapest = { $action }, the cheapest of { $zeros } zeros
why-only-box = { $action }: it is the last open box.
why-only-committed = { $action }: it is the box that was chosen for this turn.
why-only-alike = { $action }: when all dice are alike, no other box is allowed here.
why-counting-points = { $told } Counting only points, { $best } would bring { $points } more.
why-priced = { $told } The points are estimates: the sheet is too large to solve.
why-rule-step = the rule is “{ $step }”
why-step-tally = the highest of the numbers shown most often
why-step-tally-open = the most frequent number whose upper box is open; of several, the highest
why-step-tally-less = the highest open number shown { $less ->
    [one] once
   *[other] { $less } times
 } less than the one shown most often
why-step-all = all dice
why-step-large = a large straight
why-step-small = a small straight
why-step-run = four in a row
why-step-upper = { $least } or more of a number in its upper box
why-step-most-points = most points
why-step-any-points = any points in { $box }
why-step-turn = points this turn
why-step-guess = points this turn and a guess of those later
why-step-end = points in the end
why-step-card-open = { $least ->
    [1] highest open number
    [2] two open alike
   *[other] three open alike
 }{ $above ->
    [0] { "" }
   *[other] { " " }above { $above }
 }
why-step-card-alike = { $least ->
    [2] two alike
    [3] three alike
   *[other] four alike
 }{ $above ->
    [0] { "" }
   *[other] { " " }above { $above }
 }
why-step-card-most = { $least ->
    [1] most alike
    [2] any two alike
    [3] any three alike
   *[other] any four alike
 }
why-step-card-row = { $least ->
    [3] three in a row
    [4] any straight
   *[other] large straight
 }
why-step-card-middle = { $least ->
    [1] any of 2–5
    [2] two of 2–5
    [3] three of 2–5
   *[other] four of 2–5
 }
why-step-card-gap = four of a large straight
why-step-card-pairs = two pairs
why-step-card-full = full house
why-step-card-high = { $above ->
    [3] fours, fives, sixes
    [4] fives and sixes
   *[other] sixes
 }
why-step-card-none = nothing
why-step-card-early = early: { $step }
why-step-card-for = { $step } for { $box }
why-box-par = { $label } { $par }
why-step-par = par down the sheet: { $pars }
why-card-keep = keep the first that fits an open box:
why-card-keep-early = keep the first that fits an open box; early is after one throw:
why-card-score = score most above par, number boxes counted double.
why-card-turn = on your turn:
why-card-race = throw on to the goal once anybody has { $mine }.
why-card-race-apart = throw on to the goal once you have { $mine } or the other has { $theirs }.
why-card-hold = hold from { $points }.
why-card-pace = hold from { $points }, plus an eighth of what you are behind, minus an eighth of what you are ahead.
why-card-set-aside = set aside what leaves most points, adding for dice left:
why-card-hold-from = then hold from, with more dice left never:
why-card-dice = { $points } with { $least ->
    [0] { $dice ->
        [one] one die
       *[other] { $dice } dice
    }
   *[other] { $least }–{ $dice } dice
 }
rule-card-title = { $game }: { $words } words to play by
rule-card-means = Open is a number whose box is open; 2–5 are different faces, for a straight.
rule-card-loses-points = On average it scores this many points less than the best play: { NUMBER($loss, minimumFractionDigits: 2) }.
rule-card-loses-games = Of 100 games that it begins, the best play wins { NUMBER($loss, minimumFractionDigits: 2) } more than this card wins when it begins.
rule-card-rungs = Shorter and longer cards: { $parts }.
rule-card-rung = { $words } words lose { NUMBER($loss, minimumFractionDigits: 2) }
rule-card-play = A robot plays it: { $command }
why-unheld = { $action }, since nothing can be held yet
me-throw-all = I throw all dice
me-keep = I keep { $dice }
me-choose = I choose { $box }
me-score = I take { $points ->
    [one] { $points } point
   *[other] { $points } points
 } in { $box }
me-zero = I put a zero in { $box }
do-dice = Throw { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
 }
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

## The keys that work now, in the terminal

key-reach = left, right: go to a die
key-hint = ?: hint
key-rules = i: rules
key-leave = l: leave the game
key-quit = q: quit
key-stop = Ctrl-C: quit
key-faster = f: faster (now { $tempo })
key-face = 1 to 6: what it shows
key-mended = Enter or h: it is right now
key-let-throw = r: let the table throw
key-lie = Enter or h: the dice lie there
key-right = Enter or h: all is right, the throw counts
key-anew = u or n: enter it again
key-yes = Enter or h: yes
key-no = any other key: no
key-regret = u or n: take it back
key-go-on = r: go on
key-go-on-hold = h: go on
key-pick = 1 to { $dice }: choose a die
key-turn = up, down: another value
key-set = 1 to 6: value of the chosen die
key-look-again = u or n: look again
key-any = any key: go on

## The live view

plays = Pipsqueak plays { $title }
game-over = the game is over
turn-left = { $turn }, { $left ->
    [0] no throws
    [one] { $left } throw
   *[other] { $left } throws
 } left
turn-left-for = { $turn }, { $left ->
    [0] no throws
    [one] { $left } throw
   *[other] { $left } throws
 } left, for { $box }
kept = kept
aside = aside
no-camera = Without a camera, you enter what you throw. To have a webcam read it, add ‘--camera 0’.
not-looked = The camera has not taken a picture yet.
camera-says = The camera reads
sure-to = (sure to { NUMBER($percent, minimumFractionDigits: 1) } %)
no-value-die = no value: { $die }

## A table that looks after itself

lost = { $what } ({ $remedy }). { page-resumes }
unwritten = { $what } ({ $remedy }). The reading is kept here until it can be saved: do not throw again. Press any button to try again.
preparing = The robots’ strategy for { $title } is being computed; the first time, this may take a minute …
interrupted = { $title } was interrupted. Throw or hold to resume it; leave to end it for good.
interrupted-page = { $title } was interrupted. It can be resumed on the page.
wish = Somebody wants to begin { $title }. Answer on the page, or play on.
wish-of-table = Somebody at the table has chosen { $title }. Begin another game when it is over.
wish-of-phone = { $title } comes next: { $name } has chosen it. Begin another game when it is over.
alone = Is anybody here? The game ends in { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
 }; press any button to go on.
countdown = The robot plays by itself in { $seconds } s. Press any button to play!
resting = The machine rests for { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
 }, then plays with you.
resting-press = The robot rests its motor. Press any button to play!
rests = The dice have been thrown many times this hour. The machine rests for { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
 }, then the game resumes.
quiet = These are quiet hours. The robot plays again at { $until }.
safe-mode = The robot has crashed several times within minutes and keeps its motors off: { $what }. Fix the cause, then switch the machine off and on.
attract = The robot plays against itself. Press any button to play!
explain-eye = The robot reads the dice with a camera above them. It finds the wells from four printed markers, then counts the pips.
explain-eye-boxes = The robot reads the dice with a camera above them. It finds the boxes from four printed markers, then counts the pips.
explain-light = Each throw is photographed twice, once under the left half of the light and once under the right. A spot with glare in one picture is clear in the other.
explain-light-boxes = The camera needs no lamp of its own: it looks through clear lids by the light of the room.
explain-doubt = The robot never guesses a die that is tilted or half hidden. It looks again, then throws that die again, then asks you.
explain-chance = The robot knows the exact chance to win in every position, computed in advance. It always makes the best choice.
explain-levers = The levers hold the dice that stay while the others are thrown.
explain-levers-boxes = A magnet under each box knocks its floor up, so that the die jumps. A die that stays is not knocked.
explain-journal = Every throw is saved before the screens change, so that not even a power cut loses one.

## A calibration, step by step

calibrate-asked = { $what }; then press { $roll }
calibrate-hold = { $number }: hold the board still, { $way }
calibrate-way-0 = flat under the camera
calibrate-way-1 = with its far edge up, over the left half of the picture
calibrate-way-2 = with its near edge up, over the right half
calibrate-way-3 = with its left edge up, over the near left corner
calibrate-way-4 = with its right edge up, over the far right corner
calibrate-way-5 = low over the left edge of the picture, one corner up
calibrate-way-6 = low over the right edge of the picture, one corner up
calibrate-way-7 = nearer to the camera, turned and tilted
calibrate-lid = lay the board flat on the lid, in the middle of the picture
calibrate-dice = take the board away, lay dice that show 1, 2, 3 in the upper wells and 4, 5, 6 in the lower ones, from left to right, and close the lid
calibrate-dice-boxes = take the board away
calibrate-camera = the camera is being set up: keep the plate's markers clear
calibrate-view = view { $number } of { $most }: { $corners ->
    [one] { $corners } corner
   *[other] { $corners } corners
 }
calibrate-unseen = the board is not visible: hold all of it under the camera, in focus and well lit
calibrate-blurred = the board is blurred: hold it still, and check the camera's focus
calibrated-camera = camera: exposure { NUMBER($milliseconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } ms, gain { NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, red { NUMBER($red, minimumFractionDigits: 2, maximumFractionDigits: 2) }, blue { NUMBER($blue, minimumFractionDigits: 2, maximumFractionDigits: 2) }
calibrated-focus = focus: { NUMBER($focus, minimumFractionDigits: 2, maximumFractionDigits: 2) } dioptres
calibrated-lens = lens: focal length { NUMBER($focal, minimumFractionDigits: 1, maximumFractionDigits: 1) } pixels, error { NUMBER($off, minimumFractionDigits: 3, maximumFractionDigits: 3) } pixels over { $views ->
    [one] { $views } view
   *[other] { $views } views
 }
calibrated-plate = plate: markers { NUMBER($strain, minimumFractionDigits: 2, maximumFractionDigits: 2) } pixels off, camera { NUMBER($height, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm above x { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, y { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm
calibrated-wells = wells: { $right } mm right and { $down } mm down from the drawings
calibrated-light = light: { $levels }
calibrated-dice = dice: { $dice } known dice read correctly, none wrong
calibrated-kept = saved in { $file } for the table { $table }

## After the game

after-curve = Chance to win
after-scores = Points
after-unfinished = This game is not finished.
after-estimated = The chances to win are estimates that assume everybody plays for the most points.
after-approximate = The chances to win are approximate.
after-estimated-points = The points are estimates: the sheet is too large to solve.
rating-few = rating: it needs at least two choices
rating-wins = rating: a choice gave away { $mean } of 100 games on average (± { $error })
rating-wins-level = rating: a choice gave away { $mean } of 100 games on average (± { $error }), as at the level “{ $level }”
rating-points = rating: a choice gave away { $mean } points on average (± { $error })
rating-points-level = rating: a choice gave away { $mean } points on average (± { $error }), as at the level “{ $level }”
rating-fewest = rating: a choice gave away { $mean } points on average (± { $error })
rating-turns = rating: a choice gave away { $mean } turns on average (± { $error })
rating-habit = costliest kind of mistake: { $what }
rating-none = No game of this name has been played to its end, or the cost of its choices cannot be computed.
mistakes-wins = { $kind }: { $times ->
    [one] once
   *[other] { $times } times
 }, which gave away { $cost } of 100 games
mistakes-points = { $kind }: { $times ->
    [one] once
   *[other] { $times } times
 }, which gave away { $cost } points a game
mistakes-fewest = { $kind }: { $times ->
    [one] once
   *[other] { $times } times
 }, which gave away { $cost } points a game
mistakes-turns = { $kind }: { $times ->
    [one] once
   *[other] { $times } times
 }, which gave away { $cost } turns a game
mistake-held = holds too soon
mistake-held-behind = holds too soon when behind
mistake-threw-on = throws on where it is better to stop
mistake-stopped = writes a box where it is better to throw on
mistake-chance = takes Chance too early
mistake-other-box = writes the wrong box
mistake-broke = breaks up equal dice, such as a pair for a straight
mistake-kept-more = keeps or sets aside too much
mistake-kept-fewer = keeps or sets aside too little
mistake-kept-other = keeps or sets aside the wrong dice
mistake-more-dice = throws too many dice
mistake-fewer-dice = throws too few dice
mistake-other-tiles = shuts the wrong tiles
drill-kind = The costliest kind of mistake here: { $kind }.
drill-keys = Type your choice; ? shows how. Enter alone shows the best choice, q ends.
drill-test = { $number } of { $all }. What do you do?
account-of = { $name }, { $what }.
account-luck = luck: { $side ->
    [better] { $amount } better than with average dice
    [worse] { $amount } worse than with average dice
   *[even] the same as with average dice
 }
account-skill = skill: { $side ->
    [worse] the choices gave away { $amount }
   *[even] every choice was the best
 }
account-others = the others: { $side ->
    [better] their dice and choices helped by { $amount }
    [worse] their dice and choices cost { $amount }
   *[even] their dice and choices changed nothing
 }
account-games = { $number } of 100 games
account-points = { $number ->
    [one] 1 point
   *[other] { $number } points
 }
account-expected = points: { $end }, where perfect play expects { $start }
account-expected-open = points: on the way to { $end }, where perfect play expects { $start }
after-threw = { $name }, turn { $turn }: threw { $dice }, and the chance to win went from { $start } to { $end }.
after-chose = { $name }, turn { $turn }: after { $move } the chance to win went from { $start } to { $end }.
after-cost-wins = { $name }, turn { $turn }: { $move } lowered the chance to win by { $cost }; { $best } was better.
after-cost-points = { $name }, turn { $turn }: { $move } gave away { $cost ->
    [one] { $cost } point
   *[other] { $cost } points
 }; { $best } was better.
after-all-best = { $name }: every choice was the best available.
after-rank = { $place }. { $name }: { $points }
after-best = Best choice: { $words }
after-worst = Worst choice: { $words }
after-why = { $name }, turn { $turn }, the better choice: { $words }
after-best-wins = { $name }, turn { $turn }: { $move } was best: { $next } would have lowered the chance to win by { $margin }.
after-best-points = { $name }, turn { $turn }: { $move } was best, worth { $margin ->
    [one] { $margin } point
   *[other] { $margin } points
 } more than { $next }.
after-more = More about this game: { $command }
after-keep = Keep this game as a picture: { $command }
endcard-best = Best choice
endcard-worst = Worst choice
endcard-wins = { $name ->
    [you] You win, { $own } to { $other }
   *[other] { $name } wins, { $own } to { $other }
 }
endcard-wins-yours = { $name } wins, { $own } to your { $other }
endcard-wins-many = { $name ->
    [you] You win with { $own }
   *[other] { $name } wins with { $own }
 }
after-kept = The picture of the game is { $file }.
doing-dice = throwing { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
 }
doing-own = { $words }

## The coach: why a line does not count

coach-refused-line = A line has dice, photo, position or undo, or is an action: --help shows them.
coach-refused-faces = A die shows 1 to 6.
coach-refused-over = The game is over.
coach-refused-roll = Say which dice are kept, or choose a box.
coach-refused-aside = Say which dice you set aside, and whether you hold, such as 115 hold.
coach-refused-hold = Throw first: there is nothing to hold yet.
coach-refused-here = This game has no such choice.
coach-refused-choose-first = First choose what to keep, or a box.
coach-refused-stand-first = First choose whether to stand or to sit down.
coach-refused-throw-first = Throw the dice first, and say what they show.
coach-refused-pending = The throw comes next: say what the dice show, or take the choice back.
coach-refused-number = { $given ->
    [one] { $given } die is
   *[other] { $given } dice are
 } given, but { $due ->
    [one] one is
   *[other] { $due } are
 } expected.
coach-refused-keep = { $kept } cannot be kept: the dice show { $dice }.
coach-refused-kept = The dice { $kept } were kept, but { $dice } does not have them all.
coach-refused-box = { $box } cannot be chosen now: choose from { $legal }.
coach-refused-undo = There is nothing to take back.
coach-refused-fields = A position of this game has { $fields }, and nothing else.
coach-refused-field = { $field }: give whole numbers that this game has.
coach-refused-no-dice = A turn with points or with dice set aside has all dice on the table: say what they show.
coach-refused-field-here = { $field }: this game has no such position. Correct it.
coach-refused-position = This game has no such position: check the points, the dice and the throws left.
coach-refused-photo = In { $file } { $seen ->
    [one] { $seen } die is
   *[other] { $seen } dice are
 } seen, but { $due ->
    [one] one is
   *[other] { $due } are
 } expected: take another photo, or type the dice.
coach-refused-dark = In { $file } it is too dark: switch the light on and take another photo, or type the dice.
coach-either = { $first } or { $rest }
coach-range = { $first } to { $rest }
coach-list = { $parts }

## The coach: what it says

coach-begins = { $title }: { $names }. Type ? for help.
coach-prompt = { $name }
coach-turn = { $name }, turn { $turn }: throw, and type what falls.
coach-turn-chosen = { $name }, turn { $turn }: { $move }.
coach-throw-again = Throw, and type what falls.
coach-throw-now = Throw { $dice ->
    [one] one die
   *[other] { $dice } dice
 }, and type what falls.
coach-dice = The dice show { $dice }. { $left ->
    [0] No throw is left.
    [one] One throw is left.
   *[other] { $left } throws are left.
 }
coach-dice-aside = The dice show { $dice }, with { $total } in this turn so far.
coach-read = The photo shows { $dice }.
coach-doubts = In { $file } { $count ->
    [one] a value
   *[other] { $count } values
 } cannot be read ({ $doubts }). { $read ->
    [0] {""}
   *[other] The others show { $dice }.
 } Type { $count ->
    [one] what it shows
   *[other] what these { $count } dice show
 }.
coach-doubts-all = In { $file } { $count ->
    [one] a value
   *[other] { $count } values
 } cannot be read ({ $doubts }). Type all dice.
coach-undone = Taken back.
coach-score = { $name }: { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
coach-next = Next: { $move } { $cost }.
coach-third = Third: { $move } { $cost }.
coach-enter = Press Enter to write { $points } in { $box }.
coach-enter-nothing = Type the dice, a choice, or ? for help.
coach-cost-none = is just as good
coach-cost-points = costs { NUMBER($cost, minimumFractionDigits: 1) } points
coach-cost-points-least = costs less than 0.1 points
coach-cost-turns = costs { NUMBER($cost, minimumFractionDigits: 1) } turns
coach-cost-turns-least = costs less than 0.1 turns
coach-cost-wins = costs { NUMBER($cost, minimumFractionDigits: 1) } of 100 games
coach-cost-wins-least = costs less than 0.1 of 100 games
coach-expected = { $name ->
    [you] You
   *[other] { $name }
 } can expect { $points ->
    [one] { $points } point
   *[other] { $points } points
 } in the end.
coach-expected-turns = On average it takes { $turns ->
    [one] { $turns } more turn
   *[other] { $turns } more turns
 }.
coach-expected-reach = From here the goal is reached in { $share } of 100 games.
coach-expected-wins = From here { $name ->
    [you] you win
   *[other] { $name } wins
 } { $share } of 100 games.
coach-bonus = The bonus is then reached in { $share } of 100 games.
coach-bonus-instead = The bonus is then reached in { $share } instead of { $other } of 100 games.
coach-chose-best = That was the best choice.
coach-chose = { $move } { $cost }.
tutor-warns = Careful: { $told }
drill-asked = { $number } of { $all }, from game { $game }. What do you do?
drill-turn = { $points ->
    [one] { $points } point is at risk in this turn.
   *[other] { $points } points are at risk in this turn.
 }
drill-right = { $right } of { $asked } right.
drill-none = The journal holds no costly choices here: play on, or name another game or player.
drill-help = Also: Enter on its own shows the best choice and counts as not right, q ends.
coach-chose-other = The rule of thumb goes for { $best }.
coach-chose-rule = The rule of thumb does the same.
coach-worst = { $name }, the choices that cost most:
coach-worst-choice = Turn { $turn }: { $told }
coach-no-account = Luck and skill cannot be computed for this game.
coach-listed = { $number }: { $title }, { $names }. Next: { $name }, turn { $turn }. Go on with 'pipsqueak coach --resume { $number }'.
coach-none-kept = No session is unfinished: begin one with 'pipsqueak coach GAME'.
coach-session-kept = The session is kept: go on with 'pipsqueak coach --resume { $number }'.
coach-picture-later = The picture is drawn when the game is over.
coach-help-dice = Dice: 33456 says what they show. After throwing some of the dice, type all of them or only those.
coach-help-keep = Keep: 33, k 33 or keep 3 3 keeps both threes. k alone keeps none.
coach-help-aside = Set aside: 115 or keep 115 throws the other dice, 115 h or keep 115 hold holds. h alone sets aside all that scores.
coach-help-round = Set aside: 115 or keep 115 throws the other dice. h alone sets all dice aside and holds, if that can be done.
coach-dice-tiles = The dice show { $dice }. Open tiles: { $tiles }.
coach-tiles-open = Open tiles: { $tiles }.
coach-help-tiles = Tiles: 45 or shut 4 5 shuts them. If you may throw one die, type what you have thrown, one die or more.
coach-keep-words = keep keeping
coach-hold-words = hold holding bank
coach-stand-words = stand standing
coach-sit-words = sit sitting down
coach-shut-words = shut shutting close closing
coach-throw-words = throw throwing
coach-aside-words = set setting put aside and then the
coach-help-box = Box: its name, or b and its number, such as b 3. The number alone is enough if no die shows it.
coach-help-sheets = Sheets: s shows them.
coach-help-dice-plain = Dice: type what they show.
coach-help-race = Choice: r says that you throw again, h that you hold.
coach-help-herd = Choice: r says that you stand, h that you sit down.
coach-help-dice-pigs = Pigs: type how both landed, such as 35: 1 { lie-right-side }, 2 { lie-dot-side }, 3 { lie-razorback }, 4 { lie-trotter }, 5 { lie-snouter }, 6 { lie-leaning-jowler }.
coach-help-scores = Scores: s shows them.
coach-help-dice-hog = Dice: type all that were thrown, such as 2546.
coach-help-hog = Choice: r 4 says that four dice are thrown.
coach-help-photo = Photo: p FILE reads the dice in it.
coach-help-rest = Also: u takes back, q ends and keeps the session.
coach-refused-unknown = “{ $said }” means nothing here: type ? for help.
coach-refused-which = “{ $said }” may be { $boxes }: type more of it.
coach-refused-pigs = The camera cannot read pigs: type how they landed.

## What went wrong, and what people can do about it; an error that has an English text of its own is printed with that text

board-rests = at rest, so that motor and levers have no power
board-rests-remedy = the next throw homes the crank by itself
fault-port = the serial port cannot be used
fault-port-remedy = check the cable and the port's name
fault-port-missing = the board is not connected
fault-port-missing-remedy = plug it in, or name another port
fault-port-busy = another program is using the board's port
fault-port-busy-remedy = close that program; 'pipsqueak doctor' names it
fault-port-permission = this user may not open the board's port
fault-port-permission-remedy = add this user to the group that owns the port
fault-port-lost = the connection to the board is lost
fault-port-lost-remedy = plug its cable in again
fault-port-choice = several boards are connected
fault-port-choice-remedy = name the port of the table's board
fault-link = the program cannot communicate with the board
fault-link-remedy = check the cable and switch the board off and on
fault-no-reply = the board does not answer
fault-no-reply-remedy = check its cable and power, or install the firmware: 'pipsqueak machine flash'
fault-no-board = the device that answers is not a board of this table
fault-no-board-remedy = name the port of the table's board; 'pipsqueak machine flash' would replace what runs on this one
fault-protocol-version = the board uses another version of the protocol
fault-protocol-version-remedy = install this package's firmware: 'pipsqueak machine flash'
fault-other-kind = the board belongs to another kind of machine
fault-other-kind-remedy = say which machine it is ('pipsqueak data config set machine'), or give the board its firmware: 'pipsqueak machine flash'
fault-dictionary = the board has another command dictionary
fault-dictionary-remedy = install this package's firmware: 'pipsqueak machine flash'; after a change of machine.toml run 'make -C firmware' first
fault-outcome-unknown = the outcome of the last motion is unknown
fault-outcome-unknown-remedy = look at the table: the throw is repeated
fault-line = a line to the board breaks the rules of the protocol
fault-line-remedy = send it again
fault-controller = the board refuses a command or has failed
fault-controller-remedy = look at the table, then try again
fault-refused = the board refuses a command
fault-refused-remedy = look at the table, then try again
fault-command-value = a number is outside the range that the board accepts
fault-command-value-remedy = see firmware/PROTOCOL.md for the ranges
fault-motion-timeout = a motion did not end in time
fault-motion-timeout-remedy = look for a jam
fault-fault = the board has stopped with a fault
fault-fault-remedy = look at the table, then try again
fault-board-stopped = the table was stopped
fault-board-stopped-remedy = find out why it was stopped
fault-board-estop = the emergency stop is pressed
fault-board-estop-remedy = release it, make sure that all hands are away, and press a button at the table
fault-board-lid = the lid is open
fault-board-lid-remedy = close it
fault-board-switch = the home switch does not respond
fault-board-switch-remedy = check the switch and its cable
fault-board-lease = the board has received nothing for too long
fault-board-lease-remedy = find out why the computer was busy
fault-board-limit = a motion took too long
fault-board-limit-remedy = look for a jam
fault-board-jam = the crank is jammed
fault-board-jam-remedy = free it
fault-board-memory = the board cannot store its boot number
fault-board-memory-remedy = replace the board
fault-camera = the camera cannot be used
fault-camera-remedy = check its cable and its name
fault-camera-missing = the camera is not connected
fault-camera-missing-remedy = connect it, or name another one
fault-camera-lost = the connection to the camera is lost
fault-camera-lost-remedy = plug it in again
fault-frame-timeout = the camera delivers no picture
fault-frame-timeout-remedy = check its cable
fault-no-more-pictures = there are no more pictures
fault-no-more-pictures-remedy = start again, or give more pictures
fault-libcamera = the libraries for the Pi's camera are missing or do not fit together
fault-libcamera-remedy = run 'sudo apt install python3-picamera2', then 'make pi' in the repository
fault-camera-frozen = the camera repeats the same picture
fault-camera-frozen-remedy = switch it off and on
fault-stream = the camera's stream has ended
fault-stream-remedy = wake the phone, open its camera's app again, and check its Wi-Fi
fault-camera-turned = the camera was turned
fault-camera-turned-remedy = let it lie as it does now
fault-panel = the panel's buttons and lamps cannot be used
fault-panel-remedy = play on the screen or with the keyboard, or check the panel's wiring
fault-usb-buttons = the USB buttons cannot be read
fault-usb-buttons-remedy = play on the screen or with the keyboard, or plug the encoder in
fault-panel-left = the player at the keyboard has left
fault-panel-left-remedy = play on the screen or with the panel
fault-twin = the simulated machine has failed
fault-twin-remedy = start it again
fault-twin-missing = a part of the simulated machine is missing
fault-twin-missing-remedy = install the package again
fault-missing-mujoco = the physics of the simulated machine is not installed
fault-missing-mujoco-remedy = run '{ $command }'
fault-film = the film of the simulated machine cannot be made
fault-film-remedy = name another file
fault-dimensions = the machine's dimensions cannot be used
fault-dimensions-remedy = correct hardware/machine.toml
fault-unsettled = a die could not be read, and nobody was there to say what it shows
fault-unsettled-remedy = lay it flat and free
fault-void-throw = the outcome of a throw is unknown
fault-void-throw-remedy = look at the table: the throw is repeated
fault-coil-hot = the coils of the boxes have not cooled down
fault-coil-hot-remedy = wait for a minute, then throw again
fault-safe-mode = the motors stay off after several crashes
fault-safe-mode-remedy = fix the cause of the crashes, then switch the machine off and on
fault-journal = the journal cannot be used
fault-journal-remedy = free some disk space, correct its permissions, or restart if the card has become read-only; what was written before is safe, but nothing new is saved
fault-no-journal = there is no journal, and none can be made
fault-no-journal-remedy = free some disk space, correct the folder's permissions, or restart if the card has become read-only; nothing is saved until then
fault-recording = the recording cannot be written
fault-recording-remedy = free some disk space, or name another folder
fault-report = the day's report cannot be written
fault-report-remedy = free some disk space or correct the permissions of its folder
fault-folder = a file cannot be written
fault-folder-remedy = free some disk space or correct the permissions of the folder
fault-config = the configuration cannot be used
fault-config-remedy = correct config.toml or move it away
fault-language = a language file cannot be used
fault-language-remedy = correct it or move it away
fault-voice = the voice cannot speak
fault-voice-remedy = check the sound device
fault-phone-silent = no picture comes from the phone
fault-phone-silent-remedy = wake it, and open this page there
fault-picture-empty = the picture is empty
fault-picture-empty-remedy = take it again
fault-picture-none = this is not a picture
fault-picture-none-remedy = take a photo, or send a JPEG or PNG file
fault-picture-kind = this kind of picture (with too many bits) cannot be read here
fault-picture-kind-remedy = choose JPEG in the camera’s settings
fault-picture-damaged = the picture is damaged or ends too early
fault-picture-damaged-remedy = take it once more
fault-picture-large = the picture is too large
fault-picture-large-remedy = send one of at most 120 million pixels
fault-picture-side = one side of the picture is too long
fault-picture-side-remedy = send one with sides of less than 20,000 pixels
fault-upload-large = the picture is too large
fault-upload-large-remedy = send a smaller one
fault-upload-pixels = the picture has too many pixels
fault-upload-pixels-remedy = send one of at most 25 million, or a JPEG of at most 50 million
fault-upload-slow = the picture arrives too slowly
fault-upload-slow-remedy = go nearer to the Wi-Fi and send it again
fault-upload-many = too many pictures arrive at once
fault-upload-many-remedy = send it again in a moment
fault-calibration = the calibration does not fit
fault-calibration-remedy = calibrate the table again
fault-board-not-seen = the base plate is not fully visible
fault-board-not-seen-remedy = point the camera at all four markers, and take away whatever covers them
fault-blurred = the camera's picture is blurred
fault-blurred-remedy = focus and clean the camera
fault-light = a light is missing, too weak or too strong
fault-light-remedy = make sure that both halves of the ring light up
fault-too-few-views = the board was not held in enough different positions
fault-too-few-views-remedy = begin again, and hold it tilted to all four sides and over the whole picture
fault-printed-size = the board or the plate does not have the right size
fault-printed-size-remedy = print it at 100 % and measure the line of 100 mm
fault-wrong-dice = the known dice are not read correctly
fault-wrong-dice-remedy = lay them as instructed, and make sure that lid and lens are clean
fault-not-now = the machine is not playing at the moment
fault-not-now-remedy = wait until the machine plays again
fault-player = these players cannot play this game
fault-player-remedy = choose other players
fault-goal = this game cannot be played to that goal
fault-goal-remedy = choose another number
fault-unknown-name = there is no such game or player
fault-unknown-name-remedy = choose another one
fault-missing-numba = Numba, which computes this game, is not installed
fault-missing-numba-remedy = run '{ $command }'

## The rules of the games

menu-game = Which game?
menu-level = How strong is the robot?
menu-name = Who plays?
menu-new-name = another name: type it
menu-no-name = no name
menu-type-name = Your name, or Enter for none:
menu-keys = up, down: choose; Enter: take it; q: quit
menu-more = { $count } more
menu-number = Number, or Enter for { $usual }:
rules-games = Games with rules to read:
rules-next = i shows page { $page } of { $pages }, Esc goes back to the game
rules-back = Back to the game: i or Esc
rules-does = What you do
rules-scores = What scores
rules-wins = How you win
rules-turns = The players take turns.
rules-alone = You play alone.
rules-throw-die = On your turn you throw one die again and again, until you hold or a throw ends your turn.
rules-throw-dice = On your turn you throw { $dice } dice again and again, until you hold or a throw ends your turn.
rules-throw-coin = On your turn you throw a coin again and again, until you hold or a throw ends your turn.
rules-throw-pigs = On your turn you throw { $dice } pigs again and again, until you hold or a throw ends your turn.
rules-coin = A die is the coin here: an even number is heads, an odd number is tails.
rules-pigs = After each throw you enter how the pigs lie.
rules-hold = When you hold, the points of the turn are added to your score, and your turn ends.
last-turn = the last turn: it takes more than { $score } { $score ->
    [one] point
   *[other] points
 } to win
last-round-begins = { $told } The last round begins: { $score } { $score ->
    [one] point is
   *[other] points are
 } to be beaten.
rules-last-round = The last round begins when a score reaches { $goal } { $goal ->
    [one] point
   *[other] points
 }.
rules-last-round-all = Everybody else then has one more turn.
rules-last-round-second = Only the players after that player then have one more turn, so that everybody has had the same number of turns.
rules-last-win = Then the most points win; if scores are equal, the one that was reached first wins.
rules-win-goal = The first player whose score reaches { $goal } { $goal ->
    [one] point
   *[other] points
 } wins.
rules-pig-1 = A 2 to 6 adds its number to the points of the turn.
rules-pig-2 = A 1 ends your turn, and the points of the turn are lost.
rules-progressive-pig-1 = A 2 to 6 adds its number to the points of the turn.
rules-progressive-pig-2 = A 1 ends your turn: the points of the turn are lost, but you get { $gain ->
    [one] { $gain } point
   *[other] { $gain } points
 }.
rules-piglet-1 = Heads adds { $gain ->
    [one] { $gain } point
   *[other] { $gain } points
 } to the turn.
rules-piglet-2 = Tails ends your turn, and the points of the turn are lost.
rules-two-dice-pig-1 = Dice without a 1 add their sum to the points of the turn.
rules-two-dice-pig-2 = A single 1 ends your turn, and the points of the turn are lost.
rules-two-dice-pig-3 = Two 1s end your turn, and the points of the turn and your whole score are lost.
rules-big-pig-1 = Two different dice without a 1 add their sum to the points of the turn.
rules-big-pig-2 = Two equal dice from 2 to 6 add twice their sum.
rules-big-pig-3 = Two 1s add { $ones } points.
rules-big-pig-4 = A single 1 ends your turn, and the points of the turn are lost.
rules-pass-the-pigs-1 = Two pigs on the same side add { $sides ->
    [one] { $sides } point
   *[other] { $sides } points
 } to the turn.
rules-pass-the-pigs-2 = Two pigs on opposite sides end your turn, and the points of the turn are lost.
rules-pass-the-pigs-3 = A razorback adds { $razorback } points, a trotter { $trotter }, a snouter { $snouter }, a leaning jowler { $jowler }.
rules-pass-the-pigs-4 = A pig that lies on its side next to one of these adds nothing.
rules-pass-the-pigs-5 = Two pigs in two different positions of these four add the points of both.
rules-pass-the-pigs-6 = Two pigs in the same position of these four add twice the points of both.
rules-hog-throw = On your turn you choose how many dice you throw, from 1 to { $most }, and throw them once.
rules-hog-goes = The table throws { $wells } dice at a time, and no more once a 1 has fallen.
rules-hog-1 = If no die shows a 1, the sum of all dice is added to your score.
rules-hog-2 = If any die shows a 1, the turn scores nothing.
rules-win-pig-reach = You win if your score reaches { $goal } { $goal ->
    [one] point
   *[other] points
 } within { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }.
rules-win-pig-score = The game ends after { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }, and you want as many points as possible.
rules-win-pig-turns = The game ends when your score reaches { $goal } { $goal ->
    [one] point
   *[other] points
 }, and you want as few turns as possible.
rules-win-think = If you play alone, only you stand: you hold to sit down, and you want as many points as possible.
rules-herd-stand = At the start of each round all players stand up.
rules-herd-throw = Each throw of { $dice ->
    [one] one die
   *[other] { $dice } dice
 } counts for everybody who stands.
rules-herd-choose = After each throw everybody who stands chooses: stay standing, or sit down.
rules-herd-order = The players choose one after the other, and each round another player is the first.
rules-herd-sit = When you sit down, the points of the round are added to your score, and you wait for the next round.
rules-herd-end = A round also ends when nobody stands any more.
rules-swine-herd-1 = A 2 to 6 adds its number to the points of the round.
rules-swine-herd-2 = A 1 ends the round, and everybody who still stands gets nothing for it.
rules-skunk-1 = Dice without a 1 add their sum to the points of the round.
rules-skunk-2 = A single 1 ends the round, and everybody who still stands gets nothing for it.
rules-skunk-3 = Two 1s end the round, and everybody who still stands also loses their whole score.
rules-win-swine-herd = The first player whose score reaches { $goal } { $goal ->
    [one] point
   *[other] points
 } wins.
rules-win-swine-herd-shared = If several players reach it after the same throw, the one with the most points wins, and equal scores share the win.
rules-win-skunk = After { $turns ->
    [one] { $turns } round
   *[other] { $turns } rounds
 } the player with the most points wins.
rules-win-shared = If several players have the most, they share the win.
rules-sheet-throw = On your turn you throw { $dice ->
    [one] one die
   *[other] { $dice } dice
 }, at most { $throws ->
    [one] once
   *[other] { $throws } times
 }.
rules-sheet-keep = Before each further throw you keep the dice that you like, and throw only the others.
rules-sheet-write = Then you choose an empty box of your sheet and write the points of your dice into it.
rules-sheet-commit = After the first throw you choose an empty box of your sheet, and at the end of the turn you write the points of your dice into it.
rules-sheet-once = Each box is used once, and dice that do not fit it score 0 there.
rules-sheet-bonus = If { $count ->
    [one] the box { $boxes } holds { $from ->
    [one] { $from } point
   *[other] { $from } points
 } or more
   *[other] the boxes { $boxes } hold { $from ->
    [one] { $from } point
   *[other] { $from } points
 } or more together
 }, you get a bonus of { $bonus ->
    [one] { $bonus } point
   *[other] { $bonus } points
 }.
rules-sheet-extra = Once { $box } holds its { $points ->
    [one] { $points } point
   *[other] { $points } points
 }, each later throw of { $dice } equal dice that you write pays { $extra } more.
rules-sheet-times = There are { $times } boxes of each of these: { $boxes }.
rules-sheet-saves = Throws that you do not use are saved, and you may make them in later turns.
rules-sheet-columns = There are { $count } columns of boxes, and everything that you write in them is multiplied by { $factors }.
rules-sheet-column-bonus = Each column has a bonus: in this order { $bonuses } points, if { $count ->
    [one] its box { $boxes } holds { $least } points or more
   *[other] its boxes { $boxes } hold { $least } points or more together
 }.
rules-sheet-first = If you write the first throw of a turn and it scores in { $boxes }, it brings { $points ->
    [one] { $points } point
   *[other] { $points } points
 } more.
rules-sheet-converts = At the end, the boxes count only as follows: { $parts }.
rules-sheet-convert-each = { $box } { $points } for each box with points
rules-sheet-convert-from = { $box } { $points } if they hold { $least } or more
rules-sheet-convert-all = { $box } { $points } if all of these boxes have points
rules-sheet-convert-any = { $box } { $points } if the box has points
rules-sheet-totals = The sum of all points becomes { $parts }.
rules-sheet-step = { $points } from { $least } on
rules-sheet-forced-1 = When you write { $dice } equal dice and { $box } is already filled, even with 0, they go into the box for their number.
rules-sheet-forced-2 = If no such box is empty, they go into an empty box that is not for one number, and count there as if they fitted.
rules-sheet-forced-3 = If no box of that kind is empty either, they go into a box for another number, and score 0.
rules-sheet-free-1 = When you write { $dice } equal dice, and neither { $box } nor the box for their number is empty, they count in every box that is not for one number as if they fitted.
rules-win-sheet-over = The game ends when all boxes are filled.
rules-win-sheet = The player with the most points wins.
rules-example = { $name }: { $brings }
rules-adds = adds { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
rules-ends = ends the turn without points
rules-ends-with = ends the turn with { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
rules-ruins = ends the turn and takes the whole score
rules-scores-nothing = scores nothing
rules-round-ends = ends the round without points
rules-round-ruins = ends the round and takes the whole score of all who stand
rules-box-number = the sum of the dice that show { $face }
rules-box-all = the sum of all dice
rules-box-of-all = { $what }: the sum of all dice
rules-box-of-own = { $what }: the sum of these dice
rules-box-of-points = { $what }: { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
rules-box-plus = { $what } and { $plus } more
rules-run = { $length } numbers in a row
rules-run-from = the numbers { $first } to { $last }
rules-faces = the numbers { $faces }
rules-sum = dice that sum to { $total }
rules-box-here = { $what }, here { $points }
rules-group = { $size ->
    [one] any die
   *[other] { $size } equal dice
 }
rules-groups = { $groups }, of different numbers
rules-groups-same = { $groups }, of different numbers or exactly that many of one number
rules-groups-sum = { $groups }, if all dice sum to { $total }

## Unfinished games

unfinished-game = { $number }: { $title }, { $players }, started { $begun }, { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }
play-left = you left with q
play-stopped = stopped
play-resumes = resume this game with '{ $command }'
play-robots-only = only robots play in this game, so it does not wait
play-nothing = nothing was thrown
play-none-waits = there is no unfinished game: begin one with 'pipsqueak play GAME'
play-not-waiting = { $why ->
    [missing] there is no game { $number }
    [ended] game { $number } has ended
   *[other] game { $number } cannot be resumed
 }: 'pipsqueak data games' lists those that can be resumed
unfinished-note = { $count ->
    [one] A game is unfinished: ‘pipsqueak data games’ shows it.
   *[other] { $count } games are unfinished: ‘pipsqueak data games’ lists them.
 }
game-line = { $number }: { $title }, { $players }, { $begun }: { $state }
game-waits = unfinished, { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 } so far
game-won = won by { $names }
game-ended = ended without a winner
slow-game = The game is solved first, which may take a minute …
slow-journal = Every choice in the journal is being weighed, which may take a minute …
slow-review = Every choice is being weighed, which may take a minute; --points leaves out the chances to win …
review-newest = This is game { $number }, the newest that can be reviewed.
games-none = The journal holds no game yet: begin one with ‘pipsqueak play GAME’.
games-how = Go on with ‘pipsqueak play --resume NUMBER’, or give a game up with ‘pipsqueak data games --discard NUMBER’.
discard-none = No game is unfinished.
game-discarded = Game { $number } has been given up. What was thrown stays in the journal.

## What is said for the ear: readings, and what can be pressed, in sentences

sentences = { $first } { $rest }
sentence = { $words }.
reads = The camera reads { $values }.
unread = unknown
standing = The score is { $scores }.
standing-turn = The score is { $scores }, and the turn total is { $total }.
choose = { $name }: { $options }
press-hint = Hold NEW down (or press the question mark) for a hint.
typed-undo = u asks to take the last choice back.
typed-all = a marks all dice that count.
typed-hint = The question mark gives a hint.
typed-leave = l leaves the game.
typed-always = i shows the rules, and q ends the program.
press-throw = { $roll } throws.
press-bank = { $hold } banks { $banked }.
press-bank-wins = { $hold } banks { $banked } and wins.
press-throw-dice = { $roll } throws { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
 }.
press-count = 1 to 6 choose how many dice.
press-six-more = { $hold } adds 6 dice.
press-stand = { $roll } stands.
press-sit = { $hold } sits down with { $up }.
press-keep = 1 to { $dice } keep a die or let it go.
press-enter-keep = Enter keeps die { $well }.
press-enter-release = Enter lets die { $well } go.
press-boxes = { $hold } goes to the boxes.
press-enter-write = Enter writes { $box }.
press-enter-choose = Enter chooses { $box }.
press-other-box = Up and down go to another box.
press-write = { $hold } writes { $box }.
press-choose = { $hold } chooses { $box }.
press-next-box = { $roll } goes on to { $box }.
press-number = { $keys } { $count ->
    [one] goes
   *[other] go
 } to { $boxes }.
press-dice = { $new } goes back to the dice.
press-lie = { $hold } says that the dice lie there.
press-again = Any button tries again at once.
press-leave = Hold NEW down twice (or press l) to leave the game.
dice-show = The dice show { $dice }.
dice-show-kept = The dice show { $dice }. You keep { $kept }.
box-points = { $box } { $points }
choose-boxes = The dice would score { $boxes }. The selected box is { $box }, with { $points }

## The page: the coach

page-coach = Coach
page-coach-begin = Begin with the coach
page-coach-does-what = You throw your own dice. The coach keeps the score, and says which choice is best and what others cost.
page-coach-manner = The coach
page-coach-open = Open
page-coach-open-means = says what is best and what other choices cost
page-coach-after = Afterwards
page-coach-after-means = says nothing before a choice, and afterwards what it cost
page-coach-silent = Silent
page-coach-silent-means = keeps the sheet, and shows everything at the end
page-coach-unfinished = Go on with a game
page-coach-name-twice = Two people are called { $name }: give each a name of their own.
page-coach-missing = There is no such session.
page-coach-turn = { $name }, turn { $turn }
page-coach-todo-throw = Throw { $count ->
    [one] one die, then tap what it shows
   *[other] { $count } dice, then tap what they show
 }.
page-coach-todo-pigs = Throw both pigs, then tap how they lie.
page-coach-todo-again = Throw again and tap what falls, or hold the { $total } you have.
page-coach-counts = They show this
page-coach-clear = Clear
page-coach-no-camera = The table has no camera now: tap the dice.
page-coach-busy = Other pictures are being read. Try again in a few seconds, or tap what the dice show.
page-coach-other-camera = Another camera is in use here.
page-coach-says = The coach says
page-coach-ending = Looking back
page-coach-again = All sessions
page-coach-set-up = Set up a position
page-coach-link = Copy a link to this position
page-coach-dial = How many points do you need? From safe to bold
page-coach-weigh = Weigh this position
page-coach-choices = All choices
position-player = Whose turn is it?
position-scores = Points
position-blanks = Turns without points so far
position-cards = Score sheets
position-round = Round
position-turns-taken = Turns taken
position-throws = Throws of all players so far
position-turn-total = Points of this turn
position-round-total = Points of this round
position-dice = Dice
position-aside = Set aside
position-rolls-left = Throws left
position-throws-left = Throws left
position-committed = Box chosen for this turn
position-tiles = Open tiles
position-seated = Who sits
position-bonuses = Further Yahtzees (how many)
position-saved = Saved throws
page-coach-hold = Hold with these
page-coach-does = I do that
page-coach-listed = { $title }: { $names }
page-coach-listed-next = { $number }. Next: { $name }, turn { $turn }
fault-session-missing = there is no such session
fault-session-missing-remedy = choose one from the list
fault-session-taken = this session is open in another program
fault-session-taken-remedy = end that program first
fault-session-version = this session was kept by another version of this program
fault-session-version-remedy = use that version
fault-busy = too many games are being reviewed at the moment
fault-busy-remedy = try again in a minute

## The day's report

report-minutes = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
 }
report-hours = { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
 }
report-on = { $day }: on for { $lasted }, { $starts ->
    [one] { $starts } start
   *[other] { $starts } starts
 }, { $crashes ->
    [one] { $crashes } crash
   *[other] { $crashes } crashes
 }
report-people = games with people: { $ended } finished, { $left } abandoned
report-alone = games between robots: { $ended } finished, { $left } abandoned
report-turns = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }, { $unaided } of them without help
report-throws = { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
 }, { $void } void, { $busiest } in the busiest hour
report-faults = { $device }: { $times ->
    [one] { $times } fault
   *[other] { $times } faults
 }, lasting { $seconds } s in all
report-wear = the motor has shaken { $shakes ->
    [one] { $shakes } time
   *[other] { $shakes } times
 } so far

## The self-test, step by step

selftest-name-board = Board
selftest-name-camera = Camera
selftest-name-lights = Lights
selftest-name-switches = Switches
selftest-name-motor = Motor
selftest-name-levers = Levers
selftest-name-knocks = Knocks
selftest-name-calibration = Calibration
selftest-name-dice = Known dice
selftest-name-throws = Throws
selftest-step-board = Board: does the right one answer?
selftest-step-camera = Camera: keep the plate's markers clear and your hands away.
selftest-step-lights = Lights: each half of the ring lights up by itself.
selftest-step-switches = Switches: you open the lid and press the emergency stop.
selftest-step-motor = Motor: the wells move, slowly at first. Hands away from them!
selftest-step-levers = Levers: one after the other goes down onto its die.
selftest-step-knocks = Knocks: one box after the other throws its die. Hands away!
selftest-step-calibration = Calibration: does it fit what the camera sees?
selftest-step-dice = Known dice: does the camera read them correctly?
selftest-step-throws = Throws: the machine throws and reads again and again.
selftest-after-ok = This step is done.
selftest-after-trouble = Fix what was found, then repeat the step, or go on.
selftest-after-skipped = This step could not be tried.
selftest-after-unjudged = Not all of this step could be judged. Fix what was found, then repeat the step, or go on.
selftest-answer-next = next
selftest-answer-repeat = repeat
selftest-answer-quit = end
selftest-answer-done = done
selftest-answer-skip = leave as it is
selftest-answer-keep = keep
selftest-answer-up = higher
selftest-answer-down = lower
selftest-answer-calibrate = calibrate now
selftest-enter = Enter: { $usual }
selftest-hold = { $number }: hold the calibration board still, { $way }
selftest-lay-lid = Lay the calibration board flat on the lid, in the middle of the picture.
selftest-lay-dice = Lay dice that show 1, 2, 3 in the upper wells and 4, 5, 6 in the lower ones, from left to right, and close the lid.
selftest-lay-dice-boxes = Lay a die that shows 1 into box 1, one that shows 2 into box 2, and so on, and close the lids.
selftest-open-lid = Open the lid.
selftest-close-lid = Close the lid.
selftest-press-stop = Press the emergency stop.
selftest-release-stop = Release the emergency stop.
selftest-board-answers = It answers: firmware { $firmware }, protocol { $protocol }; the cause of its last reset: { $reset }.
selftest-sensor = Sensor { $name }, mode { $across } x { $down }, which reads { $percent } % of its width.
selftest-size = The pictures' size in pixels: { $across } x { $down }.
selftest-width = It sees { $mm } mm across the plate; the drawings say { $right } mm.
selftest-hangs = The lens is { $height } mm above the plate, over x { $x }, y { $y } mm, turned by { $degrees } degrees.
selftest-sharp = A marker's edge, in pixels: { $pixels }; its black reflects { $percent } % as much light as its white.
selftest-markers = { $count } of 4 markers are seen sharply.
selftest-swing = The light swings by { $percent } % from picture to picture.
selftest-halves = Brightness: left { $left } %, right { $right } % of the brighter half.
selftest-white = The markers' white has grey level { $level } under both halves.
selftest-lid-clear = The dark floor, seen through the lid, reflects { $percent } % as much light as the markers' white.
selftest-lid = lid
selftest-stop = emergency stop
selftest-switch-heard = { $switch }: it was seen pressed and released.
selftest-homed = The crank has found home: its switch closes and opens.
selftest-turns = In whole turns the wells move by { $mm } mm.
selftest-shakes = A shake at { $rate } Hz keeps the crank's place.
selftest-keep-shake = The fastest shake that keeps the crank's place is { $rate } Hz; the table shakes at { $now } Hz. Keep { $rate } Hz?
selftest-shake-kept = The table shakes at { $rate } Hz from now on.
selftest-levers-follow = { $count } of 6 levers move when their own plugs are used.
selftest-lever-touches = Lever { $well } comes to rest on its die at { $micros } µs.
selftest-touch-unjudged = Not judged: the camera did not see where { $count ->
    [one] lever { $wells } touches its die
   *[other] levers { $wells } touch their dice
 }. Repeat this step.
selftest-lever-kept = Lever { $well } is adjusted; the program sends this to the board after every reset.
selftest-adjust = Lever { $well } is down at { $micros } µs. It should press its die by 1 to 2 mm.
selftest-calibrated = Calibrated on { $made }.
selftest-uncalibrated = Not calibrated: the lens of the drawings is used.
selftest-calibrate = { $state } Calibrate now? A real camera needs it once.
selftest-fits = It fits what the camera sees.
selftest-read = { $right } of { $dice } known dice are read correctly.
selftest-knocks-own = { $right } of { $boxes } boxes throw their own dice.
selftest-thrown = Throw { $number } of { $most }
selftest-throws-made = Throws: { $count }, one in { $seconds } s.
selftest-throws-unread-count = Unread: { $unread } of { $dice } dice.
selftest-throws-cut = Cut short: several throws in succession could not be read.
selftest-faces = How often 1 to 6 fell: { $counts }.
selftest-follows = An earlier step may have found the cause: { $what }
selftest-unjudged = Not judged: an earlier step may have found the cause. Fix that, then repeat this step.
selftest-unseen = The camera does not see the markers clearly enough: fix what earlier steps have found.
selftest-no-board = The board does not answer: fix that first.
selftest-no-camera = The camera cannot be opened: fix that first.
selftest-stopped = Nothing may move: { $what }; { $do }.
selftest-not-home = The wells are not at home: fix what the motor step has found.
selftest-calibration-waits = Fix this first: { $why }.
selftest-picture-camera = What the camera sees
selftest-picture-left = Left half only
selftest-picture-right = Right half only
selftest-picture-motor = The wells at their farthest point from home
selftest-picture-levers = The levers, lowered
selftest-picture-dice = The known dice
selftest-picture-throw = The last throw
selftest-report-title = Self-test of the table { $table }
selftest-report-made = Made on { $when }
selftest-report-kept = Report: { $file }
selftest-summary-ok = Everything works.
selftest-summary-troubles = Found: { $troubles ->
    [one] one problem
   *[other] { $troubles } problems
 }.{ $unjudged ->
    [0] { "" }
    [one] { " " }One step could not be judged.
   *[other] { " " }{ $unjudged } steps could not be judged.
 }
selftest-summary-unjudged = Nothing was found, but { $unjudged ->
    [one] one step
   *[other] { $unjudged } steps
 } could not be judged.
selftest-summary-skipped = Nothing was found, but { $skipped ->
    [one] one step
   *[other] { $skipped } steps
 } could not be tried.
selftest-state-ok = works
selftest-state-trouble = problem
selftest-state-unjudged = not judged
selftest-state-skipped = not tried
selftest-wrong-firmware = Wrong firmware: { $said }.
selftest-wrong-firmware-do = Run 'pipsqueak machine flash', then repeat this step.
selftest-wrong-firmware-do-boxes = Run 'pipsqueak machine flash --machine boxes', then repeat this step.
selftest-wrong-board = Wrong board, or the wrong port: { $said }. From here the two look alike.
selftest-wrong-board-do = Name the port of the table's board with --table. If it is the right one, run 'pipsqueak machine flash'.
selftest-board-silent = The board does not answer: it has no power, or no firmware.
selftest-board-silent-do = Check the USB cable and its light, then run 'pipsqueak machine flash'.
selftest-brown-out = Brown-out under load: the board was reset because its 5 V broke down.
selftest-brown-out-do = Give the servos a 5 V supply of their own, 6 A, with a capacitor of 1000 µF, and join all grounds in one point.
selftest-brown-out-do-boxes = Connect the 12 V only to the MOSFET modules, and each module needs its diode. See that no wire of a coil touches the board.
selftest-failed = It failed: { $what }.
selftest-failed-do = To do: { $do }. Then repeat this step.
selftest-flicker = A lamp on the mains flickers over the table: rows of the picture swing by { $percent } %.
selftest-flicker-do = Switch that lamp off, shade the table, or write exposure_milliseconds = 10 (20 for a multiple) into config.toml.
selftest-wrong-mode = Wrong sensor mode: it reads { $read } of { $whole } columns and sees only { $mm } mm of the plate.
selftest-wrong-mode-do = Use the mode that reads the whole sensor: close other programs that use the camera, then start this one again.
selftest-wrong-field = The camera sees { $mm } mm of the plate and not { $right } mm: wrong sensor mode, wrong lens, or wrong height. From here they look alike.
selftest-wrong-field-do = Measure the height of the lens. 'pipsqueak doctor' says which camera sees how much at which height.
selftest-no-plate = Only { $count } of the 4 markers are seen.
selftest-no-plate-do = Take the cap off, clear and light the markers, and point the camera at all four.
selftest-out-of-focus = Out of focus: the width of a marker's edge in pixels is { $pixels }, and should be 1.
selftest-out-of-focus-do = Turn the lens until the dice are sharp; one that focuses by itself needs 'pipsqueak machine calibrate'.
selftest-dirty-lens = Dirty lens: the markers' black reflects { $percent } % as much light as their white; with a clean lens it is 4 %.
selftest-dirty-lens-do = Wipe the lens with a soft dry cloth, and take off the film that protected it.
selftest-hazy-lid = The lid over the dice is cloudy: the dark floor below it reflects { $percent } % as much light as the markers' white. With a clear lid it is 10 %.
selftest-hazy-lid-do = Wipe the lid with a soft damp cloth. If it stays cloudy, it is scratched: put the spare lid on, and cut a new spare.
selftest-camera-turned = The camera is turned by { $degrees } degrees.
selftest-camera-turned-do = Turn it round, until die 1 is the one at the top left of the picture.
selftest-camera-askew = The camera is tilted by { $degrees } degrees.
selftest-camera-askew-do = Turn it until the plate's edges are level in the picture.
selftest-camera-low = The camera hangs { $mm } mm too low: { $height } mm over the plate and not { $right } mm.
selftest-camera-low-do = Fix its arm { $mm } mm higher on the post.
selftest-camera-high = The camera hangs { $mm } mm too high: { $height } mm over the plate and not { $right } mm.
selftest-camera-high-do = Fix its arm { $mm } mm lower on the post.
selftest-camera-beside = The camera is { $mm } mm away from its place.
selftest-camera-beside-do = Move it until the lens is over the middle of the wells.
selftest-marker-missing = Marker { $marker } is missing: the picture shows its place, but not the marker.
selftest-marker-missing-do = Clear it, or print it again with 'pipsqueak machine calibrate print'. Count from the top left corner clockwise.
selftest-marker-outside = Marker { $marker } is outside the picture.
selftest-marker-outside-do = Point the camera at the middle between the markers, and hang it high enough.
selftest-marker-turned = Marker { $marker } is glued on the wrong way round.
selftest-marker-turned-do = Print the plate again with 'pipsqueak machine calibrate print', and glue that corner on as printed.
selftest-well-outside = Die { $well } may lie outside the picture.
selftest-well-outside-do = Move the camera until all places of dice are in the picture.
selftest-lights-dead = Neither half of the light shines: the ring has no 24 V, or both of its wires are off. From here the two look alike.
selftest-lights-dead-do = Switch the 24 V supply on, check its fuse, then measure 24 V at the strips.
selftest-halves-joined = Both halves of the light shine when one should: their wires touch.
selftest-halves-joined-do = With the 24 V off, look for a drop of solder between the wires from D5 and D6, and between the halves of the ring.
selftest-half-dead-left = The left half of the light is dead.
selftest-half-dead-left-do = Check its strip, its MOSFET and the wire from pin D5.
selftest-half-weak-left = The left half of the light is { $times } times darker than the other.
selftest-half-weak-left-do = Check its joints, and that both strips are alike.
selftest-half-dead-right = The right half of the light is dead.
selftest-half-dead-right-do = Check its strip, its MOSFET and the wire from pin D6.
selftest-half-weak-right = The right half of the light is { $times } times darker than the other.
selftest-half-weak-right-do = Check its joints, and that both strips are alike.
selftest-halves-swapped = The halves of the light are swapped: the left one shines from the right.
selftest-halves-swapped-do = Swap the wires of pins D5 and D6, or turn the ring by half a turn.
selftest-light-dim = The plate is dim: the markers' white has grey level { $level }.
selftest-light-dim-do = Run 'pipsqueak machine calibrate', which sets the exposure, or give the ring its 24 V.
selftest-light-glaring = The plate is overexposed: the markers' white has grey level { $level }.
selftest-light-glaring-do = Keep other lamps off the table, then run 'pipsqueak machine calibrate'.
selftest-lid-shorted = The lid's switch is shorted: it reads closed with the lid open.
selftest-lid-shorted-do = Unplug the switch at D3. If it reads open then, the switch or its magnet is at fault; otherwise its cable is.
selftest-lid-open = The lid's switch reads open with the lid closed: it is not connected, or its magnet is too far.
selftest-lid-open-do = Check the wires from D3 and ground, then move the magnet nearer.
selftest-lid-inverted = The lid's switch is inverted.
selftest-lid-inverted-do = Use its other contact: it closes when the lid is shut.
selftest-lid-shakes = The closed lid's switch opened in a shake at { $rate } Hz: its magnet is too far away, or the lid is loose.
selftest-lid-shakes-do = Move the magnet 1 to 2 mm nearer to the contact's end, and see that the hook holds the lid without play. Then repeat this step.
selftest-lid-unsure = The lid's switch does not follow the lid.
selftest-lid-unsure-do = Open and close the lid when you are asked, then check for a loose wire at D3.
selftest-stop-unwired = The emergency stop is not wired: its second contact reads as pressed all the time.
selftest-stop-unwired-do = Connect its second contact between D2 and ground. It must be normally closed.
selftest-stop-shorted = The emergency stop is not detected: it reads as released when it is pressed.
selftest-stop-shorted-do = Do not run the machine. D2 must not be bridged to ground: its second contact opens when it is pressed.
selftest-stop-inverted = The emergency stop is inverted.
selftest-stop-inverted-do = Use a normally closed contact between D2 and ground.
selftest-stop-unsure = The emergency stop does not follow the button.
selftest-stop-unsure-do = Press and release it when you are asked, then check for a loose wire at D2.
selftest-motor-stopped = The motion ended with fault { $fault } of the board.
selftest-motor-stopped-do = See the faults in the serial protocol, fix it, then repeat this step.
selftest-home-lost = Home is not found, and the camera cannot see whether the wells move: motor unplugged, a coil open, or the home switch dead or inverted. From here they look alike.
selftest-home-lost-do = Fix the camera first, or look yourself: if the wells turn once, it is the switch, else the motor.
selftest-motor-still = The motor does not turn: it is unplugged, or one of its coils is open. From here the two look alike.
selftest-motor-still-do = Switch both supplies off and unplug it. Measure both coils: 1.5 Ω each. If both are right, check 24 V, the fuse and the driver.
selftest-home-stuck = Home is not found although the wells moved by { $mm } mm: the home switch is inverted, or sticks.
selftest-home-stuck-do = Turn the crank by hand with the supply off: D4 must be connected to ground only near the lowest point.
selftest-home-dead = The home switch is dead: the wells moved by { $mm } mm, a whole turn, and it never closed.
selftest-home-dead-do = Check its plug, its cable from D4 and ground, and that the cam reaches its roller.
selftest-home-beside = The wells rest { $mm } mm from the end of their stroke: the home switch is inverted, or its cam is turned. From here the two look alike.
selftest-home-beside-do = Use the switch's other contact (closed at the lowest point). If it is that one already, move the switch's mount until the switch clicks around the lowest point.
selftest-crank-slips = The crank loses its place even slowly: it slips on the motor's shaft, a coil of the motor is open, or the motor is too weak. From here they look alike.
selftest-crank-slips-do = Mark crank and shaft with a line and repeat: if the line breaks, tighten the hub's set screws, the one on the flat first, else measure both coils (1.5 Ω), set Vref and free the wells.
selftest-crank-slips-fast = The crank loses its place at { $rate } Hz: it slips on the motor's shaft, the motor is too weak or rings there, or the rocker binds. From here they look alike.
selftest-crank-slips-fast-do = Mark crank and shaft with a line and repeat: if the line breaks, tighten the hub's set screws, the one on the flat first, else measure both coils (1.5 Ω), set Vref and free the wells.
selftest-mid-band = The motor falls out of step at { $rate } Hz, but not in a faster shake: it resonates there.
selftest-mid-band-do = Tighten the motor's screws and the set screws of the crank's hub, set Vref again, and see that the rod has no play. Then repeat this step.
selftest-rocker-binds = The rocker binds: the wells move by { $mm } mm, and the motor cannot take them any further.
selftest-rocker-binds-do = Switch both supplies off, open the hatch and turn the crank by hand. Sand the plywood where it rubs, and loosen the bearings' screws, turn, and tighten them.
selftest-driver-hot = The motor's driver gets too hot. Throws that went well: { $throws }; after them, throws in which the crank lost its place: { $jams }.
selftest-driver-hot-do = Stick the heat sink onto the driver's chip, let air reach it, and set Vref again. Let it cool for ten minutes before you repeat this step.
selftest-post-swings = The camera swings by { $mm } mm in a shake at { $rate } Hz.
selftest-post-swings-do = Tighten the screws of post, arm and mount. If that does not help, put the machine onto a heavier table, or brace the post.
selftest-throws-jam = Throws that ended because the crank lost its place: { $jams }. It slips on the motor's shaft, a coil is open, or the motor is too weak.
selftest-throws-jam-do = Repeat the motor step with --from motor.
selftest-levers-sag = Brown-out under load: the board is reset when all levers move together.
selftest-levers-sag-do = Give the servos a 5 V supply of their own, 6 A, with a capacitor of 1000 µF at their plugs, and join all grounds in one point.
selftest-servo-dead = Servo { $well } is dead: its lever does not move.
selftest-servo-dead-do = Check its plug (signal, plus, minus) and that its lever is on its horn. Try its plug on another servo.
selftest-servos-short = The servos turn about { $percent } % less for a pulse than they should: they are clones. Levers { $wells } do not press their dice.
selftest-servos-short-do = Adjust each lever here and keep it; no servo need be changed.
selftest-servos-long = The servos turn about { $percent } % further for a pulse than they should: they are clones. Levers { $wells } press too hard.
selftest-servos-long-do = Adjust each lever here and keep it; no servo need be changed.
selftest-servos-swapped = The plugs of servos { $one } and { $other } are swapped.
selftest-servos-swapped-do = Switch the 5 V off and swap these two plugs.
selftest-lever-astray = The signal of servo { $well } moves other levers than its own: { $wells }.
selftest-lever-astray-do = Follow the signal wires from A0 to A5 to servos 1 to 6.
selftest-row-away = The levers of the { $row ->
    [upper] upper row (1, 2 and 3)
   *[lower] lower row (4, 5 and 6)
 } turn away from their dice.
selftest-row-away-do = Switch the 5 V off and take these levers off. All servos must lie with their shafts to the left. Servos of another make may turn the other way: if both rows turn away, write turns = "clockwise" in hardware/machine.toml, run 'make -C firmware' and 'pipsqueak machine flash', and put all levers on again as the guide says. If only one row does, use servos of the same make.
selftest-lever-away = Lever { $well } moves away from its die.
selftest-lever-away-do = Switch the 5 V off and take this lever off. Its servo is mounted the other way round, or is of another make: turn or replace it, then put the lever on again as the guide says.
selftest-horn-high = Lever { $well } sits { $teeth } { $teeth ->
    [one] tooth
   *[other] teeth
 } too high on its servo: it touches its die { $micros } µs from its place.
selftest-horn-high-do = Adjust it here and keep it, or take the horn off and put it on again, then repeat this step.
selftest-horn-low = Lever { $well } sits { $teeth } { $teeth ->
    [one] tooth
   *[other] teeth
 } too low on its servo: it touches its die { $micros } µs from its place.
selftest-horn-low-do = Adjust it here and keep it, or take the horn off and put it on again, then repeat this step.
selftest-die-missing = Well { $well } holds no die.
selftest-die-missing-do = Lay one in.
selftest-die-missing-boxes = Box { $well } is empty.
selftest-two-dice = Two dice lie in well { $well }.
selftest-two-dice-boxes = Two dice lie in box { $well }.
selftest-two-dice-do = Take one out.
selftest-die-beside = Die { $well } lies beside its box.
selftest-die-beside-do = Lay it back into its box, and close the lid.
selftest-lid-off = Box { $well } has no lid.
selftest-lid-off-do = Lay its lid on, and tape it down with light tape: without it the die jumps out. If it is on, calibrate.
selftest-die-leans = Die { $well } leans in every throw: two dice lie there, or the floor is not even.
selftest-die-leans-do = Take out the second die, or what lies under the die. If several dice lean, the camera has another lens than drawn: calibrate. Then repeat this step.
selftest-die-unread = Die { $well } { $doubt }.
selftest-die-unread-do = Lay it flat and clean the lid; if that does not help, take another die. If several cannot be read, calibrate.
selftest-die-misread = Die { $well } is read as { $read } and shows { $known }.
selftest-die-misread-do = Look at it. If it shows { $known }, do not play: calibrate, then repeat this step.
selftest-throws-unread = { $unread } of { $dice } thrown dice could not be read.
selftest-throws-unread-do = Clean lid and lens, see that nothing lies under the dice, then calibrate.
selftest-die-stuck = Die { $well } shows { $face } after every throw.
selftest-die-stuck-do = It must lie loose: look for glue, and for a part that holds it or does not move.
selftest-die-repeats = Die { $well } showed the same face again too often ({ $times } of { $throws }). By chance it would be one throw in six.
selftest-die-repeats-do = It is thrown too weakly: check that nothing holds it, and that the part that throws it moves freely. Then repeat this step.
selftest-die-unfair = Die { $well } showed { $face } too often ({ $times } of { $throws }). By chance it would be one throw in six.
selftest-die-unfair-do = Lay another die there, and repeat this step. If that one does the same, it is thrown too weakly.
selftest-knock-dead = Box { $well } does not knock: its die lay still in { $knocks } knocks.
selftest-knock-dead-do = Is the 12 V plug in? Watch the light of its MOSFET module while you repeat this step. Dark: check the wire from the board. It blinks, and nothing clicks: check both wires of the coil. It clicks: free the plunger and the flap, which must rub nowhere.
selftest-knock-weak = Box { $well } knocks too weakly. Knocks: { $knocks }; those that moved its die: { $times }.
selftest-knock-weak-do = Lift its flap with a finger: it must fall back by itself and rub nowhere, and so must the plunger. Then tighten the screws on its wires, and see that the supply gives 12 V.
selftest-knocks-swapped = The wires of boxes { $one } and { $other } are swapped: each throws the die of the other.
selftest-knocks-swapped-do = Pull the 12 V plug, swap these two wires at the board, then repeat this step.
selftest-knock-astray = When box { $well } should knock, other dice jump: { $wells }.
selftest-knock-astray-do = Follow the wires: pin, module and box of each number belong together, and no wire may touch another. All boxes must stand firmly.
selftest-misfit = The calibration does not fit: { $why }.
selftest-misfit-do = Repeat this step and calibrate.
fault-adjustment = the file with the adjusted levers or the adjusted shake cannot be used
fault-adjustment-remedy = remove it, and run the self-test
page-selftest = Self-test
page-selftest-how = Try the machine step by step; a report is kept.
page-selftest-begin = Begin
page-selftest-short = Only the steps that need no help
page-selftest-waits = It begins as soon as no game is in progress.
page-selftest-left = It ended before its last step.
page-selftest-no-machine = This table has no board to test.
page-selftest-report = The report
selftest-shake-again = A die cannot be read where it lies: the table throws all dice once. Hands away!
selftest-leaning = Leaning dice that a game would throw again: { $count }.

## People who have only the three big buttons

ask-value-big = The die { $doubt }: { $remedy }. Then press { $roll } until the number is right, and { $hold }.
ask-value-well-big = The die in well { $well } { $doubt }: { $remedy }. Then press { $roll } until the number is right, and { $hold }.
ask-value-well-big-boxes = The die in box { $well } { $doubt }: { $remedy }. Then press { $roll } until the number is right, and { $hold }.
ask-lie-big = How did pig { $pig } land? Press { $roll } until it is right, and then { $hold }.
counted = It shows { $face }: press { $hold } if that is right, { $roll } for the next number.
counted-lie = { $lie }: press { $hold } if that is right, { $roll } for the next position.
ask-confirm-big = Is that right? Press { $hold } for yes. { $roll } adds one to the selected die, and { $new } selects the next die. After the last die, { $new } has the dice read again.
ask-enter-big = { $dice ->
    [one] What does the die show
   *[other] What do the { $dice } dice show
 }? Press { $roll } until the selected die is right, then { $hold }. { $new } selects the next die.
ask-enter-look-big = { $dice ->
    [one] The die cannot be read for sure
   *[other] Not every die can be read for sure
 }: press { $roll } until the selected die is right, then { $hold }. { $new } selects the next die, and after the last one has the dice read again.
confirm-keys-big = With the buttons: { $roll } adds one to the selected die, { $new } selects the next die, { $hold } says that all is right.
key-asked-count = { $roll }: the next number
key-asked-on = { $new }: the next die
key-asked-right = { $hold }: that is right
press-asked = Die { $well } shows { $face }: { $hold } keeps it, { $roll } throws it again.
press-back = { $new } goes back to die { $well }.
press-undo = { $new } asks to take the last choice back.
press-boxes-roll = { $roll } goes to the boxes.
press-one-more = { $hold } adds one die.

## Studies of dice

study-die-well = { $die } in well { $well }
study-move = Lay the dice: { $dice }. Take your hands away, then press Enter.
study-throw = Throw { $throw }: throw only { $die }, where the camera sees it.
study-unseen = If the camera does not see a die that lies there, press Enter: it then counts as in doubt. Do not throw it again: that makes the counts wrong.
study-enter = Throw { $throw }: { $count ->
    [one] what does { $dice } show (? if it leans or is lost)?
   *[other] what do { $dice } show, in this order (? for one that leans or is lost)?
}
study-enter-wrong = Type { $dice ->
    [one] one value
   *[other] { $dice } values
} from 1 to 6, or ?.
study-rest = The machine rests for about { $minutes } min.
study-progress = Throw { $throws } of { $planned }.
study-bound = no face is off by more than { $points ->
    [one] { $points } point
   *[other] { $points } points
 } ({ $level } %)
study-bound-doubt = no face is off by more than { $points ->
    [one] { $points } point
   *[other] { $points } points
 } ({ $level } %) if { $dice ->
    [one] the one in doubt fell as the others did, and by no more than { $most } however it fell
   *[other] the { $dice } in doubt fell as the others did, and by no more than { $most } however they fell
}
study-nothing = Nothing was found against this die: { $bound }.
study-unfinished = There is no verdict yet, after throw { $throws } of { $planned }. If you stop as soon as a die looks loaded, you accuse too many fair dice.
study-found = { $found }: { $bound }.
study-dependent = { $found }: the intervals of the faces do not hold.
study-and = { $first }; { $rest }
study-found-faces = The faces of this die do not fall as often as they should
study-found-transitions = A throw depends on the one before it
study-found-runs = Equal values follow each other more or less often than by chance
study-found-wells = The die falls, or is read, differently from well to well
study-plan-finds = { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
}{ $dice ->
    [one] {""}
   *[other] {" "}of each of { $dice } dice
} find a loaded die with a chance of { $power } % if one of its faces falls { $points ->
    [one] { $points } percentage point
   *[other] { $points } percentage points
} too often, and the opposite face as much too rarely. { $dice ->
    [one] A fair die is accused
   *[other] One or more of { $dice } fair dice are accused
} with a chance of { $level } %.
study-plan-time = At the table { $table } the throws take { $time }.
study-plan-kept = The plan is kept. Now run { $command }
study-minutes = { $count } min
study-hours = { $count } h
study-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
study-row-cut = The last row of the log was incomplete, as after a power cut, and was removed. Its throw is repeated.
study-done = All { $throws } throws are done. Now run { $command }
study-counted = { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
}, { $dice } in doubt
study-kept = The die { $die } is kept: --die { $option } plays with it.
study-known = The die { $die } falls by the likeliest chances of a study of { $throws ->
    [one] { $throws } throw
   *[other] { $throws } throws
} until { $day } ({ $table }).
study-known-early = The die { $die } falls by the likeliest chances of a study that was stopped early, after throw { $throws } of { $planned }, on { $day } ({ $table }).
study-known-other = A die { $die } of another study, or of more throws, is kept already: { $day }, throws: { $throws }. Add --replace to keep this one in its place.

report-title-study = Study of { $dice }
report-made = Throws made: { $made } of { $planned } ({ $table }).
report-answer-die = { $die }: { $sentence }
report-plan-wells = All dice lie in wells; each die moves to the next well after every { $turn ->
    [one] { $turn } throw
   *[other] { $turn } throws
 }.
report-plan-reader = The plan includes how often known dice were misread; this report does not.
report-face = face
report-read = read
report-likeliest = likeliest %
report-interval = interval %
report-anywhere = if all in doubt were one face %
report-range = { $low } to { $high }
report-picture-words = The chance of each face, with a fair die's as a dashed line.
report-faces-words = The intervals of the six faces hold together in { $level } % of studies.
report-question = question
report-p = p alone
report-p-together = p among all
report-check-faces = Do the faces fall as often as they should?
report-check-transitions = Does a throw depend on the one before it?
report-check-runs = Do equal values follow each other as often as by chance?
report-check-wells = Does the die fall in the same way in all wells?
report-checks-words = All checks of all dice together accuse good dice in at most { $level } % of studies (Bonferroni's inequality, with weights). A “p among all” of { $alpha } or less accuses the die. For small counts, p is simulated.
report-figure-expected = expected %
report-method = Intervals: Clopper and Pearson (1934), with Bonferroni's inequality. Faces: Pearson's chi-square, where dice in doubt count in favour of the die. Order and wells: chi-square of a table of counts.
