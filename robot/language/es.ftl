# Lo que Pipsqueak dice en español. Se tutea a todos; las casillas se llaman como en el Yahtzee y la generala.

## La página: sus nombres y lo que siempre está en ella

page-play = Jugar
page-history = Historia
page-statistics = Estadística
page-operator = Operador
page-pages = Páginas
page-skip = Al contenido
page-language = Idioma
page-theme = Claro u oscuro
page-close = Cerrar
page-lost = Se ha perdido la conexión con la mesa.
page-seeking = Vuelve por sí sola en cuanto la mesa esté ahí. Si no, apaga y enciende la máquina.
page-act = Lo que podéis hacer
page-box = Casilla
page-camera = Lo que ve la cámara
page-live = En vivo
page-chances = Probabilidad de ganar
page-estimated = Una estimación: como si todos jugaran a por más puntos.
page-chosen = elegido
page-dice = Dados
page-die = Dado
page-kept = se queda
page-new-game = Juego nuevo
page-nothing-seen = Todavía no se ha tirado.
page-race = La carrera
page-read = Leído:
page-said = Lo que pasó
page-sheet = Hoja de puntos
page-turn-total = Este turno
page-unknown = desconocido
page-well = Hueco
page-which-face = ¿Qué muestra?
page-percent = { $share } %
page-points = { NUMBER($points, minimumFractionDigits: 2) } puntos
page-fewer = −{ NUMBER($points, minimumFractionDigits: 2) }
page-turns = { NUMBER($turns, minimumFractionDigits: 2) } turnos
page-more = +{ NUMBER($turns, minimumFractionDigits: 2) }
page-bonus = Bono { $points }
page-extra = Más Yahtzees
page-total = Total

## La página: a quién le toca y qué hacer ahora

page-idle = ¡A jugar!
page-idle-todo = Elegid un juego, y la mesa tira los dados por vosotros.
page-over = El juego ha terminado
page-turn = { $name ->
    [you] Te toca a ti
   *[other] Le toca a { $shown }
 }
page-wins = { $name ->
    [you] ¡Ganas tú!
   *[other] ¡Gana { $shown }!
 }
page-shared = ¡{ $names } comparten la victoria!
page-throwing = Los dados ruedan …
page-thinking = Un momento …
page-ask-value = ¿Qué muestra este dado?
page-ask-mend = Poned bien los dados
page-ask-agree = ¿Volver atrás?
page-ask-regret = ¿Seguro?
page-ask-ready = Tira tus dados
page-ask-confirm = ¿Está bien?
page-dice-lie = Mis dados están ahí
page-all-right = Está bien
page-look-again = Mirar otra vez
page-todo-regret = El robot sigue desde aquí.
page-todo-agree = ¿Están los demás de acuerdo en volver atrás?
page-todo-confirm = Toca un dado para corregirlo.
page-confirm-keys = Con los botones: de 1 a 6 eliges un dado, otra vez el mismo le resta uno, ROLL le suma uno.
page-todo-roll = Tira los dados.
page-todo-hold = Tira otra vez, o guarda los { $total } que tienes.
page-todo-first = Tira los { $count } dados.
page-todo-keep = Toca lo que se queda, o elige una casilla. { $left ->
    [one] Queda una tirada.
   *[other] Quedan { $left } tiradas.
 }
page-todo-write = Elige una casilla de la hoja.
page-todo-box = { $box } da { $points } { $points ->
    [one] punto
   *[other] puntos
 }.

## La página: botones

page-roll = Tirar { $count ->
    [one] 1 dado
   *[other] { $count } dados
 }
page-write = Anotar { $box } ({ $points })
page-undo = Deshacer
page-hint = Pista
page-mended = Ya está bien
page-let-throw = Que la mesa lo tire
page-agree = De acuerdo
page-disagree = En desacuerdo
page-go-on = Seguir
page-take-back = Volver atrás
page-do-roll = tirar
page-do-hold = guardar
page-do-stand = seguir de pie
page-do-sit = sentarse
page-button-roll = Tirar
page-button-hold = Guardar { $total }
page-button-stand = Seguir de pie
page-button-sit = Sentarse con { $total }
page-todo-count = ¿Con cuántos dados?
page-todo-stand = Sigue de pie en la próxima tirada, o siéntate con { $total }.
page-more-dice = Un dado más
page-fewer-dice = Un dado menos
page-level-win = a ganar, no a puntos
page-level-child = niño
page-level-beginner = principiante
page-level-casual = de vez en cuando
page-level-strong = fuerte
page-level-perfect = perfecto
page-do-keep = dejar
page-do-throw = tirar todos
page-hint-title = Un robot en tu lugar
page-thinks = { $name } piensa

## La página: un juego nuevo

page-begin = Empezar un juego
page-game = Juego
page-players = Jugadores
page-player = Jugador
page-kind = Quién
page-by-machine = Persona
page-by-hand = Persona, sus dados
page-robot = Robot
page-level = Nivel
page-level-best = lo mejor que puede
page-name = Nombre
page-name-long = Un nombre tiene como mucho 40 letras.
page-remove = Quitar jugador
page-add-player = Otro jugador
page-goal = Puntos para ganar
page-ask-lie = ¿Cómo está este cerdo?
page-ask-lies = ¿Está bien?
page-ask-leave = ¿Dejar el juego?
page-todo-lie = Tira tus cerdos y di de cada uno cómo está.
page-todo-leave = Un robot sigue jugando, o el juego termina si no hay nadie más.
page-enter-anew = Escribirlo otra vez
page-leave-sure = Dejarlo
page-stay = Quedarse
page-leave = Irse
page-first = ¿Quién empieza?
page-first-thrown = se tira por ello
page-first-named = el primer jugador
page-on-now = Hay un juego en curso: uno nuevo lo termina.
page-offer = Se interrumpió { $title } ({ $players }).
page-resume = Continuarla
page-resume-not = Terminarla del todo
page-wish-preparing = { $title } empieza pronto. Se calcula lo que saben los robots; la primera vez puede tardar un minuto.
page-wish-waits = Alguien quiere empezar { $title }. Empezará cuando termine esta partida, o en cuanto quienes juegan estén de acuerdo en la mesa.
page-wish-agree = Terminar esta partida
page-try-again = Intentarlo otra vez ahora
page-hands-away = Todas las manos fuera: seguir
page-here = Hay alguien: seguir
page-wish-forget = Ahora no
page-on-now-asked = Hay un juego en curso: se pregunta a quienes juegan antes de empezar otro.
page-leave-game = Dejar el juego
page-seats = { $least ->
    [one] { $most ->
        [one] 1 jugador
       *[other] de 1 a { $most } jugadores
     }
   *[other] de { $least } a { $most } jugadores
 }
page-seats-just = { $most } jugadores

## La página: historia y estadística

page-when = Cuándo
page-winner = Ganador
page-no-games = Todavía no se ha jugado.
page-counting = Se están contando las partidas …
page-no-such-game = No hay tal juego.
page-no-moves = En este juego no pasó nada.
page-back-to-history = Todos los juegos
page-after = Mirando atrás
page-look-back = Mirar atrás
page-keepsake = El juego en una imagen: probabilidades, puntos de giro, suerte y acierto
page-unfinished = sin terminar
page-nobody = nadie
page-undone = { $name }: vuelta atrás.
page-games-begun = juegos empezados
page-games-won = juegos terminados
page-games-left = juegos abandonados
page-throws = tiradas
page-throws-void = tiradas repetidas
page-people-won = ganados por personas
page-robots-won = ganados por robots
page-faces = Caras de { $dice } dados
page-played = Juegos
page-won = ganadas
page-mean = puntos de media
page-best = mejor
page-number = { NUMBER($number, minimumFractionDigits: 1) }

## La página: teléfonos y el operador

page-phones = Teléfonos
page-phones-how = Abre esta dirección en el teléfono y escribe el código, o fotografía el cuadrado.
page-phones-code = La dirección como cuadrado de puntos
page-code = Código
page-password = Contraseña
page-pair-title = Únete al juego
page-pair-how = Escribe el código que muestra la pantalla de la mesa.
page-pair-go = Unirse
page-pair-wrong = Ese no es el código.
page-pair-wait = Demasiados códigos falsos: espera un minuto.
page-enter-title = Operador
page-enter-how = Solo el operador sigue adelante.
page-enter-go = Entrar
page-enter-wrong = Esa no es la contraseña.
page-enter-wait = Demasiadas contraseñas falsas: espera un minuto.
page-choose-title = Elige una contraseña
page-choose-how = Todavía no hay ninguna. Toma 8 letras o más; desde ahora la página del operador la pide.
page-choose-go = Guardarla
page-choose-wrong = Necesita de 8 a 200 letras.
page-unset-title = Operador
page-unset-how = Todavía no hay contraseña: elige primero una en la pantalla de la mesa.
page-health = Estado
page-faults = Últimas averías
page-no-faults = No hubo ninguna.
page-device = Aparato
page-fault = Avería
page-remedy = Remedio
page-over-at = Resuelta
page-state-ok = en orden
page-state-absent = no está, no hace falta
page-state-warning = aviso
page-state-fault = averiado
page-tests = Probar motores y luces
page-tests-how = La tapa debe estar cerrada. Un juego en curso va primero.
page-test-home = Manivela a casa
page-test-shake = Agitar
page-test-lever = Palanca { $well }
page-test-clear = Borrar averías
page-light-left = Luz izquierda
page-light-right = Luz derecha
page-light-both = Ambas luces
page-light-off = Luces apagadas
page-testing = { $what } …
page-test-done = { $what }: hecho.
page-test-busy = La mesa está ocupada o no está: termina el juego, o mira su estado.
page-machine = Máquina
page-new-code = Código nuevo para teléfonos
page-restart = Reiniciar
page-settings = Ajustes
page-usual-language = Idioma de quienes no eligieron ninguno
page-volume = Volumen
page-mute = Silencio
page-no-voice = Sin voz: empieza con --voice, o con voice = true en la configuración.
page-kept-setting = Guardado.
page-calibration = Calibración
page-calibration-none = Ninguna: vale la lente de los planos.
page-calibration-of = Del { $made }: { $off } píxeles de error en { $views } vistas.
page-calibrate = Calibrar
page-calibrate-step = Paso siguiente
page-calibrate-stop = Parar
page-calibrate-how = Imprime el tablero con «pipsqueak calibrate print», empieza aquí y haz lo que se dice.
page-calibrate-begun = Empieza en cuanto no haya juego …
page-device-board = Placa
page-device-camera = Cámara
page-device-panel = Botones
page-device-dice = Dados
page-device-journal = Diario
page-device-recording = Grabación
page-device-voice = Voz
page-device-game = Juego
page-device-page = Página
page-device-screen = Pantalla
page-device-corrections = Correcciones
page-device-report = Informe del día
page-operator-leave = Cerrar sesión
page-log = Registro
page-no-log = Todavía no hay nada registrado.
page-refused = Rechazados desde el inicio: { $connections } conexiones, { $messages } mensajes de páginas.
page-signed-in = El operador ha iniciado sesión en esta pantalla.

## La página: casillas de la hoja

## Palabras y listas

list = { $most } y { $last }
list-before-i = { $most } e { $last }
also = { $first }; { $rest }
versus = { $first } contra { $rest }
written = { $value }

## Jugadores

name-you = tú
name-you-seat = Jugador { $seat }
name-seat = { $name } { $seat }
name-robot = Robot
name-robot-strategy = Robot ({ $strategy })
turn-of = { $name ->
    [you] te toca a ti
   *[other] le toca a { $name }
 }

## Cómo juegan los robots

strategy-optimal = óptimo
strategy-win = a ganar
strategy-child = niño
strategy-beginner = principiante
strategy-casual = aficionado
strategy-strong = fuerte
strategy-perfect = perfecto
strategy-greedy = codicioso
strategy-random = al azar
strategy-careless = descuidado
strategy-own = { $words }

## Una partida de principio a fin

begin = Empieza una partida de { $title }: { $players }.
goes-on = Sigue una partida de { $title } después de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }: { $players }.
tally = { $box } daría { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }
decision = { $name }: { $why }
throw = Tirada { $throw } …
throw-keeping = Tirada { $throw }, { $kept ->
    [one] se guarda el dado del hueco
   *[other] se guardan los dados de los huecos
 } { $wells } …
no-value = La cámara no da ningún valor: { $doubts }.
undone = { $name ->
    [you] Retiras
   *[other] { $name } retira
 } { $move }.

## Tiradas que no cuentan y jugadas que se retiran

void = La tirada { $throw } no cuenta ({ $reason }): se repite, haya salido lo que haya salido.
void-interrupted = el programa se interrumpió antes de leer los dados
void-unknown = nadie sabe cómo acabó
void-fault = la mesa se detuvo por la avería { $number }: { $fault }
nothing-back = No se retira nada: { $why }.
back-nothing = todavía no se ha elegido nada
back-robot = la última elección fue la de { $name }
back-thrown = ya se ha tirado desde entonces, y { $name } no está de acuerdo
back-alone = ya se ha tirado desde entonces, y no hay nadie que pueda dar su acuerdo
asks-back = { $name ->
    [you] Quieres
   *[other] { $name } quiere
 } retirar { $move }.
stands = Los demás no están de acuerdo: queda como está.
stays = { $name ->
    [you] te quedas
   *[other] { $name } se queda
 }.
told-turn = { $told } { $name ->
    [you] Te toca a ti
   *[other] Le toca a { $name }
 }.

## Lo que se pregunta a la gente

ask-value = El dado { $doubt }: { $remedy } y pulsa de 1 a 6 según lo que muestre.
ask-value-well = El dado del hueco { $well } { $doubt }: { $remedy } y pulsa de 1 a 6 según lo que muestre.
ask-mend = Haz que { $target } y pulsa HOLD (h), o ROLL (r) para que la mesa tire hasta conseguirlo.
well-shows = el hueco { $well } muestre un { $face }
ask-regret = NEW (u) lo retira, cualquier otro botón sigue adelante.
ask-agree = { $names }: HOLD (h) es que sí, cualquier otro botón es que no.

## Lo que la mesa dice de sus dados

thrown-again = { $dice }: se tira otra vez.
wrong-shows = El dado del hueco { $well } muestra un { $shown } y debe mostrar un { $face }.
wrong-doubt = El dado del hueco { $well } { $doubt } y debe mostrar un { $face }.
misfit = La calibración ya no encaja: mira la cámara y la luz, o vuelve a calibrar.
passed-over = Se pasa por alto una imagen: un dado { $doubts } ({ $seen ->
    [one] { $seen } visto
   *[other] { $seen } vistos
 } en total).
die-doubt = el dado { $doubt }
die-doubt-well = el dado del hueco { $well } { $doubt }
die-doubt-well-first = Hueco { $well }: el dado { $doubt }

## Por qué un dado no tiene valor; delante va «el dado»

doubt-cocked = está inclinado
doubt-hidden = está medio tapado
doubt-glare = refleja demasiada luz
doubt-blur = se ve borroso
doubt-edge = queda cortado por el borde de la imagen
doubt-pattern = no muestra ninguna cara clara
doubt-double = comparte su sitio con otro
doubt-moving = todavía se mueve
doubt-small = se ve demasiado pequeño
doubt-empty-well = no está
doubt-foreign = está junto a algo que no es un dado
doubt-hand = está debajo de una mano
doubt-dark = está a oscuras
doubt-no-plate = no se encuentra sin la placa

## Lo que se puede hacer

remedy-cocked = ponlo plano
remedy-hidden = quita lo que tiene encima
remedy-glare = tapa la lámpara que da en la cámara
remedy-blur = enfoca y limpia la cámara
remedy-edge = apunta la cámara a toda la placa
remedy-pattern = limpia el dado o coge otro
remedy-double = saca uno de los dos
remedy-moving = mira qué hace temblar la mesa
remedy-small = acerca la cámara
remedy-empty-well = devuélvelo a su hueco
remedy-foreign = mira en el hueco, saca lo que sobra
remedy-hand = quita la mano
remedy-dark = enciende la luz, quita la tapa de la cámara
remedy-no-plate = apunta la cámara a las cuatro marcas

## Pig

title-pig = Pig a { $goal }
the-roll = la tirada
the-hold = la decisión de plantarse
pig-throw = { $name ->
    [you] Sacas { $values } y llevas
   *[other] { $name } saca { $values } y lleva
 } { $total } en este turno.
pig-throw-lost = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values }; los puntos de este turno se pierden.
pig-hold = { $name ->
    [you] Te plantas y te apuntas
   *[other] { $name } se planta y se apunta
 } { $banked }. El marcador está { $scores }.
pig-end = { $name ->
    [you] Ganas
   *[other] { $name } gana
 } { $scores } después de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }.
pig-prompt = { $name }: r tira, u retira, ? aconseja, q se va
pig-prompt-hold = { $name }: r tira, h se planta con { $banked }, u retira, ? aconseja, q se va
chance-to-win = Probabilidad de ganar

## Por qué un robot tira o se planta

why-first = Tiro: todo turno empieza con una tirada, y desde aquí se gana el { $wins } de las partidas.
why-won = Me planto: con esto llego a la meta y gano; otra tirada solo podría echarlo a perder.
why-even = Me planto: plantarse y volver a tirar ganan lo mismo, el { $wins }, y más vale lo seguro.
why-hold = Me planto: asegurar { $banked ->
    [one] { $banked } punto
   *[other] { $banked } puntos
 } gana el { $wins } de las partidas; otra tirada, solo el { $other }.
why-roll = Tiro: { $banked ->
    [one] peligra { $banked } punto
   *[other] peligran { $banked } puntos
 }, pero plantarse ahora gana solo el { $other } de las partidas, y otra tirada, el { $wins }.
why-hold-ruled = Me planto: así lo manda mi estrategia { $strategy }, y gana el { $wins } de las partidas; tirar es mejor, con el { $other }.
why-roll-ruled = Tiro: así lo manda mi estrategia { $strategy }, y gana el { $wins } de las partidas; plantarse es mejor, con el { $other }.
percent = { NUMBER($percent, minimumFractionDigits: 1) } %

## Yahtzee y su familia

title-own = { $words }
title-yahtzee = Yahtzee
title-kniffel = Kniffel
title-yatzy = Yatzy
title-hooligan = Hooligan
title-rule = { $title } con la regla «{ $rule }»
title-commit = { $title }, con la casilla elegida primero
sheet-throw = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown }, { $left ->
    [0] no quedan tiradas
    [one] queda { $left } tirada
   *[other] quedan { $left } tiradas
 }.
sheet-throw-beside = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown } junto a { $kept }, { $left ->
    [0] no quedan tiradas
    [one] queda { $left } tirada
   *[other] quedan { $left } tiradas
 }.
sheet-choose = { $name ->
    [you] Eliges
   *[other] { $name } elige
 } { $box } para este turno.
sheet-score = { $name ->
    [you] Te apuntas { $points } en { $box } y llevas
   *[other] { $name } se apunta { $points } en { $box } y lleva
 } { $total }.
sheet-score-extra = { $name ->
    [you] Te apuntas { $points } en { $box } y { $extra } por otro Yahtzee, y llevas
   *[other] { $name } se apunta { $points } en { $box } y { $extra } por otro Yahtzee, y lleva
 } { $total }.
sheet-end-alone = { $name ->
    [you] Terminas
   *[other] { $name } termina
 } con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } después de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }.
sheet-end = { $name ->
    [you] Ganas
   *[other] { $name } gana
 } { $scores } después de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }.
sheet-end-shared = Victoria compartida de { $names }: { $scores } después de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }.
the-throw = la tirada
the-throw-kept = la tirada junto a { $kept }

## Las casillas, tal como se habla de ellas

box-own = «{ $words }»
box-ones = «Unos»
box-twos = «Doses»
box-threes = «Treses»
box-fours = «Cuatros»
box-fives = «Cincos»
box-sixes = «Seises»
box-one-pair = «Una pareja»
box-two-pairs = «Dos parejas»
box-three-of-a-kind = «Trío»
box-four-of-a-kind = «Póker»
box-full-house = «Full»
box-small-straight = «Escalera menor»
box-large-straight = «Escalera mayor»
box-chance = «Chance»
box-yahtzee = «Yahtzee»
box-kniffel = «Kniffel»
box-yatzy = «Yatzy»
box-hooligan = «Hooligan»

## Las casillas, tal como las lleva la hoja

card-own = { $words }
card-ones = Unos
card-twos = Doses
card-threes = Treses
card-fours = Cuatros
card-fives = Cincos
card-sixes = Seises
card-one-pair = Una pareja
card-two-pairs = Dos parejas
card-three-of-a-kind = Trío
card-four-of-a-kind = Póker
card-full-house = Full
card-small-straight = Escalera menor
card-large-straight = Escalera mayor
card-chance = Chance
card-yahtzee = Yahtzee
card-kniffel = Kniffel
card-yatzy = Yatzy
card-hooligan = Hooligan
card-bonus = prima { $bonus }
card-extra = otros Yahtzees
card-total = total

## Por qué un robot guarda dados o elige una casilla

why-throw-all = Todos los dados: todo turno empieza con una tirada, y de media quedan { $worth } puntos por venir.
why-points = { $action }: de media quedan { $worth } puntos por venir; { $other } daría { $less }.
why-wins = { $action }: así se gana el { $wins } de las partidas; { $other } gana solo el { $less }.
why-wins-even = { $action }: así se gana el { $wins } de las partidas, y { $other } gana otras tantas.
why-points-even = { $action }: de media quedan { $worth } puntos por venir, y { $other } daría otros tantos.
why-only = { $action }: no hay otra opción.
why-missed = { $action }: { $other } valdría más.
do-throw-all = Tiro todos los dados
do-keep = Guardo { $dice }
do-choose = Elijo { $box }
do-score = Me apunto { $points } en { $box }
do-zero = Tacho { $box }
doing-throw-all = tirar todos los dados
doing-keep = guardar { $dice }
doing-choose = elegir { $box }
doing-score = apuntarse { $points } en { $box }
doing-zero = tachar { $box }
points = { NUMBER($points, minimumFractionDigits: 2, maximumFractionDigits: 2) }

## Lo que se puede pulsar

prompt-first = r tira los { $dice } dados, u retira, ? aconseja, q se va
prompt-dice = de 1 a { $dice } guardas o sueltas un dado, r tira los { $dice }, h pasa a las casillas
prompt-others = de 1 a { $dice } guardas o sueltas un dado, r tira { $others ->
    [one] el otro
   *[other] los otros { $others }
 }, h pasa a las casillas
prompt-none = de 1 a { $dice } guardas o sueltas un dado, r y h pasan a las casillas
prompt-write = h escribe { $box } ({ $points }), r muestra la casilla siguiente, de 1 a 6 las seis primeras, u vuelve a los dados
prompt-write-only = h escribe { $box } ({ $points }), r muestra la casilla siguiente, de 1 a 6 las seis primeras, u retira
prompt-choose = h elige { $box } ({ $points }), r muestra la casilla siguiente, de 1 a 6 las seis primeras, u vuelve a los dados
prompt-choose-only = h elige { $box } ({ $points }), r muestra la casilla siguiente, de 1 a 6 las seis primeras, u retira

## La pantalla del terminal

plays = Pipsqueak juega a { $title }
plays-turn = Pipsqueak juega a { $title }: { $turn }
game-over = la partida ha terminado
turn-left = { $turn }, { $left ->
    [0] no quedan tiradas
    [one] queda { $left } tirada
   *[other] quedan { $left } tiradas
 }
turn-left-for = { $turn }, { $left ->
    [0] no quedan tiradas
    [one] queda { $left } tirada
   *[other] quedan { $left } tiradas
 }, para { $box }
kept = queda
not-looked = La cámara todavía no ha mirado.
camera-says = La cámara dice
sure-to = (segura al { NUMBER($percent, minimumFractionDigits: 1) } %)
no-value-die = ningún valor: el dado { $doubt }

## Tiradas a mano

ask-ready = ¿Hay alguien? Tira tus dados en la bandeja abierta y pulsa HOLD (h) cuando estén ahí.
ask-confirm = ¿Está bien? HOLD (h) es que sí. De 1 a 6 eliges un dado, y otra vez el mismo botón le resta uno; ROLL (r) le suma uno, con NEW (u) se vuelven a mirar los dados.
confirm = leído { $values }; se puede cambiar el dado { $chosen }
corrected = Corregido a mano: la imagen se guarda para aprender a leer mejor.
tray-throw = Tira { $dice ->
    [one] tu dado
   *[other] tus { $dice } dados
 } en la bandeja abierta.
tray-throw-beside = Tira { $dice ->
    [one] un dado
   *[other] { $dice } dados
 } en la bandeja abierta y deja ahí { $faces }.
tray-out-of-turn = Se han tirado dados en la bandeja fuera de turno: no cuentan.
tray-too-many = En la bandeja hay { $seen } dados y debería haber { $dice }: saca los que sobran.
tray-too-few = En la bandeja { $seen ->
    [one] solo se ve { $seen } dado
   *[other] solo se ven { $seen } dados
 } de { $dice }: tira también los demás, o pulsa HOLD (h) si ya están todos.
tray-hand = Hay una mano encima de la bandeja: quítala.
tray-foreign = En la bandeja hay algo que no se puede leer como un dado: sácalo o ponlo plano, o pulsa HOLD (h) si ha de quedarse.
tray-dark = Está oscuro: enciende la luz y quita la tapa de la cámara.
tray-no-plate = No se encuentra la placa: apunta la cámara a las cuatro marcas.
tray-kept-gone = De los dados guardados { $faces } ya no se ven todos: ponlos como estaban y pulsa HOLD (h).

## La familia de Pig

title-piglet = Piglet a { $goal }
title-progressive-pig = Progressive Pig a { $goal }
title-two-dice-pig = Pig con dos dados a { $goal }
title-big-pig = Big Pig a { $goal }
title-pass-the-pigs = Pass the Pigs a { $goal }
title-hog = Hog a { $goal }
pig-throw-banked = { $name ->
    [you] Sacas { $values }; los puntos de este turno se pierden, pero te apuntas
   *[other] { $name } saca { $values }; los puntos de este turno se pierden, pero se apunta
 } { $gain }.
pig-throw-ruined = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values }; se pierden los puntos de este turno y todos los demás.
coin-heads = { $value }, cara
coin-tails = { $value }, cruz

## Juegos para una sola persona

title-pig-reach = Pig en solitario, { $goal } en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }
title-pig-score = Pig en solitario, los más puntos en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }
title-pig-turns = Pig en solitario, { $goal } en los menos turnos
title-think = THINK, los más puntos en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }
turn = turno { $turn }
turn-of-turns = turno { $turn } de { $turns }
solo-hold = { $name ->
    [you] Te plantas y te apuntas
   *[other] { $name } se planta y se apunta
 } { $banked }: { $points } en total.
solo-end = { $name ->
    [you] Terminas
   *[other] { $name } termina
 } con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }, después de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }.
solo-missed = { $name ->
    [you] No llegas
   *[other] { $name } no llega
 } a { $goal }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }, después de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }.

## Hog

the-dice = la tirada de { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 }
hog-goes = { $thrown } de { $dice } dados tirados
hog-prompt = { $name }: de 1 a 6 eliges cuántos dados, h añade seis, r tira { $dice }, u retira, ? aconseja, q se va
hog-go = { $name ->
    [you] Sacas { $values }, llevas
   *[other] { $name } saca { $values }, lleva
 } { $sum }, { $left ->
    [one] falta { $left } dado
   *[other] faltan { $left } dados
 }.
hog-throw = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values }: { $points } puntos. El marcador está { $scores }.
hog-throw-nothing = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values }: un 1, así que el turno no da nada. El marcador está { $scores }.

## Swine Herd y Skunk

title-swine-herd = Swine Herd a { $goal }
title-skunk = Skunk en { $turns ->
    [one] { $turns } ronda
   *[other] { $turns } rondas
 }
the-standing = la decisión de seguir de pie
the-sitting = la decisión de sentarse
round = ronda { $round }, { $up } en juego
round-of-rounds = ronda { $round } de { $rounds }, { $up } en juego
herd-prompt = { $name }: r sigue de pie, h se sienta con { $up }, u retira, ? aconseja, q se va
herd-throw = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values } para todos los que están de pie; { $up } en juego.
herd-throw-lost = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values } para todos los que están de pie; se quedan sin nada.
herd-throw-ruined = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values } para todos los que están de pie; lo pierden todo.
herd-stand = { $name ->
    [you] Sigues
   *[other] { $name } sigue
 } de pie.
herd-sit = { $name ->
    [you] Te sientas y te apuntas
   *[other] { $name } se sienta y se apunta
 } { $banked }.

## Pass the Pigs: cómo cae un cerdito

lie-right-side = de lado sin punto
lie-dot-side = de lado con punto
lie-razorback = de espaldas
lie-trotter = de pie
lie-snouter = de morro
lie-leaning-jowler = de oreja

## Por qué un robot sigue o se para

why-worth = { $action }: vale { $worth }; { $other }, { $less }.
why-dice = Tiro { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 }: así se gana el { $wins } de las partidas.
do-roll = Tiro
do-hold = Me planto
do-stand = Sigo de pie
do-sit = Me siento
doing-roll = tirar
doing-hold = plantarse
doing-stand = seguir de pie
doing-sit = sentarse
points-worth = { NUMBER($worth, minimumFractionDigits: 2) } puntos
turns-worth = { NUMBER($worth, minimumFractionDigits: 2) } turnos

## Una mesa que cuida de sí misma

lost = { $what } ({ $remedy }). En cuanto se arregle, la partida sigue sola.
lent = Se está calibrando la mesa.
preparing = Se calcula lo que los robots saben de { $title }; la primera vez puede tardar un minuto …
interrupted = Se interrumpió { $title }. Tirar o plantarse la continúa; dejar el juego la termina del todo.
wish = Alguien quiere empezar { $title }. Acéptelo en la página de la mesa, o siga jugando.
wish-of-table = En la mesa se ha elegido { $title }: empiece otra partida cuando termine.
alone = ¿Hay alguien? La partida termina en { $seconds ->
    [one] { $seconds } segundo
   *[other] { $seconds } segundos
 }; con cualquier botón sigue.
countdown = El robot juega solo dentro de { $seconds } s. ¡Pulsa un botón para jugar!
resting = La máquina descansa { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
 } y luego juega contigo.
resting-press = El robot deja descansar su motor. ¡Pulsa un botón para jugar!
rests = En esta hora se ha tirado mucho: la máquina descansa { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
 }, y luego sigue la partida.
quiet = Aquí es hora de silencio: el robot vuelve a jugar dentro de { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
 }.
safe-mode = El robot se ha parado varias veces en pocos minutos y deja los motores apagados: { $what }. Míralo, y luego apaga y enciende la máquina.
attract = El robot juega contra sí mismo y dice por qué hace lo que hace. ¡Pulsa un botón para jugar!
explain-eye = El robot lee los dados con una cámara que cuelga sobre ellos: encuentra los huecos por cuatro marcas impresas y luego cuenta los puntos.
explain-light = Cada tirada se mira dos veces, una con la mitad izquierda de la luz y otra con la derecha: lo que brilla en una imagen se ve claro en la otra.
explain-doubt = Un dado inclinado o medio tapado nunca se adivina: el robot mira otra vez, luego tira otra vez ese dado y, si no, te pregunta.
explain-chance = El robot conoce la probabilidad exacta de ganar en cada situación, calculada de antemano, y elige la mejor de sus opciones.
explain-levers = Las palancas sujetan los dados que se quedan mientras se tiran los demás.
explain-journal = Cada tirada se anota antes de que cambien las pantallas, así que ni un apagón hace perder ninguna.

## Una calibración, paso a paso

calibrate-asked = { $what }; luego pulsa ROLL (r), en la página Paso siguiente
calibrate-hold = { $number }: sostén quieto el tablero, { $way }
calibrate-way-0 = plano bajo la cámara
calibrate-way-1 = con el borde lejano hacia arriba, sobre la mitad izquierda de la imagen
calibrate-way-2 = con el borde cercano hacia arriba, sobre la mitad derecha
calibrate-way-3 = con el borde izquierdo hacia arriba, sobre la esquina cercana izquierda
calibrate-way-4 = con el borde derecho hacia arriba, sobre la esquina lejana derecha
calibrate-way-5 = bajo, sobre el borde izquierdo de la imagen, con una esquina hacia arriba
calibrate-way-6 = bajo, sobre el borde derecho de la imagen, con una esquina hacia arriba
calibrate-way-7 = más cerca de la cámara, girado e inclinado
calibrate-lid = pon el tablero plano sobre la tapa, en el centro de la imagen
calibrate-dice = quita el tablero, pon dados que muestren 1, 2, 3 en los huecos de arriba y 4, 5, 6 en los de abajo, siempre desde la izquierda, y cierra la tapa
calibrate-camera = se está ajustando la cámara: deja libres las marcas de la placa
calibrate-view = vista { $number } de { $most }: { $corners } esquinas
calibrate-unseen = no se ve el tablero: sostenlo entero, nítido e iluminado bajo la cámara
calibrate-blurred = el tablero está borroso: sostenlo quieto, y mira el enfoque de la cámara
calibrate-played = se está jugando en la mesa: termina el juego y empieza de nuevo
calibrate-not-begun = no puede empezar ({ $why }): reinicia el programa y empieza de nuevo
calibrate-given-up = no se hizo nada durante { $seconds } s: empieza de nuevo cuando haya tiempo
calibrated-camera = cámara: exposición { NUMBER($milliseconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } ms, ganancia { NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, rojo { NUMBER($red, minimumFractionDigits: 2, maximumFractionDigits: 2) }, azul { NUMBER($blue, minimumFractionDigits: 2, maximumFractionDigits: 2) }
calibrated-focus = enfoque: { NUMBER($focus, minimumFractionDigits: 2, maximumFractionDigits: 2) } dioptrías
calibrated-lens = lente: { NUMBER($focal, minimumFractionDigits: 1, maximumFractionDigits: 1) } píxeles, { NUMBER($off, minimumFractionDigits: 3, maximumFractionDigits: 3) } de error en { $views } vistas
calibrated-plate = placa: marcas con { NUMBER($strain, minimumFractionDigits: 2, maximumFractionDigits: 2) } píxeles de error, cámara { NUMBER($height, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm por encima de x { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, y { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm
calibrated-wells = huecos: { $right } mm a la derecha, { $down } mm por debajo de los planos
calibrated-light = luz: { $levels }
calibrated-dice = dados: { $dice } conocidos bien leídos, ninguno mal
calibrated-kept = guardado en { $file } para la mesa { $table }

## Después de la partida

after-heading = Después de la partida
after-curve = Probabilidad de ganar
after-scores = Puntos
after-estimated = Las probabilidades de ganar son estimadas: como si todos jugaran a por más puntos.
after-moves = tiradas y decisiones
after-luck-heading = Suerte y destreza
after-dice-bar = dados propios
after-choices-bar = decisiones propias
after-in-percent = en tanto por ciento de las partidas
after-in-points = en puntos
after-turnings = Momentos decisivos
after-costly = Decisiones más caras
after-luck = { $name }: dados propios { $luck }, decisiones propias { $lost }, el juego de los demás { $others }, en tanto por ciento de las partidas.
after-luck-alone = { $name }: dados { $luck }, decisiones { $lost }, en tanto por ciento de las partidas.
after-points = { $name }: { $end } puntos; el juego perfecto espera { $start }: dados { $luck }, decisiones { $lost }.
after-points-open = { $name }: camino de { $end } puntos; el juego perfecto espera { $start }: dados { $luck }, decisiones { $lost }.
after-threw = { $name }, turno { $turn }: la tirada { $dice } llevó la probabilidad de ganar del { $start } al { $end }.
after-chose = { $name }, turno { $turn }: { $move } llevó la probabilidad de ganar del { $start } al { $end }.
after-jump = Jugada { $move }: la probabilidad de ganar de { $name } pasó del { $start } al { $end }.
after-cost-wins = { $name }, turno { $turn }: { $move } regaló el { $cost } de las partidas; era mejor { $best }.
after-cost-points = { $name }, turno { $turn }: { $move } regaló { $cost } puntos; era mejor { $best }.
after-all-best = { $name }: cada decisión fue la mejor posible.
after-kept = La imagen de la partida es { $file }.
plus = +{ NUMBER($number, minimumFractionDigits: 1) }
minus = −{ NUMBER($number, minimumFractionDigits: 1) }
doing-dice = tirar { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 }
doing-own = { $words }

## Pistas, quién empieza y quién se va

hint = Pista: { $why }
left = { $name ->
    [you] Te vas
   *[other] { $name } se va
 }; un robot sigue jugando.
first-wanted = ¿Quién empieza? Cada uno tira un dado, y empieza quien saque el más alto.
first-throw = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $value }.
first-found = { $name ->
    [you] Empiezas tú
   *[other] Empieza { $name }
 }.
ask-lie = ¿Cómo cae el cerdito { $pig }? 1 de lado sin punto, 2 de lado con punto, 3 de espaldas, 4 de pie, 5 de morro, 6 de oreja.
ask-lies = { $lies }: ¿está bien? HOLD (h) es que sí, con NEW (u) se vuelve a introducir.

# Por qué no cuenta una respuesta
refused-late = Demasiado tarde: esta pregunta ya tiene respuesta o ya no se hace.
refused-answer = Esto no responde a lo que se pregunta ahora.
refused-move = Las reglas no permiten esta jugada ahora.
refused-throw = No queda ninguna tirada o se guardan todos los dados: elige una casilla.
refused-box = Ahora no se puede elegir esta casilla.
refused-well = Ahora no se puede guardar ningún dado en el hueco { $well }.
refused-dice = Elige de 1 a { $most } dados.
refused-face = Un dado muestra de 1 a 6.
refused-die = Hay { $dice } dados que ajustar.
refused-unset = Di primero qué muestra cada dado.
refused-near = Esto solo se puede hacer en la mesa.
ask-leave = { $name }: HOLD (h) deja la partida a un robot, cualquier otro botón sigue.
ask-leave-alone = { $name }: HOLD (h) deja la partida, cualquier otro botón sigue.

## Qué va mal y qué se puede hacer

fault-port = el puerto de la placa no se puede usar
fault-port-remedy = comprueba el cable y el nombre del puerto
fault-port-missing = la placa no está
fault-port-missing-remedy = enchúfala o nombra otro puerto
fault-port-busy = otro programa ocupa el puerto de la placa
fault-port-busy-remedy = cierra ese programa
fault-port-permission = este usuario no puede abrir el puerto de la placa
fault-port-permission-remedy = entra en el grupo al que pertenece
fault-port-lost = la placa ya no está
fault-port-lost-remedy = vuelve a enchufar su cable
fault-port-choice = hay varias placas enchufadas
fault-port-choice-remedy = nombra el puerto de la de la mesa
fault-link = no se puede hablar con la placa
fault-link-remedy = comprueba el cable y apaga y enciende la placa
fault-no-reply = la placa no dice nada
fault-no-reply-remedy = comprueba su cable y su corriente, o dale firmware: «pipsqueak flash»
fault-no-board = lo que responde no es la placa de esta mesa
fault-no-board-remedy = nombra el puerto de la placa o dale firmware: «pipsqueak flash»
fault-protocol-version = la placa habla otra versión
fault-protocol-version-remedy = escribe el firmware de este paquete: «pipsqueak flash»
fault-dictionary = la placa tiene otra tabla de órdenes
fault-dictionary-remedy = escribe el firmware de este paquete: «pipsqueak flash»
fault-outcome-unknown = nadie sabe cómo acabó el último movimiento
fault-outcome-unknown-remedy = mira la mesa: esa tirada se repite
fault-line = una línea para la placa incumple las reglas
fault-line-remedy = envíala otra vez
fault-controller = la placa se niega o falla
fault-controller-remedy = mira la mesa y vuelve a intentarlo
fault-refused = la placa rechaza una orden
fault-refused-remedy = mira la mesa y vuelve a intentarlo
fault-command-value = un número está fuera de lo que acepta la placa
fault-command-value-remedy = los límites están en firmware/PROTOCOL.md
fault-motion-timeout = un movimiento no terminó a tiempo
fault-motion-timeout-remedy = busca un atasco
fault-fault = la placa se detuvo por una avería
fault-fault-remedy = mira la mesa y vuelve a intentarlo
fault-board-stopped = se mandó parar la mesa
fault-board-stopped-remedy = mira por qué
fault-board-estop = la parada de emergencia está pulsada
fault-board-estop-remedy = suéltala, mira que no haya manos dentro y pulsa un botón de la mesa
fault-board-lid = la tapa está abierta
fault-board-lid-remedy = ciérrala
fault-board-switch = el interruptor de origen no responde
fault-board-switch-remedy = míralo y mira su cable
fault-board-lease = la placa pasó demasiado tiempo sin oír nada
fault-board-lease-remedy = mira por qué estaba ocupado el ordenador
fault-board-limit = un movimiento duró demasiado
fault-board-limit-remedy = busca un atasco
fault-board-jam = la manivela está atascada
fault-board-jam-remedy = libérala
fault-board-memory = la placa no puede guardar su número de arranque
fault-board-memory-remedy = cambia la placa
fault-camera = la cámara no se puede usar
fault-camera-remedy = comprueba su cable y su nombre
fault-camera-missing = la cámara no está
fault-camera-missing-remedy = conéctala o nombra otra
fault-camera-lost = la cámara ya no está
fault-camera-lost-remedy = vuelve a enchufarla
fault-frame-timeout = de la cámara no llega ninguna imagen
fault-frame-timeout-remedy = comprueba su cable
fault-no-more-pictures = no hay más imágenes
fault-no-more-pictures-remedy = empieza otra vez o da más imágenes
fault-libcamera = los programas para la cámara de la Pi faltan o no encajan
fault-libcamera-remedy = instala python3-libcamera y ejecuta después 'make pi' en el repositorio
fault-camera-frozen = la cámara repite la misma imagen
fault-camera-frozen-remedy = apágala y enciéndela
fault-panel = los botones y lámparas de la mesa no se pueden usar
fault-panel-remedy = juega en la pantalla o con el teclado, o comprueba sus cables
fault-panel-left = se ha dejado el teclado
fault-panel-left-remedy = juega en la pantalla o con los botones de la mesa
fault-twin = la máquina simulada ha fallado
fault-twin-remedy = arráncala otra vez
fault-twin-missing = falta una parte de la máquina simulada
fault-twin-missing-remedy = instala el paquete otra vez
fault-missing-mujoco = la física de la máquina simulada no está instalada
fault-missing-mujoco-remedy = instálala en el repositorio: .venv/bin/pip install -e '.[twin]'
fault-film = la película de la máquina simulada no se puede hacer
fault-film-remedy = nombra otro archivo
fault-unsettled = no se pudo leer un dado y no había nadie para decir qué muestra
fault-unsettled-remedy = ponlo plano y despejado
fault-void-throw = nadie sabe cómo acabó una tirada
fault-void-throw-remedy = mira la mesa: se repite
fault-safe-mode = los motores quedan parados tras varios fallos
fault-safe-mode-remedy = mira lo que se sabe de ellos, y apaga y enciende la máquina
fault-journal = el diario no se puede usar
fault-journal-remedy = libera espacio en el disco o arregla sus permisos; lo que se tiró queda guardado
fault-recording = la grabación no se puede escribir
fault-recording-remedy = libera espacio en el disco o nombra otra carpeta
fault-report = el informe del día no se puede escribir
fault-report-remedy = libera espacio en el disco o arregla su carpeta
fault-folder = un archivo no se puede escribir
fault-folder-remedy = libera espacio en el disco o arregla la carpeta
fault-config = la configuración no se puede usar
fault-config-remedy = arregla config.toml o apártalo
fault-language = un archivo de idioma no se puede usar
fault-language-remedy = arréglalo o apártalo
fault-voice = la voz no puede hablar
fault-voice-remedy = mira el dispositivo de sonido
fault-screen-lost = la pantalla de la mesa ya no muestra ninguna página
fault-screen-lost-remedy = mira su cable y su navegador
fault-calibration = la calibración no encaja
fault-calibration-remedy = vuelve a calibrar la mesa
fault-board-not-seen = la placa base no se ve entera
fault-board-not-seen-remedy = apunta la cámara a las cuatro marcas y quita lo que las tape
fault-blurred = la imagen de la cámara está borrosa
fault-blurred-remedy = enfoca y limpia la cámara
fault-light = falta una luz, o es demasiado débil o demasiado fuerte
fault-light-remedy = mira que luzcan las dos mitades del anillo
fault-too-few-views = el tablero no se sostuvo de bastantes maneras
fault-too-few-views-remedy = empieza de nuevo, y sostenlo inclinado a los cuatro lados y sobre toda la imagen
fault-printed-size = el tablero o la placa no tiene el tamaño debido
fault-printed-size-remedy = imprímelo al 100 % y mide la línea de 100 mm
fault-wrong-dice = los dados conocidos no se leen como están
fault-wrong-dice-remedy = ponlos como se dice, y mira que la tapa y la lente estén limpias
fault-not-now = ahora no se mueve nada
fault-not-now-remedy = espera a que la máquina vuelva a jugar
fault-player = el juego no se puede jugar con estos jugadores
fault-player-remedy = elígelos otra vez
fault-goal = no se puede jugar a esos puntos
fault-goal-remedy = elige otro número
fault-unknown-name = no existe ese juego o jugador
fault-unknown-name-remedy = elige otra vez
fault-missing-numba = falta un programa que calcula este juego
fault-missing-numba-remedy = ejecuta 'make setup' en el repositorio
