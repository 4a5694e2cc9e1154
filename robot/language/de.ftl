# Was Pipsqueak auf Deutsch sagt. Kinder und Erwachsene werden geduzt; die Felder heißen wie beim Kniffel.

## Die Seite: ihre Namen, und was immer auf ihr steht

page-play = Spielen
page-play-game = { $title } spielen
page-history = Verlauf
page-statistics = Statistik
page-operator = Betreiber
page-pages = Seiten
page-quoted = „{ $words }“
page-skip = Zum Inhalt
page-language = Sprache
page-menu = Menü
page-keys = Tasten: r, h, 1 bis 6 …
page-theme = Hell oder dunkel
page-close = Schließen
page-broken = Am Tisch funktioniert etwas nicht
page-tell-operator = sag dem Betreiber Bescheid
page-safe = Der Roboter ist außer Betrieb, und seine Motoren sind aus: Sag dem Betreiber Bescheid.
page-lost = Die Verbindung zum Tisch ist weg.
page-seeking = Die Seite verbindet sich von selbst wieder, sobald der Tisch wieder da ist. Wenn nicht, sag dem Betreiber Bescheid.
page-seeking-phone = Die Seite verbindet sich von selbst wieder. Wenn nicht, prüfe, ob dieses Handy im WLAN des Tisches ist.
page-sending = wird gesendet …
page-unsent = Die Verbindung war weg. Dein letztes Tippen hat vielleicht nicht gezählt: Sieh im Spiel nach.
page-act = Was du tun kannst
page-box = Feld
page-camera = Was die Kamera sieht
page-live = Live
page-chances = Gewinnchance
page-estimated = Eine Schätzung, die annimmt, dass alle auf möglichst viele Punkte spielen.
page-approximate = Näherungswerte: Bei so vielen Spielern wird nicht genau gerechnet.
page-estimated-points = Die Punkte sind geschätzt: Das Blatt ist zu groß, um es zu lösen.
page-chosen = gewählt
page-dice = Würfel
page-die = Würfel
page-kept = bleibt
page-new-game = Neues Spiel
page-again = Noch einmal
page-another-game = Anderes Spiel
page-result = Ergebnis
page-elsewhere = Das beantwortet ein anderes Gerät.
page-nothing-seen = Hier erscheint das Bild jedes Wurfs.
page-no-camera = Keine Kamera: Ihr sagt, was die Würfel zeigen.
page-race = Das Rennen
page-read = Gelesen:
page-said = Was passiert ist
page-sheet = Spielblatt
page-turn-total = Dieser Zug
page-more = Mehr
page-unknown = unbekannt
page-well = Fach
page-well-boxes = Kästchen
page-which-face = Was zeigt er?
page-percent = { $share } %
page-fewer = −{ NUMBER($points, minimumFractionDigits: 2) }
page-fewer-wins = −{ NUMBER($share, minimumFractionDigits: 1) } Prozentpunkte
page-worth = { $worth } %

## Die Seite: wer an der Reihe ist, und was jetzt zu tun ist

page-idle = Schlag den Roboter beim Würfeln.
page-idle-todo = Echte Würfel, eine Kamera, die sie liest, und ein Roboter, der gewinnen will.
page-over = Das Spiel ist aus
page-turn = { $name ->
    [you] Du bist dran
   *[other] { $shown } ist dran
 }
page-wins = { $name ->
    [you] Du gewinnst!
   *[other] { $shown } gewinnt!
 }
page-shared = { $names } teilen sich den Sieg!
page-throwing = Die Würfel rollen …
page-awaiting-throw = Jetzt wird gleich geworfen …
page-thinking = Überlegt …
page-does = { $move } …
page-ask-value = Was zeigt dieser Würfel?
page-ask-mend = Leg die Würfel richtig hin
page-ask-agree = Zurücknehmen?
page-moment-bust = { $name ->
    [you] Pech!
   *[other] Pech für { $shown }!
 }
page-moment-all = Alle
page-figure = Roboter
page-tempo = Tempo
page-tempo-calm = ruhig
page-tempo-brisk = zügig
page-tempo-fast = so schnell wie möglich
page-sounds = Töne
page-moment-alike = Alle gleich!
page-moment-lead = { $name ->
    [you] Du gehst in Führung!
   *[other] { $shown } geht in Führung!
 }
page-mood-rests = wartet
page-mood-looks = schaut
page-mood-thinks = überlegt
page-mood-sure = ist sicher
page-mood-torn = schwankt
page-mood-glad = freut sich
page-mood-sorry = bedauert das
page-mood-asks = fragt
page-mood-dares = fordert dich heraus
page-ask-confirm = Stimmt das?
page-ask-enter = Was zeigen die Würfel?
page-dice-lie = Meine Würfel liegen da
page-all-right = Das stimmt
page-look-again = Noch einmal ansehen
page-todo-regret = Als Nächstes spielt der Roboter.
page-todo-agree = { $name } möchte die letzte Wahl zurücknehmen.
page-todo-confirm = Tippe einen Würfel an, um ihn zu berichtigen.
page-todo-enter = Tippe einen Würfel an, dann, was er zeigt.
page-todo-thrown = Tippe dann an, was { $dice ->
    [one] er
   *[other] jeder
 } zeigt.
page-confirm-keys = Mit den Tasten: 1 bis 6 wählt einen Würfel, noch einmal dieselbe Taste zieht eins ab, die Taste zum Werfen zählt eins dazu.
page-enter-keys = Mit den Tasten: 1 bis 6 sagen, was der gewählte Würfel zeigt, die Taste zum Werfen wählt den nächsten.
page-phone-away = Das Handy von { $name } ist gerade weg.
page-phone-not-asked = Gerade ist kein Bild gefragt: Drücke zuerst die Taste zum Werfen.
page-phone-live = Kamera dieses Geräts benutzen
page-phone-photo = Die Würfel fotografieren
page-phone-stop = Kamera ausschalten
page-phone-asks = Am Tisch wird gefragt, ob dieses Handy seine Kamera sein darf.
page-phone-denied = Dieses Handy ist nicht die Kamera des Tisches.
page-phone-others = Das Bild kommt jetzt vom Handy, mit dem gerade gespielt wird, oder von der Kamera des Tisches.
page-phone-refused = Der Browser erlaubt hier keine Live-Kamera: Mach Fotos, oder tippe an, was die Würfel zeigen.
page-picture-keep = Dieses Bild behalten
page-picture-kept = Gespeichert als { $name }, mit den gelesenen Augen.
page-picture-gone = Inzwischen gibt es ein neueres Bild: Behalte das neue.
page-phone-reading = Das Foto wird gelesen …
page-phone-insecure = Nur Fotos: Der Browser erlaubt eine Live-Kamera nur auf einer sicheren Seite, die der Betreiber einschalten kann.
page-phone-secure = Nur Fotos. Für die Live-Kamera öffne die sichere Seite, und gehe weiter, wo der Browser warnt:
page-seat-name = Dein Name
page-seat-colour = Deine Farbe
page-colour-blue = Blau
page-colour-orange = Orange
page-colour-pink = Rosa
page-colour-grey = Grau
page-colour-brown = Braun
page-colour-indigo = Indigo
page-colour-taken = Diese Farbe hat gerade jemand anders genommen: Wähle eine andere.
page-seat-sit = Hinsetzen
page-seat-get-up = Aufstehen
page-seat-taken = { $name } sitzt schon an einem anderen Handy: Nimm einen anderen Namen.
page-seat-nobody = { $name } klingt nach einem Roboter oder einem Gast ohne Namen: Nimm einen anderen Namen.
page-seat-asked = Wer jetzt für { $name } spielt, muss zustimmen, dass dieses Handy übernimmt. Warte auf die Antwort.
page-seat-lost = Niemand ist da, der für { $name } spielt. Kommt eine Minute lang niemand zurück, spielt dieses Handy.
page-seat-first = Gib deinen eigenen Namen beim ersten Spieler ein: Dieses Handy spielt dann für dich.
page-seat-starting = Der Tisch ist gerade erst gestartet und prüft, welche Spiele weitergehen können: Drücke in ein paar Sekunden noch einmal.
page-place-seat = Ein Handy möchte als { $name } spielen.
page-place-camera = Ein Handy möchte die Kamera des Tisches sein.
page-place-camera-of = Das Handy von { $name } möchte die Kamera des Tisches sein.
page-place-give = Erlauben
page-place-refuse = Ablehnen
page-place-refused = Du hast den Platz von { $name } nicht bekommen.
page-todo-roll = Wirf.
page-todo-hold = Wirf weiter, oder halte deine { $total }.
page-todo-wins = Halte jetzt deine { $total }, und du gewinnst.
page-todo-first = { $count ->
    [one] Wirf den Würfel.
   *[other] Wirf alle { $count } Würfel.
 }
page-todo-keep = Tippe an, was bleibt, oder wähle ein Feld. { $left ->
    [one] Noch ein Wurf.
   *[other] Noch { $left } Würfe.
 }
page-todo-write = Wähle ein Feld auf dem Blatt.
page-todo-box = { $box } bringt { $points } { $points ->
    [one] Punkt
   *[other] Punkte
 }.

## Die Seite: Knöpfe

page-roll = { $count ->
    [one] 1 Würfel
   *[other] { $count } Würfel
 } werfen
page-write = { $box } schreiben ({ $points })
page-undo = Zurück
page-rules = Regeln
page-hint = Tipp
page-mended = Jetzt stimmt es
page-let-throw = Der Tisch soll werfen
page-agree = Einverstanden
page-disagree = Dagegen
page-go-on = Weiter
page-take-back = Zurücknehmen
page-do-roll = werfen
page-do-hold = halten
page-do-stand = stehen
page-do-sit = sich setzen
page-button-roll = Werfen
page-button-hold = { $total } halten
page-button-stand = Stehen bleiben
page-button-sit = Mit { $total } setzen
page-todo-count = Mit wie vielen Würfeln?
page-todo-stand = Bleib für den nächsten Wurf stehen, oder setze dich mit { $total }.
page-more-dice = Ein Würfel mehr
page-fewer-dice = Ein Würfel weniger
page-do-keep = liegen lassen
page-do-throw = alle werfen
page-hint-title = Ein Roboter an deiner Stelle
page-thinks = { $name } denkt

## Die Seite: ein neues Spiel

page-begin = Ein Spiel beginnen
page-game = Spiel
page-games = Spiele
page-all-games = Alle
page-games-search = Spiel suchen
page-games-none = Kein Spiel heißt so.
page-players = Spieler
page-player = Spieler
page-person = Mensch
page-by-hand = Wir werfen eigene Würfel
page-robot = Roboter
page-level = Stärke
page-level-note = „perfekt“ macht die meisten Punkte. „auf Sieg“ gewinnt öfter: Der Roboter achtet auch auf die anderen Blätter und wagt mehr, wenn er zurückliegt.
page-name = Name
page-name-long = Ein Name darf höchstens { $most } Zeichen haben.
page-remove = Spieler entfernen
page-add-player = Noch ein Mensch
page-add-robot = Noch ein Roboter
page-robots-alone = Nur Roboter spielen
page-more-choices = Mehr Auswahl
page-goal = Punkte zum Sieg
page-goal-blank = Gib an, wie viele Punkte zum Sieg reichen.
page-ask-lie = Wie ist Schwein { $pig } gelandet?
page-ask-lies = Stimmt das?
page-ask-leave = Das Spiel verlassen?
page-todo-lie = Wirf deine Schweine und sag dann von jedem, wie es gelandet ist.
page-todo-leave = { $people ->
    [one] Das Spiel endet dann.
   *[other] Ein Roboter übernimmt deinen Platz.
 }
page-enter-anew = Neu eingeben
page-leave-sure = Verlassen
page-stay = Bleiben
page-leave = Gehen
page-first = Wer beginnt?
page-first-thrown = ein Wurf entscheidet
page-first-named = der erste Spieler
page-first-how = Alle werfen einen Würfel. Die höchste Zahl beginnt.
page-first-tie = Gleichstand: Es wird noch einmal geworfen.
page-on-now = Ein Spiel läuft. Ein neues Spiel beendet es.
page-offers = Unterbrochene Spiele
page-offer = { $title }, { $players }, begonnen { $begun }, { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfe
 }
page-resume = Weiterspielen
page-resume-not = Endgültig beenden
page-resume-sure = Wirklich beenden?
page-resumes = Sobald das behoben ist, geht das Spiel von selbst weiter.
page-wish-preparing = { $title } beginnt gleich. Die besten Züge werden berechnet, das kann beim ersten Mal eine Minute dauern.
page-wish-waits = Die Spieler werden gefragt. { $title } beginnt, wenn sie zustimmen, fertig sind oder eine Minute lang nichts tun.
page-wish-agree = Spiel beenden
page-wish-asks = { $name } möchte { $title } beginnen. Dieses Spiel dafür beenden?
page-wish-of = { $name } hat { $title } gewählt. Die besten Züge dafür werden berechnet, das kann eine Minute dauern.
page-wish-refuse = Weiterspielen
page-wish-refused = { $title } beginnt jetzt nicht: Das laufende Spiel geht weiter.
page-try-again = Jetzt noch einmal versuchen
page-hands-away = Alle Hände sind weg: weiter
page-here = Es ist jemand da: weiter
page-on-now-asked = Ein Spiel läuft. Wer es spielt, wird gefragt, bevor ein neues beginnt.
page-leave-game = Spiel verlassen
page-seats = { $least ->
    [one] { $most ->
        [one] 1 Spieler
       *[other] 1 bis { $most } Spieler
     }
   *[other] { $least } bis { $most } Spieler
 }
page-seats-just = { $most } Spieler

## Die Seite: was ein Spiel ist

page-family-race = Wettläufe
page-family-sheet = Spielblätter
page-family-together = Gemeinsam
page-family-alone = Für eine Person
page-game-minutes = { $minutes } min
page-name-think = THINK
page-name-pig = Pig
page-name-farkle = Farkle
page-name-piglet = Piglet
page-name-progressive-pig = Progressive Pig
page-name-two-dice-pig = Pig mit zwei Würfeln
page-name-big-pig = Big Pig
page-name-pass-the-pigs = Schweinerei
page-name-hog = Hog
page-name-pig-reach = Pig allein: ans Ziel
page-name-pig-score = Pig allein: möglichst viele Punkte
page-name-pig-turns = Pig allein: möglichst wenige Züge
page-name-swine-herd = Schweineherde
page-name-skunk = Skunk
page-name-ten-thousand = Zehntausend
page-name-kingdom-come = Kingdom-Come-Würfeln
page-name-shut-the-box = Klappbrett
page-game-pig = Fordere dein Glück heraus, bis eine 1 kommt.
page-game-two-dice-pig = Zwei Würfel. Zwei Einsen nehmen alle Punkte.
page-game-big-pig = Zwei Würfel, und ein Pasch zählt doppelt.
page-game-progressive-pig = Eine 1 lässt dir nur einen Punkt.
page-game-piglet = Wirf eine Münze: Zahl beendet deinen Zug.
page-game-pass-the-pigs = Wirf zwei Schweinchen. Es zählt ihre Lage.
page-game-hog = Ein Wurf. Du wählst, wie viele Würfel.
page-game-yahtzee = Fünf Würfel, drei Würfe, dreizehn Felder.
page-game-kniffel = Yahtzee nach den deutschen Regeln.
page-game-yatzy = Das skandinavische Blatt: Paare und fünfzehn Felder.
page-game-hooligan = Ein kurzes Blatt mit sieben Feldern.
page-game-swine-herd = Ein Würfel für alle: bleiben oder gehen?
page-game-skunk = Zwei Würfel für alle: Setz dich rechtzeitig.
page-game-pig-reach = Allein: Erreichst du das Ziel rechtzeitig?
page-game-pig-score = Allein: viele Punkte in wenigen Zügen.
page-game-pig-turns = Allein: ans Ziel in möglichst wenigen Zügen.
page-game-think = Rate fünfmal, wann du aufhören musst.

## Die Seite: solange niemand spielt

page-attract-title = Spiel gegen den Roboter
page-challenge = Schlag mich: Heute { $played ->
    [one] hat es eine Person versucht und geschafft
   *[other] { $won ->
        [one] hat das { $won }
       *[other] haben das { $won }
     } von { $played } Leuten geschafft
 }.
page-challenge-none-won = Heute hat mich niemand geschlagen, und { $played ->
    [one] eine Person hat
   *[other] { $played } Leute haben
 } es versucht. Schlag mich!
page-challenge-first = Heute hat noch niemand gegen mich gespielt. Fang an!
page-best-points = Bestes Ergebnis heute: { $name } mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
 }
page-best-turns = Schnellster Sieg heute: { $name } in { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 }
page-quick = Schlag mich bei Pig in 60 Sekunden
page-quick-what = Bis { $goal }, und du fängst an
page-winner-name = Trag dich in die Siegerliste von heute ein
page-winner-write = Eintragen
page-winners = Sie haben mich heute geschlagen
page-winner-wins = { $name }: { $wins ->
    [one] ein Sieg
   *[other] { $wins } Siege
 }
page-other-games = Andere Spiele
page-somebody = jemand
page-scan = Spiel auf deinem Handy
page-guest = Gast
page-own-dice = Eigene Würfel

## Die Seite: Verlauf und Statistik

page-when = Wann
page-won-by = { $name ->
    [you] du hast gewonnen
   *[other] gewonnen: { $names }
 }
page-no-games = Es wurde noch kein Spiel gespielt.
page-counting = Die Spiele werden gezählt …
page-no-such-game = Dieses Spiel gibt es nicht.
page-no-such-page = Diese Seite gibt es nicht.
page-failed = Hier ist etwas schiefgegangen.
page-failed-todo = Öffne die Seite noch einmal. Wenn das nicht hilft, sag dem Betreiber Bescheid.
page-back-to-history = Alle Spiele
page-after = Im Rückblick
page-card-better = besser:
page-card-share = Teilen
page-card-copy = Spiel als Zeile kopieren
page-copy = Stellung als Zeile kopieren
page-copied = Kopiert
page-card-busy = Das Bild ist noch nicht da. Versuche es in einer Minute noch einmal.
page-card-turns = Alle Entscheidungen
page-card-turn = Zug { $turn }
page-card-turned = Was das Spiel gedreht hat
page-card-told = Beste und schlechteste Wahl
page-card-threw = { $name }: dieser Wurf in Zug { $turn }
page-card-chose = { $name }, Zug { $turn }: { $move }
page-card-accounts = Glück und Können
page-look-back = Rückblick
page-decided = Das war entscheidend
page-decided-by = { $name ->
    [you] Dein Wurf
    [robot] Der Wurf des Roboters
   *[other] Der Wurf von { $shown }
 } hat es entschieden
page-chance-of = Gewinnchance { $name ->
    [you] für dich
    [robot] des Roboters
   *[other] von { $shown }
 }
page-last-glad = Gutes Spiel. Noch eins?
page-last-sorry = Gut gespielt.
page-last-rests = Gutes Spiel.
page-solo = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
 }
page-best-now = { $name } war hier noch nie besser!
page-best-so-far = Bestes Ergebnis von { $name }: { $best }
page-summary-image = Das Spiel als Bild: wer gewonnen hat, die Punkte und der entscheidende Wurf
page-unfinished = nicht beendet
page-finished = beendet
page-abandoned = abgebrochen
page-games-begun = begonnene Spiele
page-games-won = beendete Spiele
page-games-left = abgebrochene Spiele
page-throws = Würfe
page-throws-void = wiederholte Würfe
page-people-won = Siege von Menschen
page-robots-won = Siege von Robotern
page-faces = Augen von { $dice ->
    [one] { $dice } Würfel
   *[other] { $dice } Würfeln
 }
page-ratings = Entscheidungen und Fehler
page-played = Spiele
page-won = gewonnen
page-mean = Punkte im Schnitt
page-best = beste
page-number = { NUMBER($number, minimumFractionDigits: 1) }

## Die Seite: Handys und der Betreiber

page-touch-keys = Bildschirmtastatur
page-touch-shift = Großbuchstaben
page-touch-erase = Löschen
page-touch-done = Fertig
page-touch-letters = Buchstaben
page-touch-accents = Buchstaben mit Akzenten
page-touch-signs = Zeichen
page-touch-space = Leerzeichen
page-touch-close = Tastatur schließen
page-phones = Handys
page-phones-how = Öffne diese Adresse auf dem Handy und tippe den Code ein, oder scanne den QR-Code.
page-phones-plain = Lehnt das Handy das Zertifikat ab, öffne darauf { $address }: Damit macht es Fotos.
page-phones-code = Die Adresse als QR-Code
page-wifi = Scanne zuerst den linken Code: Damit tritt das Handy dem WLAN { $name } bei.
page-wifi-join = Zuerst ins WLAN
page-wifi-code = Das WLAN als QR-Code
page-foreign-name = Unter diesem Namen ist der Tisch nicht bekannt: Öffne { $address }, oder gib ihm diesen Namen: ‚pipsqueak data config set name‘.
page-code = Code
page-password = Passwort
page-pair-title = Mitspielen
page-pair-how = Tippe den Code ein, den der Bildschirm am Tisch zeigt.
page-pair-go = Mitspielen
page-pair-wrong = Das ist nicht der Code. Sieh noch einmal auf den Bildschirm am Tisch.
page-pair-wait = Zu viele falsche Codes. Scanne den QR-Code, oder warte eine Minute.
page-enter-title = Betreiber
page-enter-how = Hier hat nur der Betreiber Zutritt.
page-enter-go = Weiter
page-enter-wrong = Das ist nicht das Passwort.
page-enter-wait = Zu viele falsche Passwörter. Warte eine Minute.
page-choose-title = Wähle ein Passwort
page-choose-how = Es ist noch kein Passwort gesetzt. Wähle eines mit mindestens 8 Zeichen. Die Seite des Betreibers fragt von jetzt an danach.
page-choose-go = Passwort speichern
page-choose-wrong = Das Passwort muss 8 bis 200 Zeichen haben.
page-unset-title = Betreiber
page-unset-how = Es ist noch kein Passwort gesetzt. Wähle zuerst eines am Bildschirm des Tisches.
page-overview = Auf einen Blick
page-ready = Ist der Tisch bereit?
page-ready-is = { $phase ->
    [starting] Noch nicht: Er startet.
    [tested] Gerade nicht: Ein Selbsttest läuft.
    [playing] Ja: Ein Spiel läuft.
    [alone] Ja: Ein Spiel läuft, aber niemand antwortet.
    [waiting] Nein: Er wartet auf Hilfe.
    [resting] Ja, nach einer kurzen Pause.
    [quiet] Nein: Es ist Ruhezeit.
    [safe] Nein: Nach mehreren Abstürzen sind die Motoren aus.
    [closed] Nein: Er schaltet sich ab.
   *[other] Ja.
 }
page-plays = Wer spielt?
page-needs = Was braucht Hilfe?
page-since = Seit wann?
page-nobody = Niemand
page-nothing = Nichts
page-fine-since = Seit { $time } ist alles in Ordnung.
page-health = Geräte
page-old-title = Dieser Browser ist zu alt
page-old-how = Die Seiten brauchen mindestens Safari 16.4 (iOS 16.4), Chrome oder Edge 111 oder Firefox 121. Aktualisiere dieses Gerät, oder nimm ein anderes.
page-fault-list = Liste der Störungen
page-faults = Letzte Störungen
page-no-faults = Keine.
page-device = Gerät
page-fault = Was nicht stimmt und was zu tun ist
page-now = jetzt
page-state-ok = in Ordnung
page-state-absent = nicht angeschlossen, nicht nötig
page-state-warning = Warnung
page-state-fault = Störung
page-tests = Motoren und Lichter testen
page-tests-how = Der Deckel muss geschlossen sein. Ein laufendes Spiel hat Vorrang.
page-test-home = Kurbel in Grundstellung
page-test-shake = Schütteln
page-test-lever = Hebel { $well }
page-test-knock = An Kästchen { $well } klopfen
page-test-clear = Störungen löschen
page-light-left = Linkes Licht
page-light-right = Rechtes Licht
page-light-both = Beide Lichter
page-light-off = Lichter aus
page-testing = { $what } …
page-test-done = { $what }: fertig.
page-test-busy = Der Tisch ist beschäftigt oder nicht angeschlossen. Beende das Spiel, oder sieh dir oben die Geräte an.
page-machine = Maschine
page-new-code = Neuer Code für Handys
page-restart = Neu starten
page-cancel = Abbrechen
page-leave-game-sure = Das laufende Spiel endgültig beenden?
page-restart-sure = Das Programm neu starten? Ein laufendes Spiel kann danach fortgesetzt werden.
page-settings = Einstellungen
page-usual-language = Voreingestellte Sprache
page-permit-hint = Spieler können sich Tipps geben lassen
page-permit-take-back = Spieler können eine Wahl zurücknehmen
page-permit-leave = Spieler können ein Spiel vorzeitig verlassen
page-volume = Lautstärke
page-no-voice = Die Stimme ist aus. Schreibe voice = true in config.toml und starte neu.
page-kept-setting = Gespeichert.
page-setting-until-restart = Deine Wahl gilt, bis der Tisch neu startet, denn er wurde mit { $option } gestartet. Starte ihn ohne diese Option, um Einstellungen zu speichern.
page-calibration = Kalibrierung
page-calibration-none = Noch keine. Der Tisch nimmt die übliche Linse an.
page-calibration-of = Vom { $made }: { $off } Pixel Fehler bei { $views ->
    [one] { $views } Ansicht
   *[other] { $views } Ansichten
 }.
page-calibrate = Kalibrieren
page-calibrate-how = Drucke die Tafel mit ‚pipsqueak machine calibrate print‘, beginne dann hier und folge den Schritten.
page-calibrate-how-boxes = Drucke mit ‚pipsqueak machine calibrate print‘ die zweite Seite der Tafel, beginne dann hier und folge den Schritten.
page-device-board = Steuerung
page-device-camera = Kamera
page-device-panel = Tasten
page-device-dice = Würfel
page-device-journal = Journal
page-device-recording = Aufnahme
page-device-voice = Stimme
page-device-pictures = Gespeicherte Bilder
page-device-game = Spiel
page-device-page = Seite
page-device-screen = Bildschirm
page-device-phone = Handy
page-device-corrections = Berichtigungen
page-device-report = Tagesbericht
page-device-feed = Mitteilungen
page-operator-leave = Abmelden
page-log = Protokoll
page-no-log = Noch wurde nichts protokolliert.
page-refused = Abgewiesen seit dem Start: { $connections ->
    [one] { $connections } Verbindung
   *[other] { $connections } Verbindungen
 }.
page-signed-in = Der Betreiber ist an diesem Bildschirm angemeldet.

## Wörter und Aufzählungen

list = { $most } und { $last }
list-before-i = { $most } und { $last }
also = { $first }; { $rest }
besides = { $first }; { $rest }
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

strategy-optimal = perfekt
strategy-win = auf Sieg
strategy-child = Kind
strategy-beginner = Anfänger
strategy-casual = geübt
strategy-strong = stark
strategy-perfect = perfekt
strategy-greedy = gierig
strategy-random = Zufall
strategy-careless = leichtsinnig
strategy-hold = hält ab { $number }
strategy-hold-dice = hält ab { $number }, oder mit { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfeln
 } übrig
strategy-safe = behält alles, was zählt, hält ab { $number }
strategy-most-points = für die meisten Punkte je Zug
strategy-dice = immer { $number ->
    [one] { $number } Würfel
   *[other] { $number } Würfel
 }
strategy-race-or-pace = nach einfacher Regel
strategy-heuristic = nach Faustregeln
strategy-better-heuristic = nach besseren Faustregeln
strategy-botzee = nach Faustregeln
strategy-card = nach einer Regelkarte
strategy-yahtzees-only = nur Yahtzees
strategy-yahtzees-and-straights = Yahtzees und Straßen
strategy-rational-yahtzees = Yahtzees zuerst
strategy-own = { $words }

## Ein Spiel von Anfang bis Ende

soon = { $title }: { $players } …
resumed-with = Das Spiel geht an diesem Tisch weiter: ‚{ $options }‘.
too-early = Die Taste kam vor der Frage: Drücke sie jetzt.
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
throw-keeping = Wurf { $throw }: Würfel { $wells } { $kept ->
    [one] bleibt
   *[other] bleiben
 } liegen …
throw-beside = Wurf { $throw }: { $faces } bleiben liegen …
no-value = Die Kamera kann keinen Wert lesen: { $doubts }.
undone = { $name ->
    [you] Du nimmst
   *[other] { $name } nimmt
 } { $move } zurück.

## Würfe, die nicht zählen, und was zurückgenommen wird

void = Wurf { $throw } zählt nicht ({ $reason }). Er wird wiederholt, egal, was die Würfel jetzt zeigen.
void-interrupted = das Programm wurde unterbrochen, bevor die Würfel gelesen waren
void-unknown = sein Ausgang ist unbekannt
void-fault = der Tisch hat mit Störung { $number } angehalten: { $fault }
nothing-back = Nichts lässt sich zurücknehmen: { $why }.
back-nothing = Es wurde noch nichts gewählt
back-robot = Zuletzt hat { $name } gewählt
back-thrown = Seither wurde geworfen, und { $name } ist dagegen
back-alone = Seither wurde geworfen, und niemand ist da, der zustimmen könnte
asks-back = { $name ->
    [you] Du möchtest
   *[other] { $name } möchte
 } { $move } zurücknehmen.
stands = Die anderen sind dagegen: Es bleibt dabei.
stays = { $name ->
    [you] Du bleibst
   *[other] { $name } bleibt
 }.
told-turn = { $told } { $name ->
    [you] Du bist dran
   *[other] { $name } ist dran
 }.

## Was Menschen gefragt werden

ask-value = Der Würfel { $doubt }: { $remedy }. Drücke dann 1 bis 6 für das, was er zeigt.
ask-value-well = Der Würfel in Fach { $well } { $doubt }: { $remedy }. Drücke dann 1 bis 6 für das, was er zeigt.
ask-value-well-boxes = Der Würfel in Kästchen { $well } { $doubt }: { $remedy }. Drücke dann 1 bis 6 für das, was er zeigt.
ask-mend = Sorge dafür, dass { $target }, und drücke dann { $hold }. Mit { $roll } wirft stattdessen der Tisch.
well-shows = Fach { $well } eine { $face } zeigt
well-shows-boxes = Kästchen { $well } eine { $face } zeigt
ask-regret = Mit { $new } nimmst du das zurück, mit { $roll } geht es weiter.
ask-regret-hold = Mit { $new } nimmst du das zurück, mit { $hold } geht es weiter.
ask-agree = { $names }: Mit { $hold } stimmt ihr zu, mit jeder anderen Taste lehnt ihr ab.

## Was der Tisch von seinen Würfeln sagt

thrown-again = { $dice }: Es wird noch einmal geworfen.
wrong-shows = Der Würfel in Fach { $well } zeigt eine { $shown } und muss eine { $face } zeigen.
wrong-shows-boxes = Der Würfel in Kästchen { $well } zeigt eine { $shown } und muss eine { $face } zeigen.
wrong-doubt = Der Würfel in Fach { $well } { $doubt } und muss eine { $face } zeigen.
wrong-doubt-boxes = Der Würfel in Kästchen { $well } { $doubt } und muss eine { $face } zeigen.
misfit = Die Kalibrierung passt nicht mehr: { $why }. Sieh nach Kamera und Licht, oder kalibriere neu.
misfit-lens = die Marken liegen { $off } Pixel daneben, höchstens { $most } dürfen es sein
misfit-moved = die Kamera hängt { $moved } mm neben ihrem kalibrierten Platz
misfit-white = das Weiß der Marken ist { $white }, bei der Kalibrierung { $calibrated }
misfit-dark = die Platte ist dunkel
misfit-blurred = die Platte ist unscharf
misfit-unseen = die Platte ist nicht zu sehen
passed-over = Ein Bild wird übersprungen: Ein Würfel { $doubts } (insgesamt { $seen } gesehen).
die-doubt = der Würfel { $doubt }
die-doubt-first = Der Würfel { $doubt }
die-doubt-well-first = Fach { $well }: Der Würfel { $doubt }
die-doubt-well-first-boxes = Kästchen { $well }: Der Würfel { $doubt }
die-doubt-place = der Würfel { $place } { $doubt }
die-doubt-place-first = Der Würfel { $place } { $doubt }
dice-doubt = jeder von { $dice } Würfeln { $places } { $doubt }
dice-doubt-first = Jeder von { $dice } Würfeln { $places } { $doubt }
die-mend = { $die }: { $remedy }

## Wo ein Würfel im Bild liegt; davor steht „der Würfel“

place-top-left = oben links
place-top = oben
place-top-right = oben rechts
place-left = links
place-middle = in der Mitte
place-right = rechts
place-bottom-left = unten links
place-bottom = unten
place-bottom-right = unten rechts
place-well = in Fach { $well }
place-well-boxes = in Kästchen { $well }

## Warum ein Würfel keinen Wert hat; davor steht „der Würfel“

doubt-cocked = liegt schief
doubt-leans = liegt schief
doubt-hidden = ist halb verdeckt
doubt-glare = spiegelt zu stark
doubt-blur = ist unscharf
doubt-edge = wird vom Bildrand abgeschnitten
doubt-pattern = zeigt keine klare Augenzahl
doubt-double = teilt sich den Platz mit einem anderen
doubt-moving = bewegt sich noch
dice-moving = { $dice } Würfel bewegen sich noch
doubt-small = ist im Bild zu klein
doubt-other = hat wohl keine Augen
doubt-slanted = ist zu schräg zu sehen
doubt-behind = liegt hinter etwas
doubt-dim = ist im Bild zu dunkel
doubt-faint = hat Augen, die sich kaum abheben
doubt-empty-well = ist nicht da
doubt-foreign = liegt neben etwas, das kein Würfel ist
doubt-hand = liegt unter einer Hand
doubt-dark = liegt im Dunkeln
doubt-no-plate = ist ohne die Platte nicht zu orten
doubt-lid-off = liegt in einem Kästchen ohne Deckel
doubt-beside = liegt neben seinem Kästchen
doubt-unmoved = liegt genau wie vor dem Wurf

## Was man dagegen tun kann

remedy-cocked = leg ihn flach hin
remedy-leans = leg ihn flach hin
remedy-hidden = nimm weg, was ihn verdeckt
remedy-glare = schirme die Lampe ab, die in die Kamera scheint
remedy-blur = stell die Kamera scharf, und putze sie
remedy-edge = richte die Kamera so aus, dass sie alle Würfel sieht
remedy-pattern = putze den Würfel oder nimm einen anderen
remedy-unclear = bring die Kamera näher heran oder gerade darüber, oder mach mehr Licht
remedy-double = nimm einen von beiden heraus
remedy-moving = sieh nach, was den Tisch wackeln lässt
remedy-small = rück die Kamera näher heran
remedy-other = nimm einen Würfel mit Augen
remedy-slanted = bring die Kamera höher, und richte sie nach unten
remedy-behind = nimm weg, was davor ist
remedy-dim = mach mehr Licht
remedy-faint = mach mehr Licht, oder nimm Würfel mit deutlicheren Augen
remedy-empty-well = leg ihn zurück in sein Fach
remedy-empty-well-boxes = leg ihn zurück in sein Kästchen
remedy-foreign = nimm aus dem Fach, was nicht hineingehört
remedy-foreign-boxes = nimm aus dem Kästchen, was nicht hineingehört
remedy-hand = nimm die Hand weg
remedy-dark = mach das Licht an, und nimm die Kappe von der Kamera
remedy-no-plate = richte die Kamera auf alle vier Marken
remedy-lid-off = leg den Deckel auf sein Kästchen und klebe ihn fest
remedy-beside = leg ihn zurück in sein Kästchen und schließ den Deckel
remedy-unmoved = wirf ihn von Hand und prüfe, ob sich das Teil bewegt, das ihn wirft

## Pig

title-pig = Pig bis { $goal }
the-roll = den Wurf
the-hold = das Halten
pig-throw = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values }, bisher { $total } in diesem Zug.
pig-throw-lost = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
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
chance-to-win = Gewinnchance

## Warum ein Roboter wirft oder hält

advise-wins = { $worth } von 100 Spielen
advise-points = { $worth } Punkte
advise-turns = { $worth } Züge
advise-more = { $more } weitere: --all nennt sie
spread-reach = Um { $points } { $points ->
    [one] Punkt
   *[other] Punkte
 } zu erreichen: { $move }. Das gelingt in etwa { $share } von 100 Spielen, wenn man danach auf Punkte spielt.
why-better = { $action }: { $gain }, { $other } nur { $less }.
why-beside = { $action }: { $gain }, { $other } { $less }.
why-worse = { $action }: { $gain }, { $other } aber { $less }.
why-even = { $action }: { $gain }, { $other } ebenso viele.
why-even-safe = { $action }: { $gain }, { $other } ebenso viele, aber mit Risiko.
why-alone = { $action }: { $gain }.
why-unexplained = { $action }.
why-won = { $action }: { $me } und { $turn } sind { $sum }, und das gewinnt jetzt; noch ein Wurf könnte es nur verderben.
why-reached = { $action }: { $me } und { $turn } sind { $sum }, und damit ist das Ziel erreicht; noch ein Wurf könnte es nur verderben.
why-worth-wins = Das gewinnt { $worth } von 100 Spielen
why-worth-reach = Das erreicht das Ziel in { $worth } von 100 Spielen
why-worth-points = Das bringt im Schnitt { $worth } Punkte
why-worth-end = Das ergibt am Ende im Schnitt { $worth } Punkte
why-worth-turns = Das dauert im Schnitt { $worth } Züge
why-worth-rule = Nach Punkten allein bringt das im Schnitt { $worth }
why-beginning = { $action }, denn so beginnt jeder Zug
why-only = { $action }, die einzige Wahl
why-banking = { $action }, um { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } zu sichern
why-risking = { $action }, auch wenn das { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } riskiert
why-scoring = { $action }, denn { $share } von 100 solchen Würfen bringen Punkte
why-ruled = { $action }, denn { $rule }
why-close = { $told } Es ist knapp.
why-by = { $told } Es kostet { $cost }, { $other }: Das { $parts }.
why-errs = { $told } Das { $parts }.
why-cost-wins = { $cost } von 100 Spielen
why-cost-points = { $cost } Punkte
why-cost-fewest = { $cost } Punkte
why-cost-turns = { $cost } Züge
why-loses = verliert { $loses }
why-loses-gains = verliert { $loses } und gewinnt { $gains }
why-part-held-on = { $points } ohne den nächsten Wurf ({ $share } von 100 bringen Punkte)
why-part-held-end = { $points } ohne Risiko für den Zug ({ $share } von 100 Würfen beenden ihn)
why-part-thrown-on = { $points } durch Würfe mit Punkten ({ $share } von 100)
why-part-thrown-end = { $points } durch Würfe ohne Punkte ({ $share } von 100)
why-part-aside = { $points } Punkte dieses Zugs
why-part-throw = den nächsten Wurf ({ $share } von 100 bringen Punkte)
why-part-risk = Sicherheit ({ $share } von 100 Würfen beenden den Zug)
why-part-safety = Sicherheit ({ $share } statt { $less } von 100 Würfen beenden den Zug)
why-part-clean = Sicherheit ({ $share } statt { $less } von 100 Würfen bringen Punkte)
why-part-at-once = Siege mit diesem Wurf ({ $share } statt { $less } von 100)
why-part-score = Punkte (im Schnitt { $points } statt { $other }, wenn der Wurf welche bringt)
why-part-beats = Erfolge gegen { $best } ({ $share } statt { $less } von 100 Zügen)
why-part-level = Gleichstände mit { $best } ({ $share } statt { $less } von 100 Zügen)
why-part-reach = Züge mit { $least } oder besser ({ $share } statt { $less } von 100)
why-part-counts = gültige Züge ({ $share } statt { $less } von 100)
why-part-stuck = Sicherheit ({ $share } statt { $less } von 100 Würfen schließen nichts)
why-part-kept = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } mit den beiseitegelegten Würfeln
why-part-come = { $points } Punkte mit den noch zu werfenden Würfeln
why-part-turn = im Schnitt { $points } Punkte dieses Zugs
why-part-low-kept = wenig Punkte mit den beiseitegelegten Würfeln ({ $points } statt { $other })
why-part-low-come = wenig Punkte mit den noch zu werfenden Würfeln ({ $points } statt { $other })
why-part-low-turn = wenig Punkte in diesem Zug (im Schnitt { $points } statt { $other })
why-about = { $told } Die Chancen sind Näherungen.
why-unreachable = { $told } In keinem Spiel kann es so stehen.
why-rule-slip = dieser Roboter irrt sich manchmal
why-rule-chance = dieser Roboter überlässt es dem Zufall
why-rule-begins = jede Runde beginnt mit einem Wurf
why-rule-reached = { $me } und { $turn } sind { $sum }, und damit ist das Ziel erreicht
why-rule-late = jemand ist nah am Ziel, und wer sich setzt, kommt vielleicht zu spät
why-rule-level = { $up } sind im Spiel, und die Faustregel ist, bei Gleichstand unter { $points } stehen zu bleiben
why-rule-ahead = { $up } sind im Spiel, und die Faustregel ist, mit { $by } Vorsprung unter { $points } stehen zu bleiben
why-rule-behind = { $up } sind im Spiel, und die Faustregel ist, mit { $by } Rückstand unter { $points } stehen zu bleiben
why-rule-last-behind = dies ist die letzte Runde, und { $sum } reichen nicht gegen { $rival }
why-rule-last-ahead = dies ist die letzte Runde, und { $sum } reichen bisher gegen { $rival }
me-roll = Ich werfe
me-hold = Ich halte
me-stand = Ich bleibe stehen
me-sit = Ich setze mich
percent = { NUMBER($percent, minimumFractionDigits: 1) } %
percent-points = { NUMBER($share, minimumFractionDigits: 1) } Prozentpunkte

## Kniffel und seine Verwandten

title-own = { $words }
title-yahtzee = Yahtzee
title-kniffel = Kniffel
title-yatzy = Yatzy
title-hooligan = Hooligan
title-rule = { $title } nach der Regel „{ $rule }“
title-commit = { $title } mit zuerst gewähltem Feld
sheet-throw = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $thrown }, { $left ->
    [0] kein Wurf mehr
    [one] noch { $left } Wurf
   *[other] noch { $left } Würfe
 }.
sheet-throw-beside = { $name ->
    [you] Du behältst
   *[other] { $name } behält
 } { $kept } und { $name ->
    [you] wirfst
   *[other] wirft
 } { $thrown }, { $left ->
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
 } { $points } bei { $box } ein, dazu { $extra } für einen weiteren Yahtzee, und { $name ->
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

## Spiele, in denen Würfel beiseitegelegt werden

title-ten-thousand = Zehntausend bis { $goal }
title-farkle = Farkle bis { $goal }
title-kingdom-come = Kingdom-Come-Würfeln bis { $goal }
title-own-goal = { $words } bis { $goal }
aside-throw = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $thrown }.
aside-throw-lost = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $thrown }: Nichts zählt, und der Zug ist vorbei.
aside-throw-penalty = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $thrown }: Zum dritten Mal bringt ein Zug nichts, das kostet { $penalty } { $penalty ->
    [one] Punkt
   *[other] Punkte
 }. Es steht { $scores }.
aside-keep-throw = { $name ->
    [you] Du legst { $kept } beiseite, hast { $total } in diesem Zug und wirfst
   *[other] { $name } legt { $kept } beiseite, hat { $total } in diesem Zug und wirft
 } { $thrown }.
aside-keep-throw-lost = { $name ->
    [you] Du legst
   *[other] { $name } legt
 } { $kept } beiseite und { $name ->
    [you] wirfst
   *[other] wirft
 } { $thrown }: Nichts zählt, und { $total } { $total ->
    [one] Punkt ist
   *[other] Punkte sind
 } verloren.
aside-keep-throw-penalty = { $name ->
    [you] Du legst
   *[other] { $name } legt
 } { $kept } beiseite und { $name ->
    [you] wirfst
   *[other] wirft
 } { $thrown }: { $total } { $total ->
    [one] Punkt ist
   *[other] Punkte sind
 } verloren, und der dritte Zug ohne Punkte kostet { $penalty } { $penalty ->
    [one] Punkt
   *[other] Punkte
 }. Es steht { $scores }.
aside-hold = { $name ->
    [you] Du legst
   *[other] { $name } legt
 } { $kept } beiseite, { $name ->
    [you] hältst und sicherst
   *[other] hält und sichert
 } { $banked }. Es steht { $scores }.
aside-opening = die ersten Punkte, die du hältst, müssen { $opening } oder mehr sein
aside-penalty-next = noch ein Zug ohne Punkte kostet { $penalty }
wells-named = { $count ->
    [one] Fach
   *[other] Fächer
 } { $wells }
wells-named-boxes = Kästchen { $wells }
dice-in-wells = { $dice } ({ $wells })
wells-need-dice-of = Lege { $name ->
    [you] deine Würfel
   *[other] die Würfel von { $name }
 } in die Fächer, den ersten in Fach 1.
wells-need-dice-of-boxes = Lege { $name ->
    [you] deine Würfel
   *[other] die Würfel von { $name }
 } in die Kästchen, den ersten in Kästchen 1.
wells-ask-dice = { $words } Drücke dann { $hold }. Mit { $roll } werden die Würfel geworfen, die dort liegen.
me-aside-hold = Ich lege { $dice } beiseite und halte { $banked }
me-aside-throw = Ich lege { $dice } beiseite und werfe { $left ->
    [one] { $left } Würfel
   *[other] { $left } Würfel
 }
do-aside-hold = { $dice } beiseitelegen und { $banked } halten
do-aside-throw = { $dice } beiseitelegen und { $left ->
    [one] { $left } Würfel
   *[other] { $left } Würfel
 } werfen
doing-aside-hold = { $dice } beiseitezulegen und zu halten
doing-aside-throw = { $dice } beiseitezulegen und zu werfen
refused-aside-throw-first = Die Würfel sind noch nicht geworfen.
refused-aside-nothing = Lege mindestens einen Würfel beiseite, der zählt.
refused-aside-missing = Die Würfel zeigen { $dice } nicht.
refused-aside-incomplete = Wähle auch { $more }, oder gib { $dice } frei: Allein zählt das nicht.
refused-aside-scoreless = { $dice } zählt hier nicht und lässt sich nicht beiseitelegen.
refused-aside-opening = Die ersten Punkte, die du hältst, müssen { $opening } oder mehr sein.
refused-aside-forced = Mit { $left ->
    [one] einem Würfel
   *[other] { $left } Würfeln
 } in der Hand darfst du nicht halten: Wirf weiter, oder lass andere Würfel übrig.
refused-aside-wins = Halten gewinnt jetzt sofort, darum wird nicht mehr geworfen.
press-aside = 1 bis 6 wählt einen Würfel zum Beiseitelegen oder gibt ihn frei.
dice-show-aside = Die Würfel zeigen { $dice }. Du hast { $kept } gewählt.
rules-aside-throw = In deinem Zug wirfst du { $dice ->
    [one] den Würfel
    [2] beide Würfel
   *[other] alle { $dice } Würfel
 }.
rules-aside-keep = Von jedem Wurf legst du mindestens einen Würfel beiseite, und alle, die du davon beiseitelegst, müssen zählen.
rules-aside-then = Dann wirfst du die übrigen Würfel, oder du hältst.
rules-aside-all = Wenn alle Würfel beiseiteliegen, wirfst du alle noch einmal, oder du hältst.
rules-aside-all-forced = Wenn alle Würfel beiseiteliegen, wirfst du alle noch einmal.
rules-aside-lost = Wenn kein Würfel eines Wurfs zählt, endet dein Zug, und die Punkte des Zugs sind verloren.
rules-aside-times = Sind mehr als drei Würfel gleich, zählen sie ein Vielfaches von dreien: { $parts }.
rules-aside-multiple = { $size } Würfel { $times ->
    [2] doppelt
   *[other] { $times }-mal
 } so viel
rules-aside-opening = Die ersten Punkte, die jemand hält, müssen { $opening } oder mehr sein.
rules-aside-forced = Mit noch { $left } Würfeln in der Hand musst du weiterwerfen, außer wenn Halten gewinnt.
rules-aside-penalty = Der dritte Zug in Folge, der nichts bringt, kostet { $penalty } { $penalty ->
    [one] Punkt
   *[other] Punkte
 }, doch niemand fällt unter 0.
page-todo-aside = Tippe Würfel an, die zählen, um sie beiseitezulegen.
page-todo-aside-so = { $dice } beiseitegelegt: { $total } in diesem Zug.
page-aside = beiseite
page-do-aside-hold = beiseitelegen, halten
page-do-aside-throw = beiseitelegen, werfen
page-family-aside = Beiseitelegen und werfen
page-game-ten-thousand = Sechs Würfel: Lege Einsen und Fünfen beiseite.
page-game-farkle = Behalte, was zählt, oder verliere alles.
page-game-kingdom-come = Sechs Würfel, wie in Kingdom Come.

## Spiele mit einer Runde

title-threes = Threes
title-midnight = Mitternacht (1-4-24)
title-ship-captain-crew = Schiff, Kapitän und Mannschaft
title-chicago-high = Chicago mit drei Würfeln
title-chicago = Chicago
title-shut-the-box = Klappbrett (Shut the Box)
target-now = Runde { $round } von { $rounds }: { $target } zählt
target-hit = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values } und damit die { $target }. Es steht { $scores }.
target-missed = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values }, also nicht { $target }. Es steht { $scores }.
tiles-throw = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $thrown }: Klappen mit der Summe { $sum } können geschlossen werden.
tiles-throw-ends = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $thrown }. Keine offenen Klappen ergeben { $sum }, und der Zug endet mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
 }. Es steht { $scores }.
tiles-shut = { $name ->
    [you] Du schließt
   *[other] { $name } schließt
 } { $tiles }. Offen sind { $left }.
tiles-shut-all = { $name ->
    [you] Du schließt
   *[other] { $name } schließt
 } { $tiles }: Alle Klappen sind zu.
tiles-marked = schließt
the-shutting = das Schließen von { $tiles }
tiles-do-shut = { $tiles } schließen
me-dice = Ich werfe { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 }
tiles-me-shut = Ich schließe { $tiles }
tiles-doing-shut = { $tiles } zu schließen
tiles-press-one = { $hold } wirft einen Würfel.
tiles-press-shut = { $hold } schließt { $tiles }.
tiles-press-other = { $roll } zeigt andere Klappen, die geschlossen werden können.
tiles-press-mark = { $last ->
    [6] 1 bis 6 wählen eine Klappe.
   *[other] 1 bis 6 wählen eine Klappe, und noch einmal gedrückt Klappe 7 bis { $last }.
 }
refused-tiles-throw-first = Die Würfel sind noch nicht geworfen.
refused-tiles-shut-first = Schließe erst Klappen mit der Summe { $sum }.
refused-tiles-number = Hier wirfst du { $dice } Würfel.
refused-tiles-not-open = Diese Klappen lassen sich jetzt nicht schließen: { $tiles }.
refused-tiles-nothing = Schließe Klappen mit der Summe { $sum }.
refused-tiles-sum = Die Würfel ergeben { $sum }, { $tiles } dagegen { $marked }.
rules-tiles-open = Am Anfang sind die Klappen { $tiles } offen.
rules-tiles-shut = Nach jedem Wurf schließt du offene Klappen, die zusammen so viel ergeben wie die Würfel, und wirfst dann wieder.
rules-tiles-one-shut = Sind { $tiles } geschlossen, darfst du stattdessen einen Würfel werfen.
rules-tiles-one-shut-must = Sind { $tiles } geschlossen, musst du stattdessen einen Würfel werfen.
rules-tiles-one-sum = Ergeben die offenen Klappen { $sum } oder weniger, darfst du stattdessen einen Würfel werfen.
rules-tiles-one-sum-must = Ergeben die offenen Klappen { $sum } oder weniger, musst du stattdessen einen Würfel werfen.
rules-tiles-end = Dein Zug endet, wenn keine offenen Klappen so viel ergeben wie die Würfel, oder wenn alle Klappen zu sind.
rules-tiles-sum = Du bekommst die Summe der Klappen, die noch offen sind.
rules-tiles-at-once = Wer alle Klappen schließt, gewinnt sofort, und niemand wirft mehr.
rules-tiles-shuts = { $more ->
    [0] schließt { $tiles }
    [one] schließt { $tiles }, oder andere Klappen auf eine Art
   *[other] schließt { $tiles }, oder andere Klappen auf { $more } Arten
 }
rules-targets = Es gibt { $rounds ->
    [one] { $rounds } Runde
   *[other] { $rounds } Runden
 } mit den Zielen { $targets }.
rules-targets-throw = In jeder Runde wirft jeder { $dice ->
    [one] den Würfel
    [2] beide Würfel
   *[other] alle { $dice } Würfel
 } einmal.
rules-targets-hit = Ergeben die Würfel das Ziel der Runde, bekommst du diese Punkte; andere Würfe bringen nichts.
rules-targets-hits = bringt { $points } in der Runde für { $target }
page-todo-shut = Tippe offene Klappen an, die zusammen { $sum } ergeben.
page-todo-shut-so = { $tiles } zu: { $left ->
    [0] Keine Klappe bleibt offen.
   *[other] { $left } bleiben offen.
 }
page-todo-one-die = Wirf { $dice } Würfel, oder einen.
page-button-shut = { $tiles } schließen
page-shut = zu
page-open = offen
page-coach-shut = Schließen
page-tile = Klappe
page-tiles = Klappen
page-open-sum = Summe offener Klappen
page-do-shut = { $tiles } schließen
page-do-throw-dice = { $dice ->
    [one] einen Würfel werfen
   *[other] { $dice } Würfel werfen
 }
page-game-chicago = Zwei Würfel, elf Ziele, reines Glück.
page-game-shut-the-box = Schließe die Klappen, die deine Würfel erlauben.
round-left = { $left ->
    [0] kein Wurf mehr
    [one] noch ein Wurf
   *[other] noch { $left } Würfe
 }
round-best = das beste Ergebnis bisher ist { $points }
round-best-least = das niedrigste Ergebnis bisher ist { $points }, und die wenigsten Punkte gewinnen
round-most = die meisten Punkte gewinnen
round-least = die wenigsten Punkte gewinnen
round-throw-ends = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $thrown }. Der Zug endet mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
 }. Es steht { $scores }.
round-keep-throw-ends = { $name ->
    [you] Du legst { $kept } beiseite und wirfst
   *[other] { $name } legt { $kept } beiseite und wirft
 } { $thrown }. Der Zug endet mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
 }. Es steht { $scores }.
refused-round-throw-first = Die Würfel sind noch nicht geworfen.
refused-round-missing = Die Würfel zeigen { $dice } nicht.
refused-round-few = Lege mindestens { $keep ->
    [one] einen Würfel
   *[other] { $keep } Würfel
 } beiseite.
refused-round-order = { $needs } werden in dieser Reihenfolge beiseitegelegt, sobald sie daliegen, und nichts anderes davor.
refused-round-together = Die anderen Würfel werden alle beiseitegelegt oder alle geworfen.
refused-round-all-kept = Kein Würfel bleibt zum Werfen: Halte.
refused-round-some-left = Du kannst erst halten, wenn alle Würfel beiseiteliegen.
rules-round-turn = Jeder hat einen Zug.
rules-round-keep = Aus jedem Wurf legst du mindestens { $keep ->
    [one] einen Würfel
   *[other] { $keep } Würfel
 } beiseite und wirfst die anderen, bis alle beiseiteliegen.
rules-round-free = Aus jedem Wurf legst du beliebig viele Würfel beiseite, oder keinen, und wirfst die anderen.
rules-round-order = Du legst { $needs } in dieser Reihenfolge beiseite, jeden, sobald er fällt, und davor keinen anderen.
rules-round-together = Die anderen Würfel sind die Ladung: Du legst sie alle beiseite und beendest den Zug, oder du wirfst sie alle noch einmal.
rules-round-stays = Was beiseiteliegt, bleibt liegen, und der letzte Wurf wird ganz beiseitegelegt.
rules-round-needs = Ohne { $needs } unter den Würfeln, die beiseiteliegen, bekommst du nichts.
rules-round-others = Die anderen Würfel bringen die Summe ihrer Punkte.
rules-round-sum = Du bekommst die Summe der Punkte aller Würfel.
rules-round-most = Wer die meisten Punkte hat, gewinnt.
rules-round-least = Wer die wenigsten Punkte hat, gewinnt.
rules-round-shared-most = Haben mehrere die meisten, teilen sie sich den Sieg.
rules-round-shared-least = Haben mehrere die wenigsten, teilen sie sich den Sieg.
page-todo-round = Tippe die Würfel an, die du beiseitelegst.
page-family-round = Eine Runde
page-game-threes = Fünf Würfel: Dreien sind null, wenig gewinnt.
page-game-midnight = Behalte 1 und 4, dann sammle Punkte.
page-game-ship-captain-crew = Erst 6, 5 und 4, dann die Ladung.
page-game-chicago-high = Drei Würfel: Einsen bringen 100, Sechsen 60.

## Die Felder, wie man von ihnen spricht

box-own = „{ $words }“
box-numbered = { $box } { $mark }
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
box-yahtzee = „Yahtzee“
box-kniffel = „Kniffel“
box-yatzy = „Yatzy“
box-hooligan = „Hooligan“

## Die Felder, wie sie auf dem Blatt stehen

card-own = { $words }
card-numbered = { $box } { $mark }
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
card-yahtzee = Yahtzee
card-kniffel = Kniffel
card-yatzy = Yatzy
card-hooligan = Hooligan
card-bonus = Bonus { $bonus }
card-extra = weitere Yahtzees
card-total = Summe

## Warum ein Roboter Würfel behält oder ein Feld wählt

why-costs = { $action }: { $other } würde { $points } Punkte kosten.
why-costs-by = { $action }: { $other } würde { $points } Punkte kosten, denn das { $parts }.
why-misses = { $action }, obwohl { $other } { $points } Punkte mehr brächte.
why-misses-by = { $action }: Das { $parts }. Es ist { $points } Punkte weniger wert als { $other }.
why-misses-close = { $action }: { $other } wäre kaum besser und brächte weniger als 0,1 Punkte mehr.
why-costs-close = { $action }: { $other } ist fast ebenso gut und würde weniger als 0,1 Punkte kosten.
why-part-box = { $points } bei { $box }
why-part-box-of = { $points } bei { $box } ({ $share } statt { $less } %)
why-part-poor = { $points } in Zügen unter dem Schnitt
why-part-poor-more = { $points } durch mehr Züge unter dem Schnitt ({ $share } statt { $less } %)
why-part-poor-fewer = { $points } durch weniger Züge unter dem Schnitt ({ $share } statt { $less } %)
why-part-stop = { $points } durch einen Zug unter dem Schnitt
why-part-further = { $points } durch weitere Yahtzees
why-part-bonus = { $points } vom Bonus
why-part-now = { $points } jetzt
why-part-later = { $points } später (besser bleibt { $open } offen als { $filled })
why-part-others = anderswo kleinere Beträge
why-aiming = { $action } für { $first }
why-aiming-two = { $action } für { $first } oder { $second }
why-aim = { $box } ({ $share } %)
why-scoring-joker = { $action }, als Joker
why-scoring-at-once = { $action }, und zwar sofort
why-scoring-paid = { $action }, mit { $extra } für den weiteren Yahtzee
why-scoring-cheapest = { $action }, das billigste von { $zeros } Feldern, die zu streichen wären
why-only-box = { $action }: Es ist das letzte offene Feld.
why-only-committed = { $action }: Es ist das Feld, das für diesen Zug gewählt wurde.
why-only-alike = { $action }: Lauter gleiche Würfel dürfen hier in kein anderes Feld.
why-counting-points = { $told } Zählten nur Punkte, brächte { $best } { $points } mehr.
why-priced = { $told } Die Punkte sind geschätzt: Das Blatt ist zu groß, um es zu lösen.
why-rule-step = die Regel lautet „{ $step }“
why-step-tally = von den häufigsten Zahlen die höchste
why-step-tally-open = von den häufigsten Zahlen mit offenem Feld die höchste
why-step-tally-less = die höchste offene Zahl, die { $less }-mal weniger liegt als die häufigste
why-step-all = alle Würfel
why-step-large = eine große Straße
why-step-small = eine kleine Straße
why-step-run = vier in Folge
why-step-upper = { $least } oder mehr von einer Zahl in ihr oberes Feld
why-step-most-points = die meisten Punkte
why-step-any-points = Punkte bei { $box }
why-step-turn = Punkte in diesem Zug
why-step-guess = Punkte in diesem Zug und geschätzte spätere
why-step-end = Punkte am Ende
why-step-card-open = { $least ->
    [1] höchste offene Zahl
    [2] zwei gleiche offene
   *[other] drei gleiche offene
 }{ $above ->
    [0] { "" }
   *[other] { " " }über { $above }
 }
why-step-card-alike = { $least ->
    [2] zwei gleiche
    [3] drei gleiche
   *[other] vier gleiche
 }{ $above ->
    [0] { "" }
   *[other] { " " }über { $above }
 }
why-step-card-most = { $least ->
    [1] die meisten gleichen
    [2] irgend zwei gleiche
    [3] irgend drei gleiche
   *[other] irgend vier gleiche
 }
why-step-card-row = { $least ->
    [3] drei in Folge
    [4] irgendeine Straße
   *[other] große Straße
 }
why-step-card-middle = { $least ->
    [1] was von 2–5 da ist
    [2] zwei von 2–5
    [3] drei von 2–5
   *[other] vier von 2–5
 }
why-step-card-gap = vier aus einer großen Straße
why-step-card-pairs = zwei Paare
why-step-card-full = Full House
why-step-card-high = { $above ->
    [3] Vieren, Fünfen, Sechsen
    [4] Fünfen und Sechsen
   *[other] Sechsen
 }
why-step-card-none = nichts
why-step-card-early = früh: { $step }
why-step-card-for = { $step } für { $box }
why-box-par = { $label } { $par }
why-step-par = Vorgaben in der Reihenfolge des Blatts: { $pars }
why-card-keep = behalte das Erste, das in ein offenes Feld passt:
why-card-keep-early = behalte das Erste, das in ein offenes Feld passt; früh heißt nach einem Wurf:
why-card-score = trag dort ein, wo du am weitesten über der Vorgabe bist; Zahlenfelder zählen doppelt.
why-card-turn = in deinem Zug:
why-card-race = wirf bis zum Ziel weiter, sobald jemand { $mine } hat.
why-card-race-apart = wirf bis zum Ziel weiter, sobald du { $mine } oder der andere { $theirs } hat.
why-card-hold = halte ab { $points }.
why-card-pace = halte ab { $points }, dazu ein Achtel deines Rückstands oder davon ab ein Achtel deines Vorsprungs.
why-card-set-aside = leg so beiseite, dass die meisten Punkte bleiben; für übrige Würfel kommen dazu:
why-card-hold-from = dann halte ab diesen Punkten, mit mehr übrigen Würfeln nie:
why-card-dice = { $points } mit { $least ->
    [0] { $dice ->
        [one] einem Würfel
       *[other] { $dice } Würfeln
    }
   *[other] { $least }–{ $dice } Würfeln
 }
rule-card-title = { $game }: { $words } Wörter, nach denen man spielt
rule-card-means = Offen ist eine Zahl, deren Feld offen ist; 2–5 sind verschiedene Augenzahlen für eine Straße.
rule-card-loses-points = So viele Punkte bringt das im Schnitt weniger als das beste Spiel: { NUMBER($loss, minimumFractionDigits: 2) }.
rule-card-loses-games = Von 100 Spielen gewinnt die beste Spielweise, wenn sie beginnt, { NUMBER($loss, minimumFractionDigits: 2) } mehr als diese Karte, wenn sie beginnt.
rule-card-rungs = Kürzere und längere Karten, nach englischen Wörtern: { $parts }.
rule-card-rung = { $words } Wörter verlieren { NUMBER($loss, minimumFractionDigits: 2) }
rule-card-play = Ein Roboter spielt danach: { $command }
why-unheld = { $action }, denn halten kann man noch nichts
me-throw-all = Ich werfe alle Würfel
me-keep = Ich behalte die { $dice }
me-choose = Ich wähle { $box }
me-score = Ich trage { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } bei { $box } ein
me-zero = Ich streiche { $box }
do-dice = { $dice } Würfel werfen
do-throw-all = Alle Würfel werfen
do-keep = Die { $dice } behalten
do-choose = { $box } wählen
do-score = { $points } bei { $box } eintragen
do-zero = { $box } streichen
doing-throw-all = alle Würfel zu werfen
doing-keep = { $dice } zu behalten
doing-choose = { $box } zu wählen
doing-score = { $points } bei { $box } einzutragen
doing-zero = { $box } zu streichen
points = { NUMBER($points, minimumFractionDigits: 2, maximumFractionDigits: 2) }

## Die Tasten, die jetzt etwas tun, im Terminal

key-reach = links, rechts: zu einem Würfel
key-hint = ?: Tipp
key-rules = i: Regeln
key-leave = l: das Spiel verlassen
key-quit = q: beenden
key-stop = Strg-C: beenden
key-faster = f: schneller (jetzt { $tempo })
key-face = 1 bis 6: was er zeigt
key-mended = Enter oder h: jetzt stimmt es
key-let-throw = r: den Tisch werfen lassen
key-lie = Enter oder h: die Würfel liegen da
key-right = Enter oder h: alles stimmt, der Wurf zählt
key-anew = u oder n: noch einmal eingeben
key-yes = Enter oder h: ja
key-no = jede andere Taste: nein
key-regret = u oder n: zurücknehmen
key-go-on = r: weiter
key-go-on-hold = h: weiter
key-pick = 1 bis { $dice }: einen Würfel wählen
key-turn = hoch, runter: anderer Wert
key-set = 1 bis 6: Wert des gewählten Würfels
key-look-again = u oder n: noch einmal hinsehen
key-any = jede Taste: weiter

## Das Bild im Terminal

plays = Pipsqueak spielt { $title }
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
aside = fest
no-camera = Ohne Kamera tippst du ein, was du wirfst. Soll eine Webcam es lesen, gib ‚--camera 0‘ an.
not-looked = Die Kamera hat noch kein Bild gemacht.
camera-says = Die Kamera liest
sure-to = (zu { NUMBER($percent, minimumFractionDigits: 1) } % sicher)
no-value-die = keinen Wert: { $die }

## Würfe von Hand

ask-ready = Ist jemand da? Wirf deine Würfel und drücke dann { $hold }.
ask-confirm = Stimmt das? { $hold } heißt ja. 1 bis 6 wählt einen Würfel, noch einmal dieselbe Taste zieht eins ab, { $roll } zählt eins dazu. Mit { $new } werden die Würfel noch einmal gelesen.
confirm = gelesen { $values }; Würfel { $chosen } ist ausgewählt
corrected = Von Hand berichtigt. Das Bild wird gespeichert, damit das Lesen besser wird.
tray-throw = Wirf { $dice ->
    [one] deinen Würfel
   *[other] deine { $dice } Würfel
 } in die offene Schale.
tray-throw-beside = Wirf { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 } in die offene Schale und lass { $faces } dort liegen.
tray-simulated = Hier gibt es keine echte Schale: Der simulierte Tisch wirft für dich.
tray-out-of-turn = In die Schale wurde geworfen, ohne dass jemand an der Reihe war: Das zählt nicht.
tray-too-many = In der Schale liegen { $seen } Würfel statt { $dice }: Nimm heraus, was nicht hineingehört.
tray-too-few = { $dice ->
    [one] Der Würfel ist in der Schale nicht zu sehen: Wirf ihn
   *[other] Die Kamera sieht in der Schale nur { $seen } von { $dice } Würfeln: Wirf die fehlenden
 }, oder drücke { $hold }, wenn alle dort liegen.
tray-hand = Über der Schale ist eine Hand: Nimm sie weg.
tray-foreign = In der Schale liegt etwas, das sich nicht als Würfel lesen lässt: Nimm es heraus oder leg es flach hin, oder drücke { $hold }, um es liegen zu lassen.
tray-dark = Es ist zu dunkel: Mach das Licht an und nimm die Kappe von der Kamera.
tray-no-plate = Die Platte ist nicht zu sehen: Richte die Kamera auf alle vier Marken.
tray-kept-gone = Die behaltenen Würfel { $faces } sind nicht mehr alle zu sehen: Leg sie wieder so hin, wie sie lagen, und drücke dann { $hold }.

## Eigene Würfel, die Menschen für alle werfen

hands-throw = { $name ->
    [you] Wirf
   *[other] { $name }: Wirf
 } { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 }.
hands-throw-beside = { $name ->
    [you] Wirf
   *[other] { $name }: Wirf
 } { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 } und lass { $faces } liegen, wie sie sind.
hands-robot = Wirf { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 } für { $name ->
    [robot] den Roboter
   *[other] { $name }
 }.
hands-robot-beside = Wirf { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 } für { $name ->
    [robot] den Roboter
   *[other] { $name }
 } und lass { $faces } liegen, wie sie sind.
hands-too-many = { $extra ->
    [one] Im Bild liegt ein Würfel zu viel
   *[other] Im Bild liegen { $extra } Würfel zu viel
 }, { $seen } statt { $dice }: Nimm weg, was nicht dazugehört.
hands-too-few = { $dice ->
    [one] Der Würfel ist nicht im Bild: Leg ihn hinein
   *[other] Das Bild zeigt nur { $seen } von { $dice } Würfeln: Leg die fehlenden dazu
 }, oder drücke { $hold } und gib ein, was sie zeigen.
hands-kept-gone = Die behaltenen Würfel { $faces } haben sich verändert: Leg sie wieder so hin, wie sie lagen, oder nimm sie aus dem Bild.
hands-unmoved = { $dice ->
    [one] Der Würfel { $faces } liegt, wo er vor dem Wurf lag: Wirf ihn
   *[other] Die Würfel { $faces } liegen, wo sie vor dem Wurf lagen: Wirf sie
 }. Ist das dein Wurf, drücke { $hold }.
hands-doubt = { $die }: { $remedy }. Oder drücke { $hold } und gib ein, was geworfen wurde.
hands-none = Im Bild liegt kein Würfel, { $dice ->
    [one] es sollte einer sein
   *[other] es sollten { $dice } sein
 }.
hands-dark = Es ist zu dunkel, um Würfel zu lesen: Mach Licht an.
hands-moving = Vor der Kamera bewegt sich ständig etwas: Nimm die Hände und alles andere, was sich bewegt, aus dem Bild.
hands-shaken = Das Bild wackelt: Befestige die Kamera oder halte sie still, und beweg nichts davor.
hands-focus = Die Kamera findet die Schärfe nicht: Mach mehr Licht, oder stelle sie von Hand scharf.
hands-slanted = Die Kamera sieht die Würfel von der Seite: Häng oder halte sie gerade darüber.
ask-enter = { $dice ->
    [one] Was zeigt der Würfel? Drücke 1 bis 6, dann { $hold }: Damit zählt der Wurf.
   *[other] Was zeigen die { $dice } Würfel? Drücke für jeden 1 bis 6, dann { $hold }: Damit zählt der Wurf. { $roll } geht zum nächsten.
 }
ask-enter-look = { $dice ->
    [one] Der Würfel ist nicht sicher zu lesen
   *[other] Nicht jeder Würfel ist sicher zu lesen
 }: Drücke 1 bis 6 für das, was der gewählte Würfel zeigt, { $roll } für den nächsten, und { $hold }, wenn alle stimmen. { $new } lässt sie noch einmal lesen.
ask-enter-read = Stimmt das? Drücke { $hold } für ja, 1 bis 6 für das, was der gewählte Würfel zeigt, { $roll } für den nächsten. { $new } lässt die Würfel noch einmal lesen.

## Die Verwandten von Pig

title-piglet = Piglet bis { $goal }
title-progressive-pig = Progressive Pig bis { $goal }
title-two-dice-pig = Pig mit zwei Würfeln bis { $goal }
title-big-pig = Big Pig bis { $goal }
title-pass-the-pigs = Schweinerei bis { $goal }
title-hog = Hog bis { $goal }
pig-throw-banked = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values }; die Punkte dieses Zugs sind verloren, aber { $gain ->
    [one] { $gain } Punkt ist
   *[other] { $gain } Punkte sind
 } sicher.
pig-throw-ruined = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values }; die Punkte dieses Zugs und alle anderen sind verloren.
coin-heads = { $value }, Kopf
coin-tails = { $value }, Zahl

## Spiele für einen allein

title-pig-reach = Pig allein, { $goal } in { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 }
title-pig-score = Pig allein, möglichst viele Punkte in { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 }
title-pig-turns = Pig allein, in möglichst wenigen Zügen bis { $goal }
title-think = THINK, möglichst viele Punkte in { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 }
turn = Zug { $turn }
turn-of-turns = Zug { $turn } von { $turns }
solo-hold = { $name ->
    [you] Du hältst und sicherst
   *[other] { $name } hält und sichert
 } { $banked }: zusammen { $points }.
solo-end = { $name ->
    [you] Du hast
   *[other] { $name } hat
 } am Ende { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } in { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 }, nach { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
 }.
solo-missed = { $name ->
    [you] Du verfehlst
   *[other] { $name } verfehlt
 } { $goal } mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
 } in { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 }, nach { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
 }.

## Hog

the-dice = den Wurf mit { $dice ->
    [one] { $dice } Würfel
   *[other] { $dice } Würfeln
 }
hog-goes = { $thrown } von { $dice } Würfeln geworfen
hog-go = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values }, bisher { $sum }, noch { $left ->
    [one] { $left } Würfel
   *[other] { $left } Würfel
 }.
hog-throw = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }. Es steht { $scores }.
hog-throw-nothing = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values }: eine 1, also bringt der Zug nichts. Es steht { $scores }.

## Schweineherde und Skunk

title-swine-herd = Schweineherde bis { $goal }
title-skunk = Skunk in { $turns ->
    [one] { $turns } Runde
   *[other] { $turns } Runden
 }
the-standing = das Stehenbleiben
the-sitting = das Hinsetzen
round = Runde { $round }, { $up } im Spiel
round-of-rounds = Runde { $round } von { $rounds }, { $up } im Spiel
herd-throw = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values } für alle, die stehen; { $up } im Spiel.
herd-throw-lost = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values } für alle, die stehen; sie bekommen nichts.
herd-throw-ruined = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $values } für alle, die stehen; sie verlieren alles.
herd-stand = { $name ->
    [you] Du bleibst
   *[other] { $name } bleibt
 } stehen.
herd-sit = { $name ->
    [you] Du setzt dich und sicherst
   *[other] { $name } setzt sich und sichert
 } { $banked }.

## Schweinerei: wie ein Schwein liegt

lie-right-side = Sau mit Punkt unten
lie-dot-side = Sau mit Punkt oben
lie-razorback = Suhle
lie-trotter = Haxe
lie-snouter = Schnauze
lie-leaning-jowler = Backe

## Warum ein Roboter weitermacht oder aufhört

do-roll = Werfen
do-hold = Halten
do-stand = Stehen bleiben
do-sit = Hinsetzen
doing-roll = zu werfen
doing-hold = zu halten
doing-stand = stehen zu bleiben
doing-sit = sich hinzusetzen

## Ein Tisch, der auf sich selbst achtet

lost = { $what } ({ $remedy }). { page-resumes }
unwritten = { $what } ({ $remedy }). Was gelesen wurde, bleibt hier, bis es gespeichert werden kann: Wirf nicht noch einmal. Drücke eine Taste, um es noch einmal zu versuchen.
preparing = Die Strategie der Roboter für { $title } wird berechnet; beim ersten Mal kann das eine Minute dauern …
interrupted = { $title } wurde unterbrochen. Mit Werfen oder Halten geht es weiter; Verlassen beendet das Spiel endgültig.
interrupted-page = { $title } wurde unterbrochen. Auf der Seite geht es weiter.
wish = Jemand möchte { $title } beginnen. Antworte auf der Seite, oder spiel weiter.
wish-of-table = Am Tisch wurde { $title } gewählt. Beginne ein anderes Spiel, wenn es vorbei ist.
wish-of-phone = Als Nächstes kommt { $title }: { $name } hat es gewählt. Beginne ein anderes Spiel, wenn es vorbei ist.
alone = Ist jemand da? In { $seconds ->
    [one] { $seconds } Sekunde
   *[other] { $seconds } Sekunden
 } endet das Spiel; mit jeder Taste geht es weiter.
countdown = In { $seconds } s spielt der Roboter von selbst. Drück eine Taste, um mitzuspielen!
resting = Die Maschine ruht sich { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
 } aus und spielt dann mit dir.
resting-press = Der Roboter schont seinen Motor. Drück eine Taste, um zu spielen!
rests = In dieser Stunde wurde viel geworfen. Die Maschine ruht sich { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
 } aus, dann geht das Spiel weiter.
quiet = Es ist Ruhezeit. Um { $until } Uhr spielt der Roboter wieder.
safe-mode = Der Roboter ist innerhalb weniger Minuten mehrmals abgestürzt und lässt seine Motoren aus: { $what }. Behebe die Ursache, dann schalte die Maschine aus und wieder ein.
attract = Der Roboter spielt gegen sich selbst. Drück eine Taste und spiel mit!
explain-eye = Der Roboter liest die Würfel mit einer Kamera, die über ihnen hängt. An vier aufgedruckten Marken findet er die Fächer, dann zählt er die Augen.
explain-eye-boxes = Der Roboter liest die Würfel mit einer Kamera, die über ihnen hängt. An vier aufgedruckten Marken findet er die Kästchen, dann zählt er die Augen.
explain-light = Jeder Wurf wird zweimal fotografiert, einmal unter der linken Hälfte des Lichts und einmal unter der rechten. Was in einem Bild spiegelt, ist im anderen klar.
explain-light-boxes = Die Kamera braucht keine eigene Lampe: Im Licht des Raums sieht sie durch die klaren Deckel.
explain-doubt = Der Roboter rät nie, was ein schiefer oder halb verdeckter Würfel zeigt. Er sieht noch einmal hin, dann wirft er ihn noch einmal, dann fragt er dich.
explain-chance = Der Roboter kennt in jeder Stellung die genaue, im Voraus berechnete Gewinnchance. Er wählt immer die beste Möglichkeit.
explain-levers = Die Hebel halten die Würfel fest, die bleiben sollen, während die anderen geworfen werden.
explain-levers-boxes = Ein Magnet unter jedem Kästchen stößt dessen Boden hoch, und der Würfel springt. Bleibt ein Würfel liegen, wird nicht geklopft.
explain-journal = Jeder Wurf wird aufgeschrieben, bevor sich die Bildschirme ändern. So geht auch bei einem Stromausfall keiner verloren.

## Eine Kalibrierung, Schritt für Schritt

calibrate-asked = { $what }; dann drück { $roll }
calibrate-hold = { $number }: halte die Tafel still, { $way }
calibrate-way-0 = flach unter die Kamera
calibrate-way-1 = mit der hinteren Kante nach oben, über die linke Hälfte des Bildes
calibrate-way-2 = mit der vorderen Kante nach oben, über die rechte Hälfte
calibrate-way-3 = mit der linken Kante nach oben, über die vordere linke Ecke
calibrate-way-4 = mit der rechten Kante nach oben, über die hintere rechte Ecke
calibrate-way-5 = tief über den linken Rand des Bildes, eine Ecke nach oben
calibrate-way-6 = tief über den rechten Rand des Bildes, eine Ecke nach oben
calibrate-way-7 = näher an die Kamera, gedreht und geneigt
calibrate-lid = leg die Tafel flach auf den Deckel, in die Mitte des Bildes
calibrate-dice = nimm die Tafel weg, leg Würfel mit 1, 2, 3 in die oberen Fächer und mit 4, 5, 6 in die unteren, jeweils von links nach rechts, und schließ den Deckel
calibrate-dice-boxes = nimm die Tafel weg
calibrate-camera = die Kamera wird eingestellt: lass die Marken der Platte frei
calibrate-view = Ansicht { $number } von { $most }: { $corners ->
    [one] { $corners } Ecke
   *[other] { $corners } Ecken
 }
calibrate-unseen = die Tafel ist nicht zu sehen: halte sie ganz unter die Kamera, scharf und gut beleuchtet
calibrate-blurred = die Tafel ist unscharf: halte sie still, und prüfe die Schärfe der Kamera
calibrated-camera = Kamera: Belichtung { NUMBER($milliseconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } ms, Verstärkung { NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, Rot { NUMBER($red, minimumFractionDigits: 2, maximumFractionDigits: 2) }, Blau { NUMBER($blue, minimumFractionDigits: 2, maximumFractionDigits: 2) }
calibrated-focus = Schärfe: { NUMBER($focus, minimumFractionDigits: 2, maximumFractionDigits: 2) } Dioptrien
calibrated-lens = Linse: Brennweite { NUMBER($focal, minimumFractionDigits: 1, maximumFractionDigits: 1) } Pixel, Fehler { NUMBER($off, minimumFractionDigits: 3, maximumFractionDigits: 3) } Pixel bei { $views ->
    [one] { $views } Ansicht
   *[other] { $views } Ansichten
 }
calibrated-plate = Platte: Marken { NUMBER($strain, minimumFractionDigits: 2, maximumFractionDigits: 2) } Pixel daneben, Kamera { NUMBER($height, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm über x { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, y { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm
calibrated-wells = Fächer: { $right } mm nach rechts und { $down } mm nach unten gegenüber den Zeichnungen
calibrated-light = Licht: { $levels }
calibrated-dice = Würfel: { $dice } bekannte Würfel richtig gelesen, keiner falsch
calibrated-kept = für den Tisch { $table } gespeichert in { $file }

## Nach dem Spiel

after-curve = Gewinnchance
after-scores = Punkte
after-unfinished = Dieses Spiel ist nicht zu Ende gespielt.
after-estimated = Die Gewinnchancen sind Schätzungen, die annehmen, dass alle auf möglichst viele Punkte spielen.
after-approximate = Die Gewinnchancen sind Näherungen.
after-estimated-points = Die Punkte sind geschätzt: Das Blatt ist zu groß, um es zu lösen.
rating-few = Wertung: Sie braucht mindestens zwei Entscheidungen
rating-wins = Wertung: Eine Entscheidung verschenkte im Schnitt { $mean } von 100 Spielen (± { $error })
rating-wins-level = Wertung: Eine Entscheidung verschenkte im Schnitt { $mean } von 100 Spielen (± { $error }), wie auf der Stufe „{ $level }“
rating-points = Wertung: Eine Entscheidung verschenkte im Schnitt { $mean } Punkte (± { $error })
rating-points-level = Wertung: Eine Entscheidung verschenkte im Schnitt { $mean } Punkte (± { $error }), wie auf der Stufe „{ $level }“
rating-fewest = Wertung: Eine Entscheidung verschenkte im Schnitt { $mean } Punkte (± { $error })
rating-turns = Wertung: Eine Entscheidung verschenkte im Schnitt { $mean } Züge (± { $error })
rating-habit = teuerste Fehlerart: { $what }
rating-none = Noch kein Spiel dieses Namens ist zu Ende gespielt, oder die Kosten seiner Entscheidungen lassen sich nicht berechnen.
mistakes-wins = { $kind }: { $times ->
    [one] einmal
   *[other] { $times }-mal
 }, das verschenkte { $cost } von 100 Spielen
mistakes-points = { $kind }: { $times ->
    [one] einmal
   *[other] { $times }-mal
 }, das verschenkte { $cost } Punkte je Spiel
mistakes-fewest = { $kind }: { $times ->
    [one] einmal
   *[other] { $times }-mal
 }, das verschenkte { $cost } Punkte je Spiel
mistakes-turns = { $kind }: { $times ->
    [one] einmal
   *[other] { $times }-mal
 }, das verschenkte { $cost } Züge je Spiel
mistake-held = hält zu früh
mistake-held-behind = hält zu früh, obwohl andere vorn liegen
mistake-threw-on = wirft weiter, wo Aufhören besser ist
mistake-stopped = trägt ein, wo Weiterwerfen besser ist
mistake-chance = nimmt die Chance zu früh
mistake-other-box = trägt in das falsche Feld ein
mistake-broke = reißt gleiche Würfel auseinander, etwa ein Paar für eine Straße
mistake-kept-more = behält oder legt zu viel beiseite
mistake-kept-fewer = behält oder legt zu wenig beiseite
mistake-kept-other = behält oder legt die falschen Würfel beiseite
mistake-more-dice = wirft zu viele Würfel
mistake-fewer-dice = wirft zu wenige Würfel
mistake-other-tiles = schließt die falschen Klappen
drill-kind = Die teuerste Fehlerart hier: { $kind }.
drill-keys = Tippe deine Wahl; ? zeigt, wie. Enter allein zeigt die beste Wahl, q beendet die Übung.
drill-test = { $number } von { $all }. Was tust du?
account-of = { $name }, { $what }.
account-luck = Glück: { $side ->
    [better] { $amount } besser als mit durchschnittlichen Würfeln
    [worse] { $amount } schlechter als mit durchschnittlichen Würfeln
   *[even] wie mit durchschnittlichen Würfeln
 }
account-skill = Können: { $side ->
    [worse] { $amount } durch die eigene Wahl verschenkt
   *[even] jede Wahl war die beste
 }
account-others = die anderen: { $side ->
    [better] ihre Würfel und ihre Wahl brachten { $amount }
    [worse] ihre Würfel und ihre Wahl kosteten { $amount }
   *[even] ihre Würfel und ihre Wahl änderten nichts
 }
account-games = { $number } von 100 Spielen
account-points = { $number ->
    [one] 1 Punkt
   *[other] { $number } Punkte
 }
account-expected = Punkte: { $end }, bei perfektem Spiel zu erwarten { $start }
account-expected-open = Punkte: auf dem Weg zu { $end }, bei perfektem Spiel zu erwarten { $start }
after-threw = { $name }, Zug { $turn }: Mit dem Wurf { $dice } ging die Gewinnchance von { $start } auf { $end }.
after-chose = { $name }, Zug { $turn }: Nach der Entscheidung, { $move }, ging die Gewinnchance von { $start } auf { $end }.
after-cost-wins = { $name }, Zug { $turn }: { $move } hat die Gewinnchance um { $cost } gesenkt; besser war es, { $best }.
after-cost-points = { $name }, Zug { $turn }: { $move } hat { $cost ->
    [one] { $cost } Punkt
   *[other] { $cost } Punkte
 } verschenkt; besser war es, { $best }.
after-all-best = { $name }: Jede Entscheidung war die bestmögliche.
after-rank = { $place }. { $name }: { $points }
after-best = Beste Wahl: { $words }
after-worst = Schlechteste Wahl: { $words }
after-why = { $name }, Zug { $turn }, die bessere Wahl: { $words }
after-best-wins = { $name }, Zug { $turn }: { $move } war am besten: { $next } hätte die Gewinnchance um { $margin } gesenkt.
after-best-points = { $name }, Zug { $turn }: { $move } war am besten, um { $margin ->
    [one] { $margin } Punkt
   *[other] { $margin } Punkte
 } besser als { $next }.
after-more = Mehr über dieses Spiel: { $command }
after-keep = Dieses Spiel als Bild behalten: { $command }
endcard-best = Beste Wahl
endcard-worst = Schlechteste Wahl
endcard-wins = { $name ->
    [you] Du gewinnst { $own } zu { $other }
   *[other] { $name } gewinnt { $own } zu { $other }
 }
endcard-wins-yours = { $name } gewinnt { $own } zu { $other } gegen dich
endcard-wins-many = { $name ->
    [you] Du gewinnst mit { $own }
   *[other] { $name } gewinnt mit { $own }
 }
after-kept = Das Bild vom Spiel ist { $file }.
doing-dice = { $dice } Würfel zu werfen
doing-own = { $words }

## Der Coach: warum eine Zeile nicht zählt

coach-refused-line = Eine Zeile hat dice, photo, position oder undo, oder sie ist eine Aktion: --help zeigt sie.
coach-refused-faces = Ein Würfel zeigt 1 bis 6.
coach-refused-over = Das Spiel ist zu Ende.
coach-refused-roll = Sag, welche Würfel liegen bleiben, oder wähle ein Feld.
coach-refused-aside = Sag, welche Würfel du beiseitelegst und ob du hältst, etwa 115 halten.
coach-refused-hold = Wirf zuerst: Noch gibt es nichts zu halten.
coach-refused-here = Diese Wahl gibt es in diesem Spiel nicht.
coach-refused-choose-first = Wähle zuerst, was liegen bleibt, oder ein Feld.
coach-refused-stand-first = Wähle zuerst, ob du stehen bleibst oder dich hinsetzt.
coach-refused-throw-first = Wirf zuerst, und sag, was die Würfel zeigen.
coach-refused-pending = Jetzt kommt der Wurf: Sag, was die Würfel zeigen, oder nimm die Wahl zurück.
coach-refused-number = { $given ->
    [one] { $given } Würfel ist
   *[other] { $given } Würfel sind
 } angegeben, erwartet { $due ->
    [one] wird aber einer
   *[other] werden aber { $due }
 }.
coach-refused-keep = { $kept } kann nicht liegen bleiben: Die Würfel zeigen { $dice }.
coach-refused-kept = { $kept } sind liegen geblieben, aber in { $dice } fehlt davon etwas.
coach-refused-box = { $box } ist jetzt nicht möglich. Möglich sind: { $legal }.
coach-refused-undo = Es gibt nichts zurückzunehmen.
coach-refused-fields = Zu einer Stellung dieses Spiels gehören { $fields }, sonst nichts.
coach-refused-field = { $field }: Gib ganze Zahlen an, die es in diesem Spiel gibt.
coach-refused-no-dice = In einem Zug mit Punkten oder beiseitegelegten Würfeln liegen alle Würfel auf dem Tisch: Gib an, was sie zeigen.
coach-refused-field-here = Diese Stellung gibt es im Spiel nicht: Berichtige „{ $field }“.
coach-refused-position = Diese Stellung gibt es im Spiel nicht: Prüfe die Punkte, die Würfel und die übrigen Würfe.
coach-refused-photo = In { $file } { $seen ->
    [one] ist { $seen } Würfel
   *[other] sind { $seen } Würfel
 } zu sehen, erwartet { $due ->
    [one] wird aber einer
   *[other] werden aber { $due }
 }: Mach ein neues Foto, oder tippe die Würfel ein.
coach-refused-dark = In { $file } ist es zu dunkel: Mach Licht und ein neues Foto, oder tippe die Würfel ein.
coach-either = { $first } oder { $rest }
coach-range = { $first } bis { $rest }
coach-list = { $parts }

## Der Coach: was er sagt

coach-begins = { $title }: { $names }. ? zeigt die Hilfe.
coach-prompt = { $name }
coach-turn = { $name }, Zug { $turn }: Wirf, und tippe ein, was fällt.
coach-turn-chosen = { $name }, Zug { $turn }: { $move }.
coach-throw-again = Wirf, und tippe ein, was fällt.
coach-throw-now = Wirf { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 }, und tippe ein, was fällt.
coach-dice = Die Würfel zeigen { $dice }. { $left ->
    [0] Kein Wurf ist übrig.
    [one] Ein Wurf ist übrig.
   *[other] { $left } Würfe sind übrig.
 }
coach-dice-aside = Die Würfel zeigen { $dice }, bisher { $total } in diesem Zug.
coach-read = Das Foto zeigt { $dice }.
coach-doubts = In { $file } { $count ->
    [one] ist ein Wert
   *[other] sind { $count } Werte
 } nicht zu lesen ({ $doubts }). { $read ->
    [0] {""}
   *[other] Die anderen zeigen { $dice }.
 } Tippe ein, { $count ->
    [one] was er zeigt
   *[other] was diese { $count } Würfel zeigen
 }.
coach-doubts-all = In { $file } { $count ->
    [one] ist ein Wert
   *[other] sind { $count } Werte
 } nicht zu lesen ({ $doubts }). Tippe alle Würfel ein.
coach-undone = Zurückgenommen.
coach-score = { $name }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }
coach-next = An zweiter Stelle steht, { $move }: Das { $cost }.
coach-third = An dritter Stelle steht, { $move }: Das { $cost }.
coach-enter = Enter allein trägt { $points } bei { $box } ein.
coach-enter-nothing = Tippe die Würfel oder eine Wahl ein; ? zeigt die Hilfe.
coach-cost-none = ist genauso gut
coach-cost-points = kostet { NUMBER($cost, minimumFractionDigits: 1) } Punkte
coach-cost-points-least = kostet weniger als 0,1 Punkte
coach-cost-turns = kostet { NUMBER($cost, minimumFractionDigits: 1) } Züge
coach-cost-turns-least = kostet weniger als 0,1 Züge
coach-cost-wins = kostet { NUMBER($cost, minimumFractionDigits: 1) } von 100 Spielen
coach-cost-wins-least = kostet weniger als 0,1 von 100 Spielen
coach-expected = Zu erwarten sind am Ende { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } für { $name ->
    [you] dich
   *[other] { $name }
 }.
coach-expected-turns = Im Mittel sind noch { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Züge
 } nötig.
coach-expected-reach = Von hier aus wird das Ziel in { $share } von 100 Spielen erreicht.
coach-expected-wins = Von hier aus { $name ->
    [you] gewinnst du
   *[other] gewinnt { $name }
 } { $share } von 100 Spielen.
coach-bonus = Den Bonus gibt es dann in { $share } von 100 Spielen.
coach-bonus-instead = Den Bonus gibt es dann in { $share } statt { $other } von 100 Spielen.
coach-chose-best = Das war die beste Wahl.
coach-chose = { $move } { $cost }.
tutor-warns = Vorsicht: { $told }
drill-asked = { $number } von { $all }, aus Spiel { $game }. Was tust du?
drill-turn = { $points ->
    [one] In diesem Zug steht { $points } Punkt auf dem Spiel.
   *[other] In diesem Zug stehen { $points } Punkte auf dem Spiel.
 }
drill-right = { $right } von { $asked } richtig.
drill-none = Im Journal steht dazu keine teure Wahl: Spiel weiter, oder nenne ein anderes Spiel oder eine andere Person.
drill-help = Außerdem: Enter allein zeigt die beste Wahl und zählt als nicht richtig, q beendet die Übung.
coach-chose-other = Nach der Faustregel ist es besser, { $best }.
coach-chose-rule = Das rät auch die Faustregel.
coach-worst = { $name }, am meisten gekostet hat das:
coach-worst-choice = Zug { $turn }: { $told }
coach-no-account = Glück und Können werden für dieses Spiel nicht berechnet.
coach-listed = { $number }: { $title }, { $names }. Als Nächstes: { $name }, Zug { $turn }. Weiter mit ‚pipsqueak coach --resume { $number }‘.
coach-none-kept = Kein Spiel wartet: Beginne eins mit ‚pipsqueak coach SPIEL‘.
coach-session-kept = Das Spiel ist gespeichert: Weiter mit ‚pipsqueak coach --resume { $number }‘.
coach-picture-later = Das Bild wird gezeichnet, wenn das Spiel zu Ende ist.
coach-help-dice = Würfel: 33456 sagt, was sie zeigen. Wenn du nur einige wirfst, tippe danach alle ein oder nur diese.
coach-help-keep = Behalten: 33, k 33 oder behalte 3 3 lässt beide Dreien liegen. k allein lässt keinen liegen.
coach-help-aside = Beiseitelegen: 115 oder behalte 115 wirft die anderen Würfel, 115 h oder behalte 115 halten hält. h allein legt alles beiseite, was zählt.
coach-help-round = Beiseitelegen: 115 oder behalte 115 wirft die anderen Würfel. h allein legt alle Würfel beiseite und hält, wenn das geht.
coach-dice-tiles = Die Würfel zeigen { $dice }. Offen sind { $tiles }.
coach-tiles-open = Offen sind { $tiles }.
coach-help-tiles = Klappen: 45 oder schließe 4 5 schließt sie. Darfst du einen Würfel allein werfen, tippe ein, was du geworfen hast.
coach-keep-words = behalte behalten
coach-hold-words = halten halte sichern sichere
coach-stand-words = stehen stehe bleiben bleibe stehenbleiben
coach-sit-words = setzen setze setz mich hin hinsetzen
coach-shut-words = schließe schließen schließ schliesse schliessen zu
coach-throw-words = werfen werfe wirf weiter
coach-aside-words = lege leg legen beiseite beiseitelegen und dann die
coach-help-box = Feld: sein Name, oder b und seine Nummer, etwa b 3. Die Nummer allein genügt, wenn kein Würfel sie zeigt.
coach-help-sheets = Blätter: s zeigt sie.
coach-help-dice-plain = Würfel: Tippe ein, was sie zeigen.
coach-help-race = Wahl: r sagt, dass du noch einmal wirfst, h, dass du hältst.
coach-help-herd = Wahl: r sagt, dass du stehen bleibst, h, dass du dich hinsetzt.
coach-help-dice-pigs = Schweine: Tippe ein, wie beide liegen, etwa 35: 1 { lie-right-side }, 2 { lie-dot-side }, 3 { lie-razorback }, 4 { lie-trotter }, 5 { lie-snouter }, 6 { lie-leaning-jowler }.
coach-help-scores = Punkte: s zeigt sie.
coach-help-dice-hog = Würfel: Tippe alle geworfenen ein, etwa 2546.
coach-help-hog = Wahl: r 4 sagt, dass vier Würfel geworfen werden.
coach-help-photo = Foto: p DATEI liest die Würfel darin.
coach-help-rest = Außerdem: u nimmt zurück, q beendet und speichert das Spiel.
coach-refused-unknown = „{ $said }“ bedeutet hier nichts: ? zeigt die Hilfe.
coach-refused-which = „{ $said }“ kann { $boxes } sein: Tippe mehr davon ein.
coach-refused-pigs = Die Kamera kann Schweine nicht lesen: Tippe ein, wie sie liegen.

## Hinweise, wer beginnt, und wer geht

hint = Tipp: { $why }
left = { $name ->
    [you] Du gehst
   *[other] { $name } geht
 }; ein Roboter spielt weiter.
first-wanted = Wer beginnt? Alle werfen einen Würfel, und wer am höchsten wirft, beginnt.
first-throw = { $name ->
    [you] Du wirfst
   *[other] { $name } wirft
 } { $value }.
first-found = { $name ->
    [you] Du beginnst
   *[other] { $name } beginnt
 }.
ask-lie = Wie ist Schwein { $pig } gelandet? 1 Sau mit Punkt unten, 2 Sau mit Punkt oben, 3 Suhle, 4 Haxe, 5 Schnauze, 6 Backe.
ask-lies = { $lies }: Stimmt das? { $hold } heißt ja, mit { $new } wird es neu eingegeben.

## Warum eine Antwort nicht zählt
refused-late = Zu spät: Diese Frage ist schon beantwortet oder wird nicht mehr gestellt.
refused-answer = Das beantwortet die offene Frage nicht.
refused-move = Dieser Zug ist nach den Regeln jetzt nicht erlaubt.
refused-throw = Es ist kein Wurf mehr übrig, oder alle Würfel bleiben liegen: Wähle ein Feld.
refused-box = Dieses Feld kann jetzt nicht gewählt werden.
refused-hold-box = Hier wird nichts gehalten: Geh mit hoch oder runter zu einem Feld, und schreib es mit Enter.
refused-well = In Fach { $well } kann jetzt kein Würfel liegen bleiben.
refused-well-boxes = In Kästchen { $well } kann jetzt kein Würfel liegen bleiben.
refused-dice = Wähle 1 bis { $most } Würfel.
refused-face = Ein Würfel zeigt 1 bis 6.
refused-die = Es gibt { $dice } Würfel einzustellen.
refused-unset = Sag zuerst, was jeder Würfel zeigt.
refused-near = Das geht nur am Tisch.
refused-other = Gefragt ist jemand anders.
refused-watching = Du siehst zu: Setz dich hin, um zu spielen.
refused-hint-off = An diesem Tisch gibt es keine Tipps.
refused-unready = Der Tipp wird noch berechnet. Frag in einer Minute noch einmal.
refused-take-back-off = An diesem Tisch lässt sich keine Wahl zurücknehmen.
refused-leave-off = An diesem Tisch kann niemand ein Spiel vorzeitig verlassen.
ask-leave = { $name }: Mit { $hold } übernimmt ein Roboter deinen Platz, mit jeder anderen Taste bleibst du.
ask-leave-alone = { $name }: Mit { $hold } verlässt du das Spiel, mit jeder anderen Taste bleibst du.

## Was nicht geht, und was dagegen hilft

board-rests = in Ruhe, Motor und Hebel sind stromlos
board-rests-remedy = der nächste Wurf bringt die Kurbel von selbst in Grundstellung
fault-port = der Anschluss der Steuerung lässt sich nicht nutzen
fault-port-remedy = prüfe das Kabel und den Namen des Anschlusses
fault-port-missing = die Steuerung ist nicht angeschlossen
fault-port-missing-remedy = steck sie ein, oder nenne einen anderen Anschluss
fault-port-busy = ein anderes Programm benutzt den Anschluss der Steuerung
fault-port-busy-remedy = beende dieses Programm; ‚pipsqueak doctor‘ nennt es
fault-port-permission = dieser Benutzer darf den Anschluss der Steuerung nicht öffnen
fault-port-permission-remedy = nimm diesen Benutzer in die Gruppe auf, der der Anschluss gehört
fault-port-lost = die Verbindung zur Steuerung ist weg
fault-port-lost-remedy = steck ihr Kabel wieder ein
fault-port-choice = mehrere Steuerungen sind angeschlossen
fault-port-choice-remedy = nenne den Anschluss der Steuerung des Tisches
fault-link = das Programm kann mit der Steuerung nicht kommunizieren
fault-link-remedy = prüfe das Kabel, und schalte die Steuerung aus und wieder ein
fault-no-reply = die Steuerung antwortet nicht
fault-no-reply-remedy = prüfe Kabel und Strom, oder spiel die Firmware auf: ‚pipsqueak machine flash‘
fault-no-board = das Gerät, das antwortet, ist keine Steuerung dieses Tisches
fault-no-board-remedy = nenne den Anschluss der Steuerung des Tisches; ‚pipsqueak machine flash‘ würde ersetzen, was auf diesem Gerät läuft
fault-protocol-version = die Steuerung benutzt eine andere Version des Protokolls
fault-protocol-version-remedy = spiel die Firmware dieses Pakets auf: ‚pipsqueak machine flash‘
fault-other-kind = die Steuerung gehört zu einer anderen Bauart
fault-other-kind-remedy = sag, welche Maschine es ist (‚pipsqueak data config set machine‘), oder spiel ihre Firmware auf: ‚pipsqueak machine flash‘
fault-dictionary = die Steuerung hat ein anderes Verzeichnis der Befehle
fault-dictionary-remedy = spiel die Firmware dieses Pakets auf: ‚pipsqueak machine flash‘; nach einer Änderung von machine.toml zuerst ‚make -C firmware‘
fault-outcome-unknown = der Ausgang der letzten Bewegung ist unbekannt
fault-outcome-unknown-remedy = sieh am Tisch nach: Der Wurf wird wiederholt
fault-line = eine Zeile an die Steuerung verstößt gegen die Regeln des Protokolls
fault-line-remedy = schick sie noch einmal
fault-controller = die Steuerung lehnt einen Befehl ab oder ist ausgefallen
fault-controller-remedy = sieh am Tisch nach, und versuch es noch einmal
fault-refused = die Steuerung lehnt einen Befehl ab
fault-refused-remedy = sieh am Tisch nach, und versuch es noch einmal
fault-command-value = eine Zahl liegt außerhalb des Bereichs, den die Steuerung annimmt
fault-command-value-remedy = die Grenzen stehen in firmware/PROTOCOL.md
fault-motion-timeout = eine Bewegung wurde nicht rechtzeitig fertig
fault-motion-timeout-remedy = sieh nach, was klemmt
fault-fault = die Steuerung hat mit einer Störung angehalten
fault-fault-remedy = sieh am Tisch nach, und versuch es noch einmal
fault-board-stopped = der Tisch wurde angehalten
fault-board-stopped-remedy = finde heraus, warum
fault-board-estop = der Not-Halt ist gedrückt
fault-board-estop-remedy = löse ihn, achte darauf, dass alle Hände weg sind, und drück eine Taste am Tisch
fault-board-lid = der Deckel ist offen
fault-board-lid-remedy = mach ihn zu
fault-board-switch = der Endschalter meldet sich nicht
fault-board-switch-remedy = prüfe den Schalter und sein Kabel
fault-board-lease = die Steuerung hat zu lange nichts empfangen
fault-board-lease-remedy = sieh nach, womit der Rechner beschäftigt war
fault-board-limit = eine Bewegung dauerte zu lange
fault-board-limit-remedy = sieh nach, was klemmt
fault-board-jam = die Kurbel klemmt
fault-board-jam-remedy = mach sie frei
fault-board-memory = die Steuerung kann ihre Startnummer nicht speichern
fault-board-memory-remedy = tausch die Steuerung aus
fault-camera = die Kamera lässt sich nicht nutzen
fault-camera-remedy = prüfe ihr Kabel und ihren Namen
fault-camera-missing = die Kamera ist nicht angeschlossen
fault-camera-missing-remedy = schließ sie an, oder nenne eine andere
fault-camera-lost = die Verbindung zur Kamera ist weg
fault-camera-lost-remedy = steck sie wieder ein
fault-frame-timeout = die Kamera liefert kein Bild
fault-frame-timeout-remedy = prüfe ihr Kabel
fault-no-more-pictures = es gibt keine Bilder mehr
fault-no-more-pictures-remedy = fang von vorn an, oder gib mehr Bilder
fault-libcamera = die Bibliotheken für die Kamera des Pi fehlen oder passen nicht zusammen
fault-libcamera-remedy = führe ‚sudo apt install python3-picamera2‘ und dann ‚make pi‘ im Repository aus
fault-camera-frozen = die Kamera wiederholt immer dasselbe Bild
fault-camera-frozen-remedy = schalte sie aus und wieder ein
fault-stream = der Bildstrom der Kamera ist abgerissen
fault-stream-remedy = wecke das Handy, öffne dort die Kamera-App wieder, und prüfe sein WLAN
fault-camera-turned = die Kamera wurde gedreht
fault-camera-turned-remedy = lass sie so liegen
fault-panel = die Tasten und Lampen am Tisch lassen sich nicht nutzen
fault-panel-remedy = spiel am Bildschirm oder mit der Tastatur, oder prüfe die Kabel
fault-usb-buttons = die USB-Tasten lassen sich nicht lesen
fault-usb-buttons-remedy = spiel am Bildschirm oder mit der Tastatur, oder steck den Encoder ein
fault-panel-left = die Person an der Tastatur ist gegangen
fault-panel-left-remedy = spiel am Bildschirm oder mit den Tasten am Tisch
fault-twin = die simulierte Maschine ist ausgefallen
fault-twin-remedy = starte sie neu
fault-twin-missing = ein Teil der simulierten Maschine fehlt
fault-twin-missing-remedy = installiere das Paket neu
fault-missing-mujoco = die Physik der simulierten Maschine ist nicht installiert
fault-missing-mujoco-remedy = führe ‚{ $command }‘ aus
fault-film = der Film der simulierten Maschine lässt sich nicht erzeugen
fault-film-remedy = nenne eine andere Datei
fault-dimensions = die Maße der Maschine sind nicht zu gebrauchen
fault-dimensions-remedy = berichtige hardware/machine.toml
fault-unsettled = ein Würfel war nicht zu lesen, und niemand war da, um zu sagen, was er zeigt
fault-unsettled-remedy = leg ihn flach und frei hin
fault-void-throw = der Ausgang eines Wurfs ist unbekannt
fault-void-throw-remedy = sieh am Tisch nach: Der Wurf wird wiederholt
fault-coil-hot = die Spulen der Kästchen sind nicht abgekühlt
fault-coil-hot-remedy = warte eine Minute und wirf dann noch einmal
fault-safe-mode = die Motoren bleiben nach mehreren Abstürzen aus
fault-safe-mode-remedy = behebe die Ursache der Abstürze, und schalte die Maschine aus und wieder ein
fault-journal = das Journal lässt sich nicht nutzen
fault-journal-remedy = gib Speicherplatz frei, berichtige die Zugriffsrechte, oder starte neu, wenn die Karte schreibgeschützt ist; was schon geschrieben ist, bleibt erhalten, Neues wird nicht gespeichert
fault-no-journal = es gibt kein Journal, und es lässt sich keines anlegen
fault-no-journal-remedy = gib Speicherplatz frei, berichtige die Zugriffsrechte des Ordners, oder starte neu, wenn die Karte schreibgeschützt ist; bis dahin wird nichts gespeichert
fault-recording = die Aufnahme lässt sich nicht schreiben
fault-recording-remedy = gib Speicherplatz frei, oder nenne einen anderen Ordner
fault-report = der Tagesbericht lässt sich nicht schreiben
fault-report-remedy = gib Speicherplatz frei, oder berichtige die Zugriffsrechte seines Ordners
fault-folder = eine Datei lässt sich nicht schreiben
fault-folder-remedy = gib Speicherplatz frei, oder berichtige die Zugriffsrechte des Ordners
fault-config = die Konfiguration lässt sich nicht nutzen
fault-config-remedy = berichtige config.toml, oder verschieb die Datei
fault-language = eine Sprachdatei lässt sich nicht nutzen
fault-language-remedy = berichtige sie, oder verschieb sie
fault-voice = die Stimme kann nicht sprechen
fault-voice-remedy = prüfe das Tongerät
fault-phone-silent = vom Handy kommt kein Bild
fault-phone-silent-remedy = wecke es auf und öffne dort diese Seite
fault-picture-empty = das Bild ist leer
fault-picture-empty-remedy = mach es noch einmal
fault-picture-none = das ist kein Bild
fault-picture-none-remedy = mach ein Foto, oder sende eine JPEG- oder PNG-Datei
fault-picture-kind = diese Art von Bild (mit zu vielen Bits) lässt sich hier nicht lesen
fault-picture-kind-remedy = wähle JPEG in den Einstellungen der Kamera
fault-picture-damaged = das Bild ist beschädigt oder endet zu früh
fault-picture-damaged-remedy = nimm es neu auf
fault-picture-large = das Bild ist zu groß
fault-picture-large-remedy = sende eines mit höchstens 120 Millionen Pixeln
fault-picture-side = eine Seite des Bildes ist zu lang
fault-picture-side-remedy = sende eines, dessen Seiten weniger als 20.000 Pixel haben
fault-upload-large = das Bild ist zu groß
fault-upload-large-remedy = sende ein kleineres
fault-upload-pixels = das Bild hat zu viele Pixel
fault-upload-pixels-remedy = sende eines mit höchstens 25 Millionen, oder ein JPEG mit höchstens 50 Millionen
fault-upload-slow = das Bild kommt zu langsam an
fault-upload-slow-remedy = geh näher ans WLAN und sende es noch einmal
fault-upload-many = zu viele Bilder kommen auf einmal
fault-upload-many-remedy = sende es gleich noch einmal
fault-calibration = die Kalibrierung passt nicht
fault-calibration-remedy = kalibriere den Tisch neu
fault-board-not-seen = die Grundplatte ist nicht vollständig zu sehen
fault-board-not-seen-remedy = richte die Kamera auf alle vier Marken, und nimm weg, was sie verdeckt
fault-blurred = das Bild der Kamera ist unscharf
fault-blurred-remedy = stell die Kamera scharf, und putze sie
fault-light = ein Licht fehlt, ist zu schwach oder zu stark
fault-light-remedy = achte darauf, dass beide Hälften des Rings leuchten
fault-too-few-views = die Tafel wurde nicht in genug verschiedenen Lagen gehalten
fault-too-few-views-remedy = beginne von vorn, und halte sie nach allen vier Seiten geneigt und über das ganze Bild
fault-printed-size = die Tafel oder die Platte hat nicht die richtige Größe
fault-printed-size-remedy = drucke sie mit 100 %, und miss die Linie von 100 mm nach
fault-wrong-dice = die bekannten Würfel werden nicht richtig gelesen
fault-wrong-dice-remedy = leg sie wie beschrieben, und achte darauf, dass Deckel und Linse sauber sind
fault-not-now = die Maschine spielt im Augenblick nicht
fault-not-now-remedy = warte, bis die Maschine wieder spielt
fault-player = diese Spieler können das Spiel nicht spielen
fault-player-remedy = wähle andere Spieler
fault-goal = bis zu diesem Ziel lässt sich das Spiel nicht spielen
fault-goal-remedy = wähle eine andere Zahl
fault-unknown-name = dieses Spiel oder diesen Spieler gibt es nicht
fault-unknown-name-remedy = wähle neu
fault-missing-numba = Numba fehlt, das dieses Spiel berechnet
fault-missing-numba-remedy = führe ‚{ $command }‘ aus

## Die Regeln der Spiele

menu-game = Welches Spiel?
menu-level = Wie gut spielt der Roboter?
menu-name = Wer spielt?
menu-new-name = ein anderer Name: Tippe ihn ein
menu-no-name = kein Name
menu-type-name = Dein Name, oder Enter für keinen:
menu-keys = hoch, runter: wählen; Enter: nehmen; q: beenden
menu-more = noch { $count }
menu-number = Nummer, oder Enter für { $usual }:
rules-games = Spiele, deren Regeln hier stehen:
rules-next = i zeigt Seite { $page } von { $pages }, Esc führt zurück zum Spiel
rules-back = Zurück zum Spiel: i oder Esc
rules-does = Was du tust
rules-scores = Was Punkte bringt
rules-wins = Wie du gewinnst
rules-turns = Alle spielen reihum.
rules-alone = Du spielst allein.
rules-throw-die = In deinem Zug wirfst du immer wieder einen Würfel, bis du hältst oder ein Wurf deinen Zug beendet.
rules-throw-dice = In deinem Zug wirfst du immer wieder { $dice } Würfel, bis du hältst oder ein Wurf deinen Zug beendet.
rules-throw-coin = In deinem Zug wirfst du immer wieder eine Münze, bis du hältst oder ein Wurf deinen Zug beendet.
rules-throw-pigs = In deinem Zug wirfst du immer wieder { $dice } Schweine, bis du hältst oder ein Wurf deinen Zug beendet.
rules-coin = Ein Würfel ist hier die Münze: Eine gerade Zahl ist Kopf, eine ungerade ist Zahl.
rules-pigs = Nach jedem Wurf gibst du ein, wie die Schweine liegen.
rules-hold = Wenn du hältst, kommen die Punkte des Zugs zu deinem Punktestand, und dein Zug ist zu Ende.
last-turn = der letzte Zug: Zum Sieg braucht es mehr als { $score } { $score ->
    [one] Punkt
   *[other] Punkte
 }
last-round-begins = { $told } Die letzte Runde beginnt: { $score } { $score ->
    [one] Punkt ist
   *[other] Punkte sind
 } zu überbieten.
rules-last-round = Die letzte Runde beginnt, sobald ein Punktestand { $goal } { $goal ->
    [one] Punkt
   *[other] Punkte
 } erreicht.
rules-last-round-all = Alle anderen haben dann noch einen Zug.
rules-last-round-second = Nur wer nach diesem Spieler an der Reihe ist, hat dann noch einen Zug, sodass alle gleich viele hatten.
rules-last-win = Dann gewinnen die meisten Punkte, und bei Gleichstand, wer sie zuerst hatte.
rules-win-goal = Wer mit seinem Punktestand zuerst { $goal } { $goal ->
    [one] Punkt
   *[other] Punkte
 } erreicht, gewinnt.
rules-pig-1 = Eine 2 bis 6 bringt dem Zug so viele Punkte, wie sie zeigt.
rules-pig-2 = Eine 1 beendet deinen Zug, und die Punkte des Zugs sind verloren.
rules-progressive-pig-1 = Eine 2 bis 6 bringt dem Zug so viele Punkte, wie sie zeigt.
rules-progressive-pig-2 = Eine 1 beendet deinen Zug: Die Punkte des Zugs sind verloren, aber du bekommst { $gain ->
    [one] { $gain } Punkt
   *[other] { $gain } Punkte
 }.
rules-piglet-1 = Kopf bringt dem Zug { $gain ->
    [one] { $gain } Punkt
   *[other] { $gain } Punkte
 }.
rules-piglet-2 = Zahl beendet deinen Zug, und die Punkte des Zugs sind verloren.
rules-two-dice-pig-1 = Würfel ohne eine 1 bringen dem Zug ihre Summe.
rules-two-dice-pig-2 = Eine einzelne 1 beendet deinen Zug, und die Punkte des Zugs sind verloren.
rules-two-dice-pig-3 = Zwei Einsen beenden deinen Zug, und die Punkte des Zugs und dein ganzer Punktestand sind verloren.
rules-big-pig-1 = Zwei verschiedene Würfel ohne eine 1 bringen dem Zug ihre Summe.
rules-big-pig-2 = Zwei gleiche Würfel von 2 bis 6 bringen das Doppelte ihrer Summe.
rules-big-pig-3 = Zwei Einsen bringen { $ones } Punkte.
rules-big-pig-4 = Eine einzelne 1 beendet deinen Zug, und die Punkte des Zugs sind verloren.
rules-pass-the-pigs-1 = Zwei Schweine auf der gleichen Seite bringen dem Zug { $sides ->
    [one] { $sides } Punkt
   *[other] { $sides } Punkte
 }.
rules-pass-the-pigs-2 = Zwei Schweine auf verschiedenen Seiten beenden deinen Zug, und die Punkte des Zugs sind verloren.
rules-pass-the-pigs-3 = Eine Suhle bringt { $razorback } Punkte, eine Haxe { $trotter }, eine Schnauze { $snouter }, eine Backe { $jowler }.
rules-pass-the-pigs-4 = Ein Schwein, das daneben auf der Seite liegt, bringt nichts.
rules-pass-the-pigs-5 = Zwei Schweine in zwei verschiedenen dieser vier Lagen bringen die Punkte von beiden.
rules-pass-the-pigs-6 = Zwei Schweine in derselben dieser vier Lagen bringen das Doppelte der Punkte von beiden.
rules-hog-throw = In deinem Zug wählst du, wie viele Würfel du wirfst, von 1 bis { $most }, und wirfst sie ein einziges Mal.
rules-hog-goes = Der Tisch wirft { $wells } Würfel auf einmal, und keine weiteren mehr, sobald eine 1 gefallen ist.
rules-hog-1 = Wenn kein Würfel eine 1 zeigt, kommt die Summe aller Würfel zu deinem Punktestand.
rules-hog-2 = Wenn irgendein Würfel eine 1 zeigt, bringt der Zug nichts.
rules-win-pig-reach = Du gewinnst, wenn dein Punktestand in { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 } { $goal } { $goal ->
    [one] Punkt
   *[other] Punkte
 } erreicht.
rules-win-pig-score = Das Spiel endet nach { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Zügen
 }, und du willst möglichst viele Punkte.
rules-win-pig-turns = Das Spiel endet, wenn dein Punktestand { $goal } { $goal ->
    [one] Punkt
   *[other] Punkte
 } erreicht, und du willst möglichst wenige Züge brauchen.
rules-win-think = Wenn du allein spielst, stehst nur du: Du hältst, um dich zu setzen, und du willst möglichst viele Punkte.
rules-herd-stand = Am Anfang jeder Runde stehen alle auf.
rules-herd-throw = Jeder Wurf mit { $dice ->
    [one] einem Würfel
   *[other] { $dice } Würfeln
 } zählt für alle, die stehen.
rules-herd-choose = Nach jedem Wurf wählen alle, die stehen: stehen bleiben oder sich setzen.
rules-herd-order = Alle wählen nacheinander, und in jeder Runde fängt jemand anders an.
rules-herd-sit = Wenn du dich setzt, kommen die Punkte der Runde zu deinem Punktestand, und du wartest auf die nächste Runde.
rules-herd-end = Eine Runde endet auch, wenn niemand mehr steht.
rules-swine-herd-1 = Eine 2 bis 6 bringt der Runde so viele Punkte, wie sie zeigt.
rules-swine-herd-2 = Eine 1 beendet die Runde, und wer noch steht, bekommt nichts für sie.
rules-skunk-1 = Würfel ohne eine 1 bringen der Runde ihre Summe.
rules-skunk-2 = Eine einzelne 1 beendet die Runde, und wer noch steht, bekommt nichts für sie.
rules-skunk-3 = Zwei Einsen beenden die Runde, und wer noch steht, verliert auch seinen ganzen Punktestand.
rules-win-swine-herd = Wer mit seinem Punktestand zuerst { $goal } { $goal ->
    [one] Punkt
   *[other] Punkte
 } erreicht, gewinnt.
rules-win-swine-herd-shared = Wenn mehrere das nach demselben Wurf erreichen, gewinnt, wer die meisten Punkte hat; bei gleich vielen teilen sie sich den Sieg.
rules-win-skunk = Nach { $turns ->
    [one] { $turns } Runde
   *[other] { $turns } Runden
 } gewinnt, wer die meisten Punkte hat.
rules-win-shared = Wenn mehrere die meisten haben, teilen sie sich den Sieg.
rules-sheet-throw = In deinem Zug wirfst du { $dice ->
    [one] einen Würfel
   *[other] { $dice } Würfel
 }, höchstens { $throws ->
    [one] einmal
   *[other] { $throws }-mal
 }.
rules-sheet-keep = Vor jedem weiteren Wurf behältst du die Würfel, die du willst, und wirfst nur die anderen.
rules-sheet-write = Dann wählst du ein leeres Feld deines Blatts und trägst die Punkte deiner Würfel ein.
rules-sheet-commit = Nach dem ersten Wurf wählst du ein leeres Feld deines Blatts, und am Ende des Zugs trägst du dort die Punkte deiner Würfel ein.
rules-sheet-once = Jedes Feld wird einmal benutzt, und Würfel, die nicht passen, bringen dort 0 Punkte.
rules-sheet-bonus = Wenn { $count ->
    [one] das Feld { $boxes } { $from ->
    [one] { $from } Punkt
   *[other] { $from } Punkte
 } oder mehr hat
   *[other] die Felder { $boxes } zusammen { $from ->
    [one] { $from } Punkt
   *[other] { $from } Punkte
 } oder mehr haben
 }, bekommst du einen Bonus von { $bonus ->
    [one] { $bonus } Punkt
   *[other] { $bonus } Punkten
 }.
rules-sheet-extra = Sobald { $box } seine { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } hat, bringt jeder spätere Wurf von { $dice } gleichen Würfeln, den du einträgst, { $extra ->
    [one] { $extra } Punkt
   *[other] { $extra } Punkte
 } mehr.
rules-sheet-times = Von diesen gibt es je { $times } Felder: { $boxes }.
rules-sheet-saves = Würfe, die du nicht brauchst, werden aufgespart, und du darfst sie in späteren Zügen machen.
rules-sheet-columns = Es gibt { $count } Spalten mit Feldern, und was du dort einträgst, wird mit { $factors } multipliziert.
rules-sheet-column-bonus = Jede Spalte hat einen Bonus: der Reihe nach { $bonuses } Punkte, wenn { $count ->
    [one] ihr Feld { $boxes } { $least } Punkte oder mehr hat
   *[other] ihre Felder { $boxes } zusammen { $least } Punkte oder mehr haben
 }.
rules-sheet-first = Der erste Wurf eines Zugs bringt { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } mehr, wenn du ihn einträgst und er in einem dieser Felder zählt: { $boxes }.
rules-sheet-converts = Am Ende zählt von den Feldern nur dies: { $parts }.
rules-sheet-convert-each = { $box } { $points } für jedes Feld mit Punkten
rules-sheet-convert-from = { $box } { $points }, wenn dort { $least } oder mehr stehen
rules-sheet-convert-all = { $box } { $points }, wenn alle diese Felder Punkte haben
rules-sheet-convert-any = { $box } { $points }, wenn das Feld Punkte hat
rules-sheet-totals = Aus der Summe aller Punkte wird { $parts }.
rules-sheet-step = { $points } ab { $least }
rules-sheet-forced-1 = Wenn du { $dice } gleiche Würfel einträgst und { $box } schon gefüllt ist, auch mit 0, kommen sie in das Feld für ihre Zahl.
rules-sheet-forced-2 = Wenn kein solches Feld leer ist, kommen sie in ein leeres Feld, das nicht für eine einzelne Zahl ist, und zählen dort, als ob sie passten.
rules-sheet-forced-3 = Wenn auch davon keines leer ist, kommen sie in das Feld für eine andere Zahl und bringen 0 Punkte.
rules-sheet-free-1 = Wenn du { $dice } gleiche Würfel einträgst und weder { $box } noch das Feld für ihre Zahl leer ist, zählen sie in jedem Feld, das nicht für eine einzelne Zahl ist, als ob sie passten.
rules-win-sheet-over = Das Spiel endet, wenn alle Felder gefüllt sind.
rules-win-sheet = Wer die meisten Punkte hat, gewinnt.
rules-example = { $name }: { $brings }
rules-adds = bringt { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }
rules-ends = beendet den Zug ohne Punkte
rules-ends-with = beendet den Zug mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
 }
rules-ruins = beendet den Zug und kostet den ganzen Punktestand
rules-scores-nothing = bringt nichts
rules-round-ends = beendet die Runde ohne Punkte
rules-round-ruins = beendet die Runde und kostet alle, die stehen, den ganzen Punktestand
rules-box-number = die Summe der Würfel, die { $face } zeigen
rules-box-all = die Summe aller Würfel
rules-box-of-all = { $what }: die Summe aller Würfel
rules-box-of-own = { $what }: die Summe dieser Würfel
rules-box-of-points = { $what }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }
rules-box-plus = { $what } und { $plus } mehr
rules-run = { $length } Zahlen in Folge
rules-run-from = die Zahlen { $first } bis { $last }
rules-faces = die Zahlen { $faces }
rules-sum = Würfel mit der Summe { $total }
rules-box-here = { $what }, hier { $points }
rules-group = { $size ->
    [one] ein beliebiger Würfel
   *[other] { $size } gleiche Würfel
 }
rules-groups = { $groups }, mit verschiedenen Zahlen
rules-groups-same = { $groups }, mit verschiedenen Zahlen oder genau so viele mit einer Zahl
rules-groups-sum = { $groups }, wenn alle Würfel die Summe { $total } haben

## Unterbrochene Spiele

unfinished-game = { $number }: { $title }, { $players }, begonnen { $begun }, { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfe
 }
play-left = du bist mit q gegangen
play-stopped = angehalten
play-resumes = setze dieses Spiel mit ‚{ $command }‘ fort
play-robots-only = in diesem Spiel spielen nur Roboter, deshalb wartet es nicht
play-nothing = es wurde nichts geworfen
play-none-waits = kein Spiel ist unterbrochen: Beginne eines mit ‚pipsqueak play SPIEL‘
play-not-waiting = { $why ->
    [missing] Spiel { $number } gibt es nicht
    [ended] Spiel { $number } ist zu Ende
   *[other] Spiel { $number } lässt sich nicht fortsetzen
 }: ‚pipsqueak data games‘ zeigt die, die sich fortsetzen lassen
unfinished-note = { $count ->
    [one] Ein Spiel ist noch nicht zu Ende: ‚pipsqueak data games‘ zeigt es.
   *[other] { $count } Spiele sind noch nicht zu Ende: ‚pipsqueak data games‘ zeigt sie.
 }
game-line = { $number }: { $title }, { $players }, { $begun }: { $state }
game-waits = noch nicht zu Ende, bisher { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfe
 }
game-won = gewonnen: { $names }
game-ended = ohne Sieger beendet
slow-game = Das Spiel wird zuerst gelöst; das kann eine Minute dauern …
slow-journal = Jede Wahl im Journal wird bewertet; das kann eine Minute dauern …
slow-review = Jede Wahl wird bewertet; das kann eine Minute dauern. Mit --points geht es schneller, aber ohne Gewinnchancen …
review-newest = Das ist Spiel { $number }, das neueste mit einem Rückblick.
games-none = Im Journal steht noch kein Spiel: Beginne eines mit ‚pipsqueak play SPIEL‘.
games-how = Spiel weiter mit ‚pipsqueak play --resume NUMMER‘, oder gib ein Spiel auf mit ‚pipsqueak data games --discard NUMMER‘.
discard-none = Alle Spiele sind zu Ende.
game-discarded = Spiel { $number } ist aufgegeben. Die Würfe bleiben im Journal.

## Was für die Ohren gesagt wird: was gelesen wurde und was man drücken kann, in Sätzen

sentences = { $first } { $rest }
sentence = { $words }.
reads = Die Kamera liest { $values }.
unread = unbekannt
standing = Es steht { $scores }.
standing-turn = Es steht { $scores }, in diesem Zug sind es { $total }.
choose = { $name }: { $options }
press-hint = NEW lange drücken (oder Fragezeichen) gibt einen Tipp.
typed-undo = u bittet darum, die letzte Wahl zurückzunehmen.
typed-all = a wählt alle Würfel, die zählen.
typed-hint = Das Fragezeichen gibt einen Tipp.
typed-leave = l verlässt das Spiel.
typed-always = i zeigt die Regeln, und q beendet das Programm.
press-throw = { $roll } wirft.
press-bank = { $hold } hält { $banked }.
press-bank-wins = { $hold } hält { $banked } und gewinnt.
press-throw-dice = { $roll } wirft { $dice ->
    [one] { $dice } Würfel
   *[other] { $dice } Würfel
 }.
press-count = 1 bis 6 wählt, wie viele Würfel.
press-six-more = { $hold } gibt 6 Würfel dazu.
press-stand = { $roll } bleibt stehen.
press-sit = { $hold } setzt sich mit { $up }.
press-keep = 1 bis { $dice } behält einen Würfel oder gibt ihn frei.
press-enter-keep = Enter behält Würfel { $well }.
press-enter-release = Enter gibt Würfel { $well } frei.
press-boxes = { $hold } geht zu den Feldern.
press-enter-write = Enter schreibt { $box }.
press-enter-choose = Enter wählt { $box }.
press-other-box = Hoch und runter gehen zu einem anderen Feld.
press-write = { $hold } schreibt { $box }.
press-choose = { $hold } wählt { $box }.
press-next-box = { $roll } geht weiter zu { $box }.
press-number = { $keys } { $count ->
    [one] geht
   *[other] gehen
 } zu { $boxes }.
press-dice = { $new } geht zurück zu den Würfeln.
press-lie = { $hold } sagt, dass die Würfel da liegen.
press-again = Jede Taste versucht es sofort noch einmal.
press-leave = NEW zweimal lange drücken (oder l) verlässt das Spiel.
dice-show = Die Würfel zeigen { $dice }.
dice-show-kept = Die Würfel zeigen { $dice }. Du behältst { $kept }.
box-points = { $box } { $points }
choose-boxes = Die Würfel brächten { $boxes }. Gewählt ist { $box }, mit { $points }

## Die Seite: der Trainer

page-coach = Trainer
page-coach-begin = Mit dem Trainer beginnen
page-coach-does-what = Für eigene Würfel: Der Trainer schreibt die Punkte auf und sagt, welche Wahl die beste ist und was andere kosten.
page-coach-manner = Der Trainer
page-coach-open = Offen
page-coach-open-means = sagt, was am besten ist und was anderes kostet
page-coach-after = Danach
page-coach-after-means = sagt vor einer Wahl nichts, dann, was sie gekostet hat
page-coach-silent = Still
page-coach-silent-means = führt das Blatt und zeigt am Ende alles
page-coach-unfinished = Ein Spiel fortsetzen
page-coach-name-twice = Zwei heißen { $name }: Gib allen einen eigenen Namen.
page-coach-missing = Dieses Spiel gibt es nicht.
page-coach-turn = { $name }, Zug { $turn }
page-coach-todo-throw = Wirf { $count ->
    [one] einen Würfel, dann tippe an, was er zeigt
   *[other] { $count } Würfel, dann tippe an, was sie zeigen
 }.
page-coach-todo-pigs = Wirf beide Schweine, dann tippe an, wie sie liegen.
page-coach-todo-again = Wirf noch einmal und tippe an, was fällt, oder halte die { $total }.
page-coach-counts = Das zeigen sie
page-coach-clear = Leeren
page-coach-no-camera = Der Tisch hat gerade keine Kamera: Tippe die Würfel an.
page-coach-busy = Gerade werden andere Bilder gelesen. Versuche es in ein paar Sekunden noch einmal, oder tippe an, was die Würfel zeigen.
page-coach-other-camera = Hier wird gerade eine andere Kamera benutzt.
page-coach-says = Der Trainer sagt
page-coach-ending = Rückblick
page-coach-again = Alle Spiele mit dem Trainer
page-coach-set-up = Stellung aufbauen
page-coach-link = Link zu dieser Stellung kopieren
page-coach-dial = Wie viele Punkte brauchst du? Von vorsichtig bis kühn
page-coach-weigh = Stellung bewerten
page-coach-choices = Alle Möglichkeiten
position-player = Wer ist an der Reihe?
position-scores = Punkte
position-blanks = Züge ohne Punkte bisher
position-cards = Spielblätter
position-round = Runde
position-turns-taken = Bisherige Züge
position-throws = Bisherige Würfe aller Spieler
position-turn-total = Punkte in diesem Zug
position-round-total = Punkte in dieser Runde
position-dice = Würfel
position-aside = Beiseitegelegt
position-rolls-left = Noch übrige Würfe
position-throws-left = Noch übrige Würfe
position-committed = Für diesen Zug gewähltes Feld
position-tiles = Offene Klappen
position-seated = Wer sitzt
position-bonuses = Weitere Yahtzees (Anzahl)
position-saved = Aufgesparte Würfe
page-coach-hold = Mit diesen halten
page-coach-does = Das mache ich
page-coach-listed = { $title }: { $names }
page-coach-listed-next = { $number }. Als Nächstes: { $name }, Zug { $turn }
fault-session-missing = dieses Spiel mit dem Trainer gibt es nicht
fault-session-missing-remedy = wähle eins aus der Liste
fault-session-taken = dieses Spiel mit dem Trainer ist in einem anderen Programm offen
fault-session-taken-remedy = beende zuerst das andere Programm
fault-session-version = dieses Spiel mit dem Trainer hat eine andere Version des Programms gespeichert
fault-session-version-remedy = benutze dafür die andere Version
fault-busy = gerade werden zu viele Spiele ausgewertet
fault-busy-remedy = versuche es in einer Minute noch einmal

## Der Bericht des Tages

report-minutes = { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
 }
report-hours = { $hours ->
    [one] { $hours } Stunde
   *[other] { $hours } Stunden
 }
report-on = { $day }: { $lasted } an, { $starts ->
    [one] { $starts } Start
   *[other] { $starts } Starts
 }, { $crashes ->
    [one] { $crashes } Absturz
   *[other] { $crashes } Abstürze
 }
report-people = Spiele mit Menschen: { $ended } zu Ende gespielt, { $left } verlassen
report-alone = Spiele nur unter Robotern: { $ended } zu Ende gespielt, { $left } verlassen
report-turns = { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Züge
 }, davon { $unaided } ohne Hilfe
report-throws = { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfe
 }, { $void } ungültig, { $busiest } in der belebtesten Stunde
report-faults = { $device }: { $times ->
    [one] { $times } Störung
   *[other] { $times } Störungen
 }, zusammen { $seconds } s
report-wear = der Motor hat bisher { $shakes }-mal geschüttelt

## Der Selbsttest, Schritt für Schritt

selftest-name-board = Steuerung
selftest-name-camera = Kamera
selftest-name-lights = Licht
selftest-name-switches = Schalter
selftest-name-motor = Motor
selftest-name-levers = Hebel
selftest-name-knocks = Klopfen
selftest-name-calibration = Kalibrierung
selftest-name-dice = Bekannte Würfel
selftest-name-throws = Würfe
selftest-step-board = Steuerung: Antwortet die richtige?
selftest-step-camera = Kamera: Lass die Marken der Platte frei und die Hände weg.
selftest-step-lights = Licht: Jede Hälfte des Rings leuchtet einmal allein.
selftest-step-switches = Schalter: Du öffnest den Deckel und drückst den Not-Halt.
selftest-step-motor = Motor: Die Fächer bewegen sich, erst langsam. Hände weg!
selftest-step-levers = Hebel: Einer nach dem anderen senkt sich auf seinen Würfel.
selftest-step-knocks = Klopfen: Ein Kästchen nach dem anderen wirft seinen Würfel. Hände weg!
selftest-step-calibration = Kalibrierung: Passt sie zu dem, was die Kamera sieht?
selftest-step-dice = Bekannte Würfel: Werden sie richtig gelesen?
selftest-step-throws = Würfe: Die Maschine wirft und liest immer wieder.
selftest-after-ok = Dieser Schritt ist fertig.
selftest-after-trouble = Behebe, was gefunden wurde, und wiederhole den Schritt, oder mach weiter.
selftest-after-skipped = Dieser Schritt war nicht möglich.
selftest-after-unjudged = Nicht alles an diesem Schritt war zu beurteilen. Behebe, was gefunden wurde, und wiederhole ihn, oder mach weiter.
selftest-answer-next = weiter
selftest-answer-repeat = wiederholen
selftest-answer-quit = beenden
selftest-answer-done = fertig
selftest-answer-skip = so lassen
selftest-answer-keep = behalten
selftest-answer-up = höher
selftest-answer-down = tiefer
selftest-answer-calibrate = jetzt kalibrieren
selftest-enter = Enter: { $usual }
selftest-hold = { $number }: Halte die Kalibriertafel still, { $way }
selftest-lay-lid = Leg die Kalibriertafel flach auf den Deckel, in die Mitte des Bildes.
selftest-lay-dice = Leg Würfel mit 1, 2, 3 in die oberen Fächer und 4, 5, 6 in die unteren, von links nach rechts, und schließ den Deckel.
selftest-lay-dice-boxes = Leg in Kästchen 1 einen Würfel, der 1 zeigt, in Kästchen 2 einen, der 2 zeigt, und so weiter, und schließ die Deckel.
selftest-open-lid = Öffne den Deckel.
selftest-close-lid = Schließ den Deckel.
selftest-press-stop = Drück den Not-Halt.
selftest-release-stop = Löse den Not-Halt.
selftest-board-answers = Sie antwortet: Firmware { $firmware }, Protokoll { $protocol }; Grund des letzten Neustarts: { $reset }.
selftest-sensor = Sensor { $name }, Modus { $across } x { $down }; er liest { $percent } % der Breite.
selftest-size = Größe der Bilder in Pixeln: { $across } x { $down }.
selftest-width = Sie sieht { $mm } mm der Platte in der Breite; gezeichnet sind { $right } mm.
selftest-hangs = Die Linse ist { $height } mm über der Platte, bei x { $x }, y { $y } mm, um { $degrees } Grad gedreht.
selftest-sharp = Rand einer Marke, in Pixeln: { $pixels }; ihr Schwarz reflektiert { $percent } % so viel Licht wie ihr Weiß.
selftest-markers = { $count } von 4 Marken sind scharf zu sehen.
selftest-swing = Das Licht schwankt von Bild zu Bild um { $percent } %.
selftest-halves = Helligkeit: links { $left } %, rechts { $right } % der helleren Hälfte.
selftest-white = Das Weiß der Marken hat unter beiden Hälften den Grauwert { $level }.
selftest-lid-clear = Der dunkle Boden reflektiert, durch den Deckel gesehen, { $percent } % so viel Licht wie das Weiß der Marken.
selftest-lid = Deckel
selftest-stop = Not-Halt
selftest-switch-heard = { $switch }: gedrückt und losgelassen erkannt.
selftest-homed = Die Kurbel hat ihre Grundstellung gefunden: Der Endschalter schließt und öffnet.
selftest-turns = Bei ganzen Umdrehungen bewegen sich die Fächer um { $mm } mm.
selftest-shakes = Beim Schütteln mit { $rate } Hz behält die Kurbel ihre Lage.
selftest-keep-shake = Am schnellsten hält die Kurbel ihre Lage mit { $rate } Hz; der Tisch schüttelt mit { $now } Hz. { $rate } Hz behalten?
selftest-shake-kept = Der Tisch schüttelt von nun an mit { $rate } Hz.
selftest-levers-follow = { $count } von 6 Hebeln folgen ihrem eigenen Stecker.
selftest-lever-touches = Hebel { $well } liegt bei { $micros } µs auf seinem Würfel auf.
selftest-touch-unjudged = Nicht beurteilt: Die Kamera hat nicht gesehen, wo { $count ->
    [one] Hebel { $wells } seinen Würfel berührt
   *[other] die Hebel { $wells } ihre Würfel berühren
 }. Wiederhole diesen Schritt.
selftest-lever-kept = Hebel { $well } ist eingestellt; die Steuerung erfährt das nach jedem Neustart.
selftest-adjust = Hebel { $well } ist bei { $micros } µs unten. Er soll seinen Würfel 1 bis 2 mm tief drücken.
selftest-calibrated = Kalibriert am { $made }.
selftest-uncalibrated = Nicht kalibriert: Es gilt die gezeichnete Linse.
selftest-calibrate = { $state } Jetzt kalibrieren? Eine echte Kamera braucht das einmal.
selftest-fits = Sie passt zu dem, was die Kamera sieht.
selftest-read = { $right } von { $dice } bekannten Würfeln werden richtig gelesen.
selftest-knocks-own = { $right } von { $boxes } Kästchen werfen den eigenen Würfel.
selftest-thrown = Wurf { $number } von { $most }
selftest-throws-made = Würfe: { $count }, je einer in { $seconds } s.
selftest-throws-unread-count = Ungelesen: { $unread } von { $dice } Würfeln.
selftest-throws-cut = Abgebrochen: Mehrere Würfe nacheinander waren nicht zu lesen.
selftest-faces = So oft fielen 1 bis 6: { $counts }.
selftest-follows = Vielleicht hat ein früherer Schritt die Ursache gefunden: { $what }
selftest-unjudged = Nicht beurteilt: Vielleicht hat ein früherer Schritt die Ursache gefunden. Behebe sie, und wiederhole diesen Schritt.
selftest-unseen = Die Kamera sieht die Marken nicht klar genug: Behebe, was frühere Schritte gefunden haben.
selftest-no-board = Die Steuerung antwortet nicht: Behebe das zuerst.
selftest-no-camera = Die Kamera lässt sich nicht öffnen: Behebe das zuerst.
selftest-stopped = Nichts darf sich bewegen: { $what }; { $do }.
selftest-not-home = Die Fächer sind nicht in der Grundstellung: Behebe, was der Schritt des Motors gefunden hat.
selftest-calibration-waits = Behebe zuerst dies: { $why }.
selftest-picture-camera = Was die Kamera sieht
selftest-picture-left = Linke Hälfte allein
selftest-picture-right = Rechte Hälfte allein
selftest-picture-motor = Die Fächer, am weitesten ausgelenkt
selftest-picture-levers = Die Hebel, gesenkt
selftest-picture-dice = Die bekannten Würfel
selftest-picture-throw = Der letzte Wurf
selftest-report-title = Selbsttest des Tischs { $table }
selftest-report-made = Erstellt am { $when }
selftest-report-kept = Bericht: { $file }
selftest-summary-ok = Alles funktioniert.
selftest-summary-troubles = Gefunden: { $troubles ->
    [one] ein Fehler
   *[other] { $troubles } Fehler
 }.{ $unjudged ->
    [0] { "" }
    [one] { " " }Ein Schritt war nicht zu beurteilen.
   *[other] { " " }{ $unjudged } Schritte waren nicht zu beurteilen.
 }
selftest-summary-unjudged = Nichts gefunden, aber { $unjudged ->
    [one] ein Schritt war
   *[other] { $unjudged } Schritte waren
 } nicht zu beurteilen.
selftest-summary-skipped = Nichts gefunden, aber { $skipped ->
    [one] ein Schritt war
   *[other] { $skipped } Schritte waren
 } nicht möglich.
selftest-state-ok = funktioniert
selftest-state-trouble = Fehler
selftest-state-unjudged = nicht beurteilt
selftest-state-skipped = nicht geprüft
selftest-wrong-firmware = Falsche Firmware: { $said }.
selftest-wrong-firmware-do = Starte ‚pipsqueak machine flash‘, dann wiederhole diesen Schritt.
selftest-wrong-firmware-do-boxes = Starte ‚pipsqueak machine flash --machine boxes‘, dann wiederhole diesen Schritt.
selftest-wrong-board = Falsche Steuerung oder falscher Anschluss: { $said }. Von hier sieht beides gleich aus.
selftest-wrong-board-do = Nenne mit --table den Anschluss der richtigen Steuerung. Ist er es schon, starte ‚pipsqueak machine flash‘.
selftest-board-silent = Die Steuerung antwortet nicht: Ihr fehlt Strom oder Firmware.
selftest-board-silent-do = Prüf das USB-Kabel und ihre Leuchte, dann starte ‚pipsqueak machine flash‘.
selftest-brown-out = Spannungseinbruch unter Last: Die Steuerung startete neu, weil ihre 5 V einbrachen.
selftest-brown-out-do = Gib den Servos ein eigenes Netzteil mit 5 V, 6 A und einen Kondensator mit 1000 µF, und verbinde alle Massen in einem Punkt.
selftest-brown-out-do-boxes = Die 12 V dürfen nur zu den MOSFET-Modulen führen, und jedes Modul braucht seine Diode. Sieh nach, dass kein Draht einer Spule die Steuerung berührt.
selftest-failed = Fehlgeschlagen: { $what }.
selftest-failed-do = Zu tun: { $do }. Dann wiederhole diesen Schritt.
selftest-flicker = Eine Lampe am Netz flackert über dem Tisch: Bildzeilen schwanken um { $percent } %.
selftest-flicker-do = Schalte die Lampe aus, beschatte den Tisch, oder schreib exposure_milliseconds = 10 (oder 20) in config.toml.
selftest-wrong-mode = Falscher Sensormodus: Er liest { $read } von { $whole } Spalten und sieht nur { $mm } mm der Platte.
selftest-wrong-mode-do = Nimm den Modus, der den ganzen Sensor liest: Schließ andere Programme mit der Kamera, dann starte neu.
selftest-wrong-field = Die Kamera sieht { $mm } mm der Platte und nicht { $right } mm: falscher Modus, falsche Linse oder falsche Höhe. Von hier sieht alles gleich aus.
selftest-wrong-field-do = Miss die Höhe der Linse. ‚pipsqueak doctor‘ sagt, welche Kamera in welcher Höhe wie viel sieht.
selftest-no-plate = Nur { $count } der 4 Marken sind zu sehen.
selftest-no-plate-do = Nimm die Kappe ab, mach die Marken frei und hell, und richte die Kamera auf alle vier.
selftest-out-of-focus = Unscharf: Der Rand einer Marke ist in Pixeln { $pixels } breit und sollte 1 sein.
selftest-out-of-focus-do = Dreh die Linse, bis die Würfel scharf sind; eine, die selbst scharf stellt, braucht ‚pipsqueak machine calibrate‘.
selftest-dirty-lens = Schmutzige Linse: Das Schwarz der Marken reflektiert { $percent } % so viel Licht wie ihr Weiß, bei sauberer Linse sind es 4 %.
selftest-dirty-lens-do = Wisch die Linse mit einem weichen, trockenen Tuch ab, und zieh die Schutzfolie ab.
selftest-hazy-lid = Der Deckel über den Würfeln ist trüb: Der dunkle Boden darunter reflektiert { $percent } % so viel Licht wie das Weiß der Marken. Durch einen klaren Deckel sind es 10 %.
selftest-hazy-lid-do = Wisch den Deckel mit einem weichen, feuchten Tuch ab. Bleibt er trüb, ist er zerkratzt: Nimm den Ersatzdeckel, und schneide einen neuen auf Vorrat.
selftest-camera-turned = Die Kamera ist um { $degrees } Grad gedreht.
selftest-camera-turned-do = Dreh sie um, bis Würfel 1 im Bild oben links liegt.
selftest-camera-askew = Die Kamera hängt um { $degrees } Grad schief.
selftest-camera-askew-do = Dreh sie, bis die Ränder der Platte im Bild gerade sind.
selftest-camera-low = Die Kamera hängt { $mm } mm zu tief: { $height } mm über der Platte statt { $right } mm.
selftest-camera-low-do = Setz ihren Arm am Pfosten { $mm } mm höher.
selftest-camera-high = Die Kamera hängt { $mm } mm zu hoch: { $height } mm über der Platte statt { $right } mm.
selftest-camera-high-do = Setz ihren Arm am Pfosten { $mm } mm tiefer.
selftest-camera-beside = Die Kamera hängt { $mm } mm neben ihrem Platz.
selftest-camera-beside-do = Verschieb sie, bis die Linse über der Mitte der Fächer ist.
selftest-marker-missing = Marke { $marker } fehlt: Ihr Platz ist im Bild, die Marke nicht.
selftest-marker-missing-do = Mach sie frei, oder druck sie mit ‚pipsqueak machine calibrate print‘ neu. Gezählt wird ab oben links im Uhrzeigersinn.
selftest-marker-outside = Marke { $marker } liegt außerhalb des Bildes.
selftest-marker-outside-do = Richte die Kamera auf die Mitte zwischen den Marken, und häng sie hoch genug.
selftest-marker-turned = Marke { $marker } ist verdreht aufgeklebt.
selftest-marker-turned-do = Druck die Platte mit ‚pipsqueak machine calibrate print‘ neu, und kleb diese Ecke auf wie gedruckt.
selftest-well-outside = Würfel { $well } kann außerhalb des Bildes liegen.
selftest-well-outside-do = Rück die Kamera, bis alle Plätze von Würfeln im Bild sind.
selftest-lights-dead = Keine Hälfte des Lichts leuchtet: Dem Ring fehlen 24 V, oder beide Drähte sind ab. Von hier sieht beides gleich aus.
selftest-lights-dead-do = Schalte das 24-V-Netzteil ein, prüf die Sicherung, dann miss 24 V an den Streifen.
selftest-halves-joined = Beide Hälften des Lichts leuchten, wo es eine soll: Ihre Drähte berühren sich.
selftest-halves-joined-do = Such bei ausgeschalteten 24 V nach einem Tropfen Lot zwischen den Drähten von D5 und D6 und zwischen den Hälften des Rings.
selftest-half-dead-left = Die linke Hälfte des Lichts leuchtet nicht.
selftest-half-dead-left-do = Prüf ihren Streifen, ihren MOSFET und den Draht von Pin D5.
selftest-half-weak-left = Die linke Hälfte des Lichts ist { $times }-mal dunkler als die andere.
selftest-half-weak-left-do = Prüf ihre Lötstellen, und ob beide Streifen gleich sind.
selftest-half-dead-right = Die rechte Hälfte des Lichts leuchtet nicht.
selftest-half-dead-right-do = Prüf ihren Streifen, ihren MOSFET und den Draht von Pin D6.
selftest-half-weak-right = Die rechte Hälfte des Lichts ist { $times }-mal dunkler als die andere.
selftest-half-weak-right-do = Prüf ihre Lötstellen, und ob beide Streifen gleich sind.
selftest-halves-swapped = Die Hälften des Lichts sind vertauscht: Die linke leuchtet von rechts.
selftest-halves-swapped-do = Tausch die Drähte der Pins D5 und D6, oder dreh den Ring um eine halbe Drehung.
selftest-light-dim = Die Platte ist dunkel: Das Weiß der Marken hat den Grauwert { $level }.
selftest-light-dim-do = Starte ‚pipsqueak machine calibrate‘, das die Belichtung setzt, oder gib dem Ring seine 24 V.
selftest-light-glaring = Die Platte ist überbelichtet: Das Weiß der Marken hat den Grauwert { $level }.
selftest-light-glaring-do = Halt andere Lampen vom Tisch fern, dann starte ‚pipsqueak machine calibrate‘.
selftest-lid-shorted = Der Deckelschalter ist kurzgeschlossen: Er meldet „geschlossen“, obwohl der Deckel offen ist.
selftest-lid-shorted-do = Zieh den Schalter an D3 ab. Meldet er dann „offen“, liegt es am Schalter oder Magneten, sonst am Kabel.
selftest-lid-open = Der Deckelschalter meldet „offen“, obwohl der Deckel zu ist: Er ist nicht angeschlossen, oder der Magnet ist zu weit weg.
selftest-lid-open-do = Prüf die Drähte von D3 und Masse, dann rück den Magneten näher.
selftest-lid-inverted = Der Deckelschalter ist verkehrt herum angeschlossen.
selftest-lid-inverted-do = Nimm seinen anderen Kontakt: Er schließt, wenn der Deckel zu ist.
selftest-lid-shakes = Der Schalter des geschlossenen Deckels hat beim Schütteln mit { $rate } Hz geöffnet: Der Magnet ist zu weit weg, oder der Deckel sitzt locker.
selftest-lid-shakes-do = Rück den Magneten 1 bis 2 mm näher an das Ende des Kontakts, und sieh nach, ob der Haken den Deckel ohne Spiel hält. Dann wiederhole diesen Schritt.
selftest-lid-unsure = Der Deckelschalter folgt dem Deckel nicht.
selftest-lid-unsure-do = Öffne und schließ den Deckel, wenn du gebeten wirst, dann such an D3 nach einem losen Draht.
selftest-stop-unwired = Der Not-Halt ist nicht angeschlossen: Sein zweiter Kontakt meldet immer „gedrückt“.
selftest-stop-unwired-do = Schließ seinen zweiten Kontakt zwischen D2 und Masse an. Er muss ein Öffner sein.
selftest-stop-shorted = Der Not-Halt wird nicht erkannt: Er meldet „gelöst“, obwohl er gedrückt ist.
selftest-stop-shorted-do = Betreib die Maschine nicht. D2 darf nicht mit Masse überbrückt sein: Sein zweiter Kontakt öffnet beim Drücken.
selftest-stop-inverted = Der Not-Halt ist verkehrt herum angeschlossen.
selftest-stop-inverted-do = Nimm einen Öffner zwischen D2 und Masse.
selftest-stop-unsure = Der Not-Halt folgt dem Knopf nicht.
selftest-stop-unsure-do = Drück und löse ihn, wenn du gebeten wirst, dann such an D2 nach einem losen Draht.
selftest-motor-stopped = Die Bewegung endete mit Störung { $fault } der Steuerung.
selftest-motor-stopped-do = Sieh die Störungen im seriellen Protokoll nach, behebe die Ursache, dann wiederhole diesen Schritt.
selftest-home-lost = Die Grundstellung wird nicht gefunden, und die Kamera sieht nicht, ob sich die Fächer bewegen: Motor nicht angesteckt, Wicklung offen, oder Endschalter defekt oder verkehrt angeschlossen. Von hier sieht alles gleich aus.
selftest-home-lost-do = Behebe zuerst die Kamera, oder sieh selbst hin: Drehen die Fächer einmal, ist es der Endschalter, sonst der Motor.
selftest-motor-still = Der Motor dreht nicht: Er ist nicht angesteckt, oder eine Wicklung ist offen. Von hier sieht beides gleich aus.
selftest-motor-still-do = Schalte beide Netzteile aus und steck ihn ab. Miss beide Wicklungen: je 1,5 Ω. Stimmen beide, prüf 24 V, Sicherung und Treiber.
selftest-home-stuck = Die Grundstellung wird nicht gefunden, obwohl sich die Fächer um { $mm } mm bewegten: Der Endschalter ist verkehrt angeschlossen, oder er klemmt.
selftest-home-stuck-do = Dreh die Kurbel bei ausgeschaltetem Netzteil von Hand: D4 darf nur nahe dem tiefsten Punkt mit Masse verbunden sein.
selftest-home-dead = Der Endschalter reagiert nicht: Die Fächer bewegten sich um { $mm } mm, eine ganze Drehung, und er schloss nie.
selftest-home-dead-do = Prüf Stecker und Kabel von D4 und Masse, und ob der Nocken seine Rolle erreicht.
selftest-home-beside = Die Fächer ruhen { $mm } mm neben dem Ende ihres Hubs: Der Endschalter ist verkehrt angeschlossen, oder sein Nocken ist verdreht. Von hier sieht beides gleich aus.
selftest-home-beside-do = Nimm den anderen Kontakt des Schalters (zu am tiefsten Punkt). Ist er es schon, verschieb den Halter des Schalters, bis er um den tiefsten Punkt herum klickt.
selftest-crank-slips = Die Kurbel verliert ihre Lage schon bei langsamer Bewegung: Sie rutscht auf der Motorwelle, eine Wicklung ist offen, oder der Motor ist zu schwach. Von hier sieht alles gleich aus.
selftest-crank-slips-do = Zieh einen Strich über Kurbel und Welle und wiederhole: Bricht er, zieh die Madenschrauben der Nabe fest, zuerst die auf der Fläche, sonst miss beide Wicklungen (1,5 Ω), stell Vref ein und mach die Fächer leichtgängig.
selftest-crank-slips-fast = Die Kurbel verliert bei { $rate } Hz ihre Lage: Sie rutscht auf der Motorwelle, der Motor ist zu schwach oder schwingt dort auf, oder die Wippe klemmt. Von hier sieht alles gleich aus.
selftest-crank-slips-fast-do = Zieh einen Strich über Kurbel und Welle und wiederhole: Bricht er, zieh die Madenschrauben der Nabe fest, zuerst die auf der Fläche, sonst miss beide Wicklungen (1,5 Ω), stell Vref ein und mach die Fächer leichtgängig.
selftest-mid-band = Der Motor fällt bei { $rate } Hz aus dem Tritt und bei schnellerem Schütteln nicht: Dort schwingt er auf.
selftest-mid-band-do = Zieh die Schrauben des Motors und die Madenschrauben der Kurbelnabe fest, stell Vref neu ein, und sieh nach, ob die Pleuelstange kein Spiel hat. Dann wiederhole diesen Schritt.
selftest-rocker-binds = Die Wippe klemmt: Die Fächer bewegen sich um { $mm } mm, weiter bringt der Motor sie nicht.
selftest-rocker-binds-do = Schalte beide Netzteile aus, öffne die Klappe und dreh die Kurbel von Hand. Schleif das Sperrholz, wo es reibt, und lockere die Schrauben der Lager, dreh die Kurbel, und zieh sie wieder an.
selftest-driver-hot = Der Treiber des Motors wird zu heiß. Gelungene Würfe: { $throws }; danach Würfe, bei denen die Kurbel ihre Lage verlor: { $jams }.
selftest-driver-hot-do = Kleb den Kühlkörper auf den Chip des Treibers, lass Luft daran, und stell Vref neu ein. Lass ihn zehn Minuten abkühlen, bevor du diesen Schritt wiederholst.
selftest-post-swings = Die Kamera schwankt beim Schütteln mit { $rate } Hz um { $mm } mm.
selftest-post-swings-do = Zieh die Schrauben von Pfosten, Arm und Halter fest. Hilft das nicht, stell die Maschine auf einen schwereren Tisch, oder stütz den Pfosten ab.
selftest-throws-jam = Würfe, bei denen die Kurbel ihre Lage verlor: { $jams }. Sie rutscht auf der Motorwelle, eine Wicklung ist offen, oder der Motor ist zu schwach.
selftest-throws-jam-do = Wiederhole den Schritt des Motors mit --from motor.
selftest-levers-sag = Spannungseinbruch unter Last: Die Steuerung startet neu, wenn sich alle Hebel zugleich bewegen.
selftest-levers-sag-do = Gib den Servos ein eigenes Netzteil mit 5 V, 6 A und einen Kondensator mit 1000 µF an den Steckern, und verbinde alle Massen in einem Punkt.
selftest-servo-dead = Servo { $well } reagiert nicht: Sein Hebel bewegt sich nicht.
selftest-servo-dead-do = Prüf seinen Stecker (Signal, Plus, Minus) und ob der Hebel auf dem Horn sitzt. Probier den Stecker an einem anderen Servo.
selftest-servos-short = Die Servos drehen je Puls etwa { $percent } % weniger, als sie sollen: Es sind Nachbauten. Die Hebel { $wells } drücken nicht auf ihre Würfel.
selftest-servos-short-do = Stell jeden Hebel hier ein und behalte das; kein Servo muss getauscht werden.
selftest-servos-long = Die Servos drehen je Puls etwa { $percent } % weiter, als sie sollen: Es sind Nachbauten. Die Hebel { $wells } drücken zu fest.
selftest-servos-long-do = Stell jeden Hebel hier ein und behalte das; kein Servo muss getauscht werden.
selftest-servos-swapped = Die Stecker der Servos { $one } und { $other } sind vertauscht.
selftest-servos-swapped-do = Schalte die 5 V aus und tausch diese beiden Stecker.
selftest-lever-astray = Das Signal von Servo { $well } bewegt andere Hebel als den eigenen: { $wells }.
selftest-lever-astray-do = Verfolge die Signaldrähte von A0 bis A5 zu den Servos 1 bis 6.
selftest-row-away = Die Hebel der { $row ->
    [upper] oberen Reihe (1, 2 und 3)
   *[lower] unteren Reihe (4, 5 und 6)
 } drehen sich von ihren Würfeln weg.
selftest-row-away-do = Schalte die 5 V aus und nimm diese Hebel ab. Alle Servos müssen mit der Welle nach links liegen. Servos anderer Bauart drehen vielleicht andersherum: Drehen sich beide Reihen weg, schreib turns = "clockwise" in hardware/machine.toml, ruf ‚make -C firmware‘ und ‚pipsqueak machine flash‘ auf und setz alle Hebel neu auf, wie es die Anleitung sagt. Ist es nur eine Reihe, nimm lauter Servos derselben Bauart.
selftest-lever-away = Hebel { $well } dreht sich von seinem Würfel weg.
selftest-lever-away-do = Schalte die 5 V aus und nimm diesen Hebel ab. Sein Servo liegt andersherum als die anderen oder ist von anderer Bauart: Dreh es um oder tausch es, dann setz den Hebel neu auf, wie es die Anleitung sagt.
selftest-horn-high = Hebel { $well } sitzt { $teeth } { $teeth ->
    [one] Zahn
   *[other] Zähne
 } zu hoch auf seinem Servo: Er berührt seinen Würfel { $micros } µs neben der Stelle.
selftest-horn-high-do = Stell ihn hier ein und behalte das, oder setz das Horn neu auf, dann wiederhole diesen Schritt.
selftest-horn-low = Hebel { $well } sitzt { $teeth } { $teeth ->
    [one] Zahn
   *[other] Zähne
 } zu tief auf seinem Servo: Er berührt seinen Würfel { $micros } µs neben der Stelle.
selftest-horn-low-do = Stell ihn hier ein und behalte das, oder setz das Horn neu auf, dann wiederhole diesen Schritt.
selftest-die-missing = In Fach { $well } liegt kein Würfel.
selftest-die-missing-do = Leg einen hinein.
selftest-die-missing-boxes = Kästchen { $well } ist leer.
selftest-two-dice = In Fach { $well } liegen zwei Würfel.
selftest-two-dice-boxes = In Kästchen { $well } liegen zwei Würfel.
selftest-two-dice-do = Nimm einen heraus.
selftest-die-beside = Würfel { $well } liegt neben seinem Kästchen.
selftest-die-beside-do = Leg ihn zurück in sein Kästchen, und schließ den Deckel.
selftest-lid-off = Kästchen { $well } hat keinen Deckel.
selftest-lid-off-do = Leg den Deckel auf, und kleb ihn mit hellem Band fest: Ohne ihn springt der Würfel heraus. Liegt er auf, kalibriere.
selftest-die-leans = Würfel { $well } lehnt nach jedem Wurf: Dort liegen zwei Würfel, oder der Boden ist nicht eben.
selftest-die-leans-do = Nimm den zweiten Würfel heraus, oder was unter dem Würfel liegt. Lehnen mehrere, hat die Kamera eine andere Linse als gezeichnet: Kalibriere. Dann wiederhole diesen Schritt.
selftest-die-unread = Würfel { $well } { $doubt }.
selftest-die-unread-do = Leg ihn flach hin und putz den Deckel; hilft das nicht, nimm einen anderen Würfel. Sind mehrere nicht lesbar, kalibriere.
selftest-die-misread = Würfel { $well } wird als { $read } gelesen und zeigt { $known }.
selftest-die-misread-do = Sieh nach. Zeigt er { $known }, spiel nicht: Kalibriere, dann wiederhole diesen Schritt.
selftest-throws-unread = { $unread } von { $dice } geworfenen Würfeln waren nicht zu lesen.
selftest-throws-unread-do = Putz Deckel und Linse, sieh nach, ob etwas unter den Würfeln liegt, dann kalibriere.
selftest-die-stuck = Würfel { $well } zeigt nach jedem Wurf { $face }.
selftest-die-stuck-do = Er muss lose liegen: Such nach Kleber und nach einem Teil, das ihn festhält oder sich nicht bewegt.
selftest-die-repeats = Würfel { $well } zeigte zu oft dieselbe Zahl wie vorher ({ $times } von { $throws }). Durch Zufall ist es ein Wurf von sechs.
selftest-die-repeats-do = Er wird zu schwach geworfen: Sieh nach, ob ihn etwas festhält und ob sich das Teil, das ihn wirft, frei bewegt. Dann wiederhole diesen Schritt.
selftest-die-unfair = Würfel { $well } zeigte { $face } zu oft ({ $times } von { $throws }). Durch Zufall ist es ein Wurf von sechs.
selftest-die-unfair-do = Leg einen anderen Würfel dorthin, und wiederhole diesen Schritt. Macht der es auch so, wird er zu schwach geworfen.
selftest-knock-dead = Kästchen { $well } klopft nicht: Sein Würfel blieb { $knocks }-mal liegen.
selftest-knock-dead-do = Steckt der Stecker der 12 V? Sieh auf das Licht seines MOSFET-Moduls, während du den Schritt wiederholst. Dunkel: Prüf den Draht von der Steuerung. Es blinkt, und nichts klackt: Prüf beide Drähte der Spule. Es klackt: Stößel und Klappe müssen sich frei bewegen und dürfen nirgends reiben.
selftest-knock-weak = Kästchen { $well } klopft zu schwach. Es klopfte { $knocks }-mal; sein Würfel bewegte sich { $times }-mal.
selftest-knock-weak-do = Heb seine Klappe mit dem Finger: Sie muss von selbst zurückfallen und darf nirgends reiben, der Stößel auch nicht. Dann zieh die Schrauben an seinen Drähten fest, und sieh nach, ob das Netzteil 12 V gibt.
selftest-knocks-swapped = Die Drähte der Kästchen { $one } und { $other } sind vertauscht: Jedes wirft den Würfel des anderen.
selftest-knocks-swapped-do = Zieh den Stecker der 12 V, vertausch diese beiden Drähte an der Steuerung, dann wiederhole diesen Schritt.
selftest-knock-astray = Wenn Kästchen { $well } klopfen soll, springen andere Würfel: { $wells }.
selftest-knock-astray-do = Folge den Drähten: Pin, Modul und Kästchen jeder Nummer gehören zusammen, und kein Draht darf einen anderen berühren. Alle Kästchen müssen fest stehen.
selftest-misfit = Die Kalibrierung passt nicht: { $why }.
selftest-misfit-do = Wiederhole diesen Schritt und kalibriere.
fault-adjustment = die Datei mit den eingestellten Hebeln oder dem eingestellten Schütteln lässt sich nicht nutzen
fault-adjustment-remedy = entfern sie, und starte den Selbsttest
page-selftest = Selbsttest
page-selftest-how = Prüf die Maschine Schritt für Schritt; ein Bericht wird gespeichert.
page-selftest-begin = Beginnen
page-selftest-short = Nur Schritte, die keine Hilfe brauchen
page-selftest-waits = Er beginnt, sobald kein Spiel läuft.
page-selftest-left = Er endete vor seinem letzten Schritt.
page-selftest-no-machine = Dieser Tisch hat keine Steuerung zum Prüfen.
page-selftest-report = Der Bericht
selftest-shake-again = Ein Würfel ist so, wie er liegt, nicht zu lesen: Der Tisch wirft alle Würfel einmal. Hände weg!
selftest-leaning = Schiefe Würfel, die ein Spiel noch einmal werfen würde: { $count }.

## Wer nur die drei großen Tasten hat

ask-value-big = Der Würfel { $doubt }: { $remedy }. Drücke dann { $roll }, bis die Zahl stimmt, und { $hold }.
ask-value-well-big = Der Würfel in Fach { $well } { $doubt }: { $remedy }. Drücke dann { $roll }, bis die Zahl stimmt, und { $hold }.
ask-value-well-big-boxes = Der Würfel in Kästchen { $well } { $doubt }: { $remedy }. Drücke dann { $roll }, bis die Zahl stimmt, und { $hold }.
ask-lie-big = Wie ist Schwein { $pig } gelandet? Drücke { $roll }, bis es stimmt, und dann { $hold }.
counted = Er zeigt { $face }: Drücke { $hold }, wenn das stimmt, { $roll } für die nächste Zahl.
counted-lie = { $lie }: Drücke { $hold }, wenn das stimmt, { $roll } für die nächste Lage.
ask-confirm-big = Stimmt das? { $hold } heißt ja. { $roll } zählt beim gewählten Würfel eins dazu, { $new } wählt den nächsten. Nach dem letzten werden die Würfel mit { $new } noch einmal gelesen.
ask-enter-big = { $dice ->
    [one] Was zeigt der Würfel
   *[other] Was zeigen die { $dice } Würfel
 }? Drücke { $roll }, bis der gewählte Würfel stimmt, dann { $hold }. { $new } wählt den nächsten.
ask-enter-look-big = { $dice ->
    [one] Der Würfel ist nicht sicher zu lesen
   *[other] Nicht jeder Würfel ist sicher zu lesen
 }: Drücke { $roll }, bis der gewählte Würfel stimmt, dann { $hold }. { $new } wählt den nächsten, nach dem letzten werden die Würfel noch einmal gelesen.
confirm-keys-big = Mit den Tasten: { $roll } zählt beim gewählten Würfel eins dazu, { $new } wählt den nächsten, { $hold } sagt, dass alles stimmt.
key-asked-count = { $roll }: die nächste Zahl
key-asked-on = { $new }: der nächste Würfel
key-asked-right = { $hold }: das stimmt
press-asked = Würfel { $well } zeigt { $face }: { $hold } behält ihn, { $roll } wirft ihn noch einmal.
press-back = { $new } geht zurück zu Würfel { $well }.
press-undo = { $new } bittet darum, die letzte Wahl zurückzunehmen.
press-boxes-roll = { $roll } geht zu den Feldern.
press-one-more = { $hold } gibt einen Würfel dazu.

## Studien über Würfel

study-die-well = { $die } in Fach { $well }
study-move = Lege die Würfel: { $dice }. Nimm die Hände weg, dann drücke Enter.
study-throw = Wurf { $throw }: Wirf nur { $die }, wo die Kamera ihn sieht.
study-unseen = Wenn die Kamera einen Würfel nicht sieht, der daliegt, drücke Enter: Er gilt dann als zweifelhaft. Wirf ihn nicht noch einmal, sonst stimmen die Zahlen nicht.
study-enter = Wurf { $throw }: { $count ->
    [one] Was zeigt { $dice } (? wenn er schief liegt oder weg ist)?
   *[other] Was zeigen { $dice }, in dieser Reihenfolge (? für einen, der schief liegt oder weg ist)?
}
study-enter-wrong = Tippe { $dice ->
    [one] einen Wert
   *[other] { $dice } Werte
} von 1 bis 6 oder ? ein.
study-rest = Die Maschine ruht etwa { $minutes } min.
study-progress = Wurf { $throws } von { $planned }.
study-bound = keine Seite weicht um mehr als { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } ab ({ $level } %)
study-bound-doubt = keine Seite weicht um mehr als { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } ab ({ $level } %), wenn { $dice ->
    [one] der eine zweifelhafte wie die übrigen fiel, und um nicht mehr als { $most }, wie auch immer er fiel
   *[other] die { $dice } zweifelhaften wie die übrigen fielen, und um nicht mehr als { $most }, wie auch immer sie fielen
}
study-nothing = Gegen diesen Würfel wurde nichts gefunden: { $bound }.
study-unfinished = Nach Wurf { $throws } von { $planned } gibt es noch kein Urteil. Wenn du aufhörst, sobald ein Würfel gezinkt aussieht, beschuldigst du zu viele faire Würfel.
study-found = { $found }: { $bound }.
study-dependent = { $found }: Die Intervalle der Seiten gelten nicht.
study-and = { $first }; { $rest }
study-found-faces = Die Seiten dieses Würfels fallen nicht so oft, wie sie sollten
study-found-transitions = Ein Wurf hängt vom vorigen ab
study-found-runs = Gleiche Werte folgen öfter oder seltener aufeinander als durch Zufall
study-found-wells = Der Würfel fällt von Fach zu Fach anders oder wird anders gelesen
study-plan-finds = { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfe
}{ $dice ->
    [one] {""}
   *[other] {" "}mit jedem von { $dice } Würfeln
} finden mit einer Chance von { $power } % einen Würfel, dessen eine Seite um { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
} von 100 zu oft und dessen Gegenseite ebenso viel zu selten fällt. { $dice ->
    [one] Ein fairer Würfel wird
   *[other] Irgendeiner von { $dice } fairen Würfeln wird
} mit einer Chance von { $level } % beschuldigt.
study-plan-time = Am Tisch { $table } dauern die Würfe { $time }.
study-plan-kept = Der Plan ist gespeichert. Starte jetzt { $command }
study-minutes = { $count } min
study-hours = { $count } h
study-days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
study-row-cut = Die letzte Zeile des Protokolls war unvollständig, wie nach einem Stromausfall, und wurde entfernt. Ihr Wurf wird wiederholt.
study-done = Alle Würfe sind gemacht: { $throws }. Starte jetzt { $command }
study-counted = { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfe
}, { $dice } zweifelhaft
study-kept = Der Würfel { $die } ist gespeichert: --die { $option } spielt mit ihm.
study-known = Der Würfel { $die } hat die wahrscheinlichsten Chancen aus einer Studie mit { $throws ->
    [one] { $throws } Wurf
   *[other] { $throws } Würfen
} bis { $day } ({ $table }).
study-known-early = Der Würfel { $die } hat die wahrscheinlichsten Chancen aus einer Studie, die vorzeitig endete, nach Wurf { $throws } von { $planned }, am { $day } ({ $table }).
study-known-other = Ein Würfel { $die } aus einer anderen Studie oder mit mehr Würfen ist schon gespeichert und bleibt: { $day }, Würfe: { $throws }. Mit --replace tritt dieser an seine Stelle.

report-title-study = Studie über { $dice }
report-made = Würfe: { $made } von { $planned } ({ $table }).
report-answer-die = { $die }: { $sentence }
report-plan-wells = Alle Würfel liegen in Fächern; jeder kommt ein Fach weiter nach je { $turn ->
    [one] { $turn } Wurf
   *[other] { $turn } Würfen
 }.
report-plan-reader = Der Plan enthält, wie oft bekannte Würfel falsch gelesen wurden; dieser Bericht lässt das außer Acht.
report-face = Seite
report-read = gelesen
report-likeliest = am ehesten %
report-interval = Intervall %
report-anywhere = alle zweifelhaften auf einer Seite %
report-range = { $low } bis { $high }
report-picture-words = Die Chance jeder Seite, die eines fairen Würfels gestrichelt.
report-faces-words = Die Intervalle der sechs Seiten gelten zusammen in { $level } % der Studien.
report-question = Frage
report-p = p allein
report-p-together = p unter allen
report-check-faces = Fallen die Seiten so oft, wie sie sollten?
report-check-transitions = Hängt ein Wurf vom vorigen ab?
report-check-runs = Folgen gleiche Werte so oft aufeinander wie durch Zufall?
report-check-wells = Fällt der Würfel in allen Fächern gleich?
report-checks-words = Alle Prüfungen zu allen Würfeln beschuldigen gute Würfel zusammen in höchstens { $level } % der Studien (Ungleichung von Bonferroni, mit Gewichten). Ein „p unter allen“ bis { $alpha } beschuldigt den Würfel. Wo die Zahlen klein sind, wird p simuliert.
report-figure-expected = erwartet %
report-method = Intervalle: Clopper und Pearson (1934), mit der Ungleichung von Bonferroni. Seiten: Pearsons Chi-Quadrat; was zweifelhaft ist, zählt zugunsten des Würfels. Reihenfolge und Fächer: Chi-Quadrat einer Tabelle von Anzahlen.
