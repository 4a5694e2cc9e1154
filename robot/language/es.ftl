# Lo que Pipsqueak dice en español. Se tutea a todos; las casillas se llaman como en el Yahtzee y la generala.

## La página: sus nombres y lo que siempre está en ella

page-play = Jugar
page-play-game = Jugar a { $title }
page-history = Historial
page-statistics = Estadísticas
page-operator = Operador
page-pages = Páginas
page-quoted = «{ $words }»
page-skip = Al contenido
page-language = Idioma
page-menu = Menú
page-keys = Teclas: r, h, de 1 a 6…
page-theme = Claro u oscuro
page-close = Cerrar
page-broken = Algo de la mesa no funciona
page-tell-operator = avisa al operador
page-safe = El robot está fuera de servicio y sus motores están apagados: avisa al operador.
page-lost = Se ha perdido la conexión con la mesa.
page-seeking = La página se reconecta sola en cuanto vuelva la mesa. Si no, avisa al operador.
page-seeking-phone = La página se reconecta sola. Si no, comprueba que este teléfono esté en el wifi de la mesa.
page-sending = enviando…
page-unsent = Se perdió la conexión y quizá tu último toque no contó: mira la partida.
page-act = Lo que puedes hacer
page-box = Casilla
page-camera = Lo que ve la cámara
page-live = En directo
page-chances = Probabilidad de ganar
page-estimated = Una estimación que supone que todos buscan el máximo de puntos.
page-approximate = Aproximadas: para tantos jugadores no se calculan con exactitud.
page-estimated-points = Los puntos son estimaciones: la hoja es demasiado grande para resolverla.
page-chosen = elegido
page-dice = Dados
page-die = Dado
page-kept = guardado
page-new-game = Partida nueva
page-again = Jugar otra vez
page-another-game = Otro juego
page-result = Resultado
page-elsewhere = Lo responde otro dispositivo.
page-nothing-seen = Aquí aparece la foto de cada tirada.
page-no-camera = No hay cámara: tú dices lo que muestran los dados.
page-race = La carrera
page-read = Leído:
page-said = Lo que pasó
page-sheet = Hoja de puntos
page-turn-total = Este turno
page-more = Más
page-unknown = desconocido
page-well = Hueco
page-well-boxes = Caja
page-which-face = ¿Qué muestra?
page-percent = { $share } %
page-fewer = −{ NUMBER($points, minimumFractionDigits: 2) }
page-fewer-wins = −{ NUMBER($share, minimumFractionDigits: 1) } puntos porcentuales
page-worth = { $worth } %

## La página: a quién le toca y qué hacer ahora

page-idle = Gana al robot a los dados.
page-idle-todo = Dados de verdad, una cámara que los lee y un robot que juega a ganar.
page-over = La partida ha terminado
page-turn = { $name ->
    [you] Te toca a ti
    [robot] Le toca al robot
   *[other] Le toca a { $shown }
 }
page-wins = { $name ->
    [you] ¡Ganas tú!
   *[other] ¡Gana { $shown }!
 }
page-shared = ¡{ $names } comparten la victoria!
page-throwing = Los dados ruedan…
page-awaiting-throw = Esperando la tirada…
page-thinking = Pensando…
page-does = { $move }…
page-ask-value = ¿Qué muestra este dado?
page-ask-mend = Pon bien los dados
page-ask-agree = ¿Deshacerlo?
page-moment-bust = { $name ->
    [you] ¡Lo pierdes todo!
   *[other] ¡{ $shown } lo pierde todo!
 }
page-moment-all = Todos
page-figure = Robot
page-tempo = Ritmo
page-tempo-calm = tranquilo
page-tempo-brisk = ágil
page-tempo-fast = lo más rápido posible
page-sounds = Sonidos
page-moment-alike = ¡Todos iguales!
page-moment-lead = { $name ->
    [you] ¡Te pones en cabeza!
   *[other] ¡{ $shown } se pone en cabeza!
 }
page-mood-rests = espera
page-mood-looks = mira
page-mood-thinks = piensa
page-mood-sure = lo tiene claro
page-mood-torn = duda
page-mood-glad = se alegra
page-mood-sorry = lo siente
page-mood-asks = pregunta
page-mood-dares = te desafía
page-ask-confirm = ¿Está bien?
page-ask-enter = ¿Qué muestran los dados?
page-dice-lie = Mis dados están ahí
page-all-right = Está bien
page-look-again = Mirar otra vez
page-todo-regret = Después juega el robot.
page-todo-agree = { $name } quiere deshacer su última decisión.
page-todo-confirm = Toca un dado para corregirlo.
page-todo-enter = Toca un dado y después lo que muestra.
page-todo-thrown = Después toca lo que { $dice ->
    [one] muestra
   *[other] muestra cada uno
 }.
page-confirm-keys = Con los botones: pulsa de 1 a 6 para elegir un dado, otra vez el mismo botón para restarle uno y el de tirar para sumarle uno.
page-enter-keys = Con los botones: pulsa de 1 a 6 según lo que muestre el dado elegido; el botón de tirar elige el siguiente.
page-phone-away = El teléfono de { $name } no está conectado.
page-phone-not-asked = Ahora no hace falta ninguna imagen: pulsa antes el botón de tirar.
page-phone-live = Usar la cámara de este dispositivo
page-phone-photo = Hacer una foto de los dados
page-phone-stop = Parar la cámara
page-phone-asks = Alguien de la mesa debe permitir que este teléfono sea su cámara.
page-phone-denied = Este teléfono no es la cámara de la mesa.
page-phone-others = Ahora la imagen viene del teléfono de quien tira o de la cámara de la mesa.
page-phone-refused = El navegador no permite aquí la cámara en directo: haz fotos, o toca lo que muestran los dados.
page-picture-keep = Guardar esta imagen
page-picture-kept = Guardada como { $name }, con la lectura.
page-picture-gone = Ahora hay otra imagen: guarda esa.
page-phone-reading = Se está leyendo la foto…
page-phone-insecure = Solo fotos: el navegador permite la cámara en directo solo en una página segura, que el operador puede activar.
page-phone-secure = Solo fotos. Para la cámara en directo abre la página segura y continúa cuando el navegador avise:
page-seat-name = Tu nombre
page-seat-colour = Tu color
page-colour-blue = Azul
page-colour-orange = Naranja
page-colour-pink = Rosa
page-colour-grey = Gris
page-colour-brown = Marrón
page-colour-indigo = Índigo
page-colour-taken = Otra persona acaba de elegir ese color: elige otro.
page-seat-sit = Sentarse
page-seat-get-up = Levantarse
page-seat-taken = { $name } ya juega en otro teléfono: elige otro nombre.
page-seat-nobody = { $name } parece el nombre de un robot o de un invitado sin nombre: elige otro nombre.
page-seat-asked = Quien juega ahora por { $name } debe permitir que siga este teléfono. Espera la respuesta.
page-seat-lost = No hay nadie que juegue por { $name }. Si nadie vuelve en un minuto, jugará este teléfono.
page-seat-first = Escribe tu nombre como primer jugador: así este teléfono juega por ti.
page-seat-starting = La mesa acaba de arrancar y comprueba qué partidas pueden continuar: vuelve a pulsar dentro de unos segundos.
page-place-seat = Un teléfono quiere jugar como { $name }.
page-place-camera = Un teléfono quiere ser la cámara de la mesa.
page-place-camera-of = El teléfono de { $name } quiere ser la cámara de la mesa.
page-place-give = Permitir
page-place-refuse = Rechazar
page-place-refused = No te han dado el lugar de { $name }.
page-todo-roll = Tira.
page-todo-hold = Tira otra vez, o plántate con los { $total } que tienes.
page-todo-wins = Plántate ahora con tus { $total } y ganas.
page-todo-first = { $count ->
    [one] Tira el dado.
   *[other] Tira los { $count } dados.
 }
page-todo-keep = Toca los dados que guardas, o elige una casilla. { $left ->
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
page-write = Apuntar { $box } ({ $points })
page-undo = Deshacer
page-rules = Reglas
page-hint = Pista
page-mended = Ya está bien
page-let-throw = Que la mesa lo tire
page-agree = De acuerdo
page-disagree = En contra
page-go-on = Seguir
page-take-back = Deshacer
page-do-roll = tirar
page-do-hold = plantarse
page-do-stand = seguir de pie
page-do-sit = sentarse
page-button-roll = Tirar
page-button-hold = Plantarse con { $total }
page-button-stand = Seguir de pie
page-button-sit = Sentarse con { $total }
page-todo-count = ¿Con cuántos dados?
page-todo-stand = Sigue de pie en la próxima tirada, o siéntate con { $total }.
page-more-dice = Un dado más
page-fewer-dice = Un dado menos
page-do-keep = guardar
page-do-throw = tirar todos
page-hint-title = Un robot en tu lugar
page-thinks = { $name } piensa

## La página: un juego nuevo

page-begin = Empezar una partida
page-game = Juego
page-games = Juegos
page-all-games = Los
page-games-search = Buscar un juego
page-games-none = Ningún juego se llama así.
page-players = Jugadores
page-player = Jugador
page-person = Persona
page-by-hand = Tiramos nuestros dados
page-robot = Robot
page-level = Nivel
page-level-note = «perfecto» consigue más puntos. «a ganar» gana más partidas: el robot mira también las otras hojas y arriesga más cuando va por detrás.
page-name = Nombre
page-name-long = Un nombre puede tener como mucho { $most } caracteres.
page-remove = Quitar jugador
page-add-player = Otra persona
page-add-robot = Otro robot
page-robots-alone = Solo juegan robots
page-more-choices = Más opciones
page-goal = Puntos para ganar
page-goal-blank = Indica con cuántos puntos se gana.
page-ask-lie = ¿Cómo ha caído el cerdito { $pig }?
page-ask-lies = ¿Está bien?
page-ask-leave = ¿Dejar la partida?
page-todo-lie = Tira tus cerdos y di de cada uno cómo ha caído.
page-todo-leave = { $people ->
    [one] La partida termina.
   *[other] Un robot ocupa tu lugar.
 }
page-enter-anew = Introducirlo otra vez
page-leave-sure = Dejarlo
page-stay = Quedarse
page-leave = Irse
page-first = ¿Quién empieza?
page-first-thrown = se echa a suertes con los dados
page-first-named = el primer jugador
page-first-how = Cada uno tira un dado. Empieza quien saque más.
page-first-tie = Empate: los empatados tiran otra vez.
page-on-now = Hay una partida en curso. Una nueva la termina.
page-offers = Partidas interrumpidas
page-offer = { $title }, { $players }, empezada { $begun }, { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }
page-resume = Continuarla
page-resume-not = Terminarla del todo
page-resume-sure = ¿Terminarla de verdad?
page-resumes = En cuanto se arregle, la partida sigue sola.
page-wish-preparing = { $title } empieza enseguida. Se calculan las mejores jugadas, lo que la primera vez puede tardar un minuto.
page-wish-waits = Se pregunta a quienes juegan. { $title } empieza si están de acuerdo, si terminan o si no hacen nada durante un minuto.
page-wish-agree = Terminar partida
page-wish-asks = { $name } quiere empezar { $title }. ¿Terminar esta partida?
page-wish-of = { $name } ha elegido { $title }. Se están calculando las mejores jugadas, lo que puede tardar un minuto.
page-wish-refuse = Seguir jugando
page-wish-refused = { $title } no empieza ahora: la partida en curso sigue.
page-try-again = Intentarlo otra vez ahora
page-hands-away = Todas las manos fuera: seguir
page-here = Hay alguien: seguir
page-on-now-asked = Hay una partida en curso. Se pregunta a quienes juegan antes de empezar otra.
page-leave-game = Dejar la partida
page-seats = { $least ->
    [one] { $most ->
        [one] 1 jugador
       *[other] 1-{ $most } jugadores
     }
   *[other] { $least }-{ $most } jugadores
 }
page-seats-just = { $most } jugadores

## La página: qué es un juego

page-family-race = Carreras
page-family-sheet = Hojas de puntos
page-family-together = Todos a la vez
page-family-alone = Para una persona
page-game-minutes = { $minutes } min
page-name-think = THINK
page-name-pig = Pig
page-name-farkle = Farkle
page-name-piglet = Piglet
page-name-progressive-pig = Progressive Pig
page-name-two-dice-pig = Pig con dos dados
page-name-big-pig = Big Pig
page-name-pass-the-pigs = Cerditos (Pass the Pigs)
page-name-hog = Hog
page-name-pig-reach = Pig en solitario: a la meta
page-name-pig-score = Pig en solitario: máximo de puntos
page-name-pig-turns = Pig en solitario: mínimo de turnos
page-name-swine-herd = La piara (Swine Herd)
page-name-skunk = Skunk
page-name-ten-thousand = Diez mil
page-name-kingdom-come = Dados de Kingdom Come
page-name-shut-the-box = Cierra la caja
page-game-pig = Tienta a la suerte hasta sacar un 1.
page-game-two-dice-pig = Dos dados. Dos unos se lo llevan todo.
page-game-big-pig = Dos dados, y los dobles valen doble.
page-game-progressive-pig = Un 1 te deja solo un punto.
page-game-piglet = Tira una moneda: cruz acaba tu turno.
page-game-pass-the-pigs = Tira dos cerditos. Cuenta cómo caen.
page-game-hog = Una tirada. Tú eliges cuántos dados.
page-game-yahtzee = Cinco dados, tres tiradas, trece casillas.
page-game-kniffel = Yahtzee con las reglas de Alemania.
page-game-yatzy = La hoja escandinava: parejas y quince casillas.
page-game-hooligan = Una hoja corta de siete casillas.
page-game-swine-herd = Un dado para todos: ¿sigues o sales?
page-game-skunk = Dos dados para todos: siéntate a tiempo.
page-game-pig-reach = A solas: ¿llegas a la meta a tiempo?
page-game-pig-score = A solas: muchos puntos en pocos turnos.
page-game-pig-turns = A solas: a la meta en pocos turnos.
page-game-think = Adivina cinco veces cuándo hay que parar.

## La página: mientras nadie juega

page-attract-title = Juega contra el robot
page-challenge = Gáname: hoy { $played ->
    [one] lo ha intentado una persona, y lo ha logrado
   *[other] { $won ->
        [one] lo ha logrado { $won }
       *[other] lo han logrado { $won }
     } de { $played } personas
 }.
page-challenge-none-won = Hoy no me ha ganado nadie, y lo { $played ->
    [one] ha intentado una persona
   *[other] han intentado { $played } personas
 }. ¡Gáname!
page-challenge-first = Hoy nadie ha jugado contra mí. ¡Empieza tú!
page-best-points = Lo mejor de hoy: { $name } con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }
page-best-turns = La victoria más rápida de hoy: { $name } en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }
page-quick = Gáname al Pig en 60 segundos
page-quick-what = A { $goal }, y empiezas tú
page-winner-name = Apúntate a la lista de ganadores de hoy
page-winner-write = Apuntar
page-winners = Hoy me han ganado
page-winner-wins = { $name }: { $wins ->
    [one] una victoria
   *[other] { $wins } victorias
 }
page-other-games = Otros juegos
page-somebody = alguien
page-scan = Juega en tu teléfono
page-guest = Invitado
page-own-dice = Nuestros dados

## La página: historia y estadística

page-when = Cuándo
page-won-by = { $name ->
    [you] ganaste tú
   *[other] victoria de { $names }
 }
page-no-games = Todavía no se ha jugado ninguna partida.
page-counting = Se están contando las partidas…
page-no-such-game = Esta partida no existe.
page-no-such-page = Esta página no existe.
page-failed = Aquí algo ha fallado.
page-failed-todo = Abre la página otra vez. Si no sirve, avisa al operador.
page-back-to-history = Todas las partidas
page-after = Repaso
page-card-better = mejor:
page-card-share = Compartir
page-card-copy = Copiar la partida como una línea
page-copy = Copiar la posición como una línea
page-copied = Copiado
page-card-busy = La imagen aún no está. Inténtalo otra vez dentro de un minuto.
page-card-turns = Cada decisión
page-card-turn = Turno { $turn }
page-card-turned = Lo que cambió la partida
page-card-told = La mejor y la peor decisión
page-card-threw = { $name } sacó esto en el turno { $turn }
page-card-chose = { $name }, turno { $turn }: { $move }
page-card-accounts = Suerte y destreza
page-look-back = Repasar
page-decided = Fue la tirada decisiva
page-decided-by = { $name ->
    [you] Tu tirada
    [robot] La tirada del robot
   *[other] La tirada de { $shown }
 } lo decidió
page-chance-of = { $name ->
    [you] Tu probabilidad
    [robot] Probabilidad del robot
   *[other] Probabilidad de { $shown }
 } de ganar
page-last-glad = Buena partida. ¿Otra?
page-last-sorry = Bien jugado.
page-last-rests = Buena partida.
page-solo = { $points ->
    [one] 1 punto
   *[other] { $points } puntos
 }
page-best-now = ¡{ $name } nunca lo había hecho mejor aquí!
page-best-so-far = Lo mejor de { $name } aquí: { $best }
page-summary-image = La partida en una imagen: quién ganó, los puntos y la tirada decisiva
page-unfinished = sin terminar
page-finished = terminada
page-abandoned = abandonada
page-games-begun = partidas empezadas
page-games-won = partidas terminadas
page-games-left = partidas abandonadas
page-throws = tiradas
page-throws-void = tiradas repetidas
page-people-won = ganadas por personas
page-robots-won = ganadas por robots
page-faces = Caras de { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 }
page-ratings = decisiones y errores
page-played = Partidas
page-won = ganadas
page-mean = puntos de media
page-best = mejor
page-number = { NUMBER($number, minimumFractionDigits: 1) }

## La página: teléfonos y el operador

page-touch-keys = Teclado en la pantalla
page-touch-shift = Mayúsculas
page-touch-erase = Borrar
page-touch-done = Listo
page-touch-letters = Letras
page-touch-accents = Letras con acentos
page-touch-signs = Signos
page-touch-space = Espacio
page-touch-close = Cerrar el teclado
page-phones = Teléfonos
page-phones-how = Abre esta dirección en el teléfono y escribe el código, o escanea el código QR.
page-phones-plain = Si el teléfono rechaza el certificado, abre allí { $address }: en su lugar hará fotos.
page-phones-code = La dirección como código QR
page-wifi = Escanea primero el código de la izquierda: conecta el teléfono al wifi { $name }.
page-wifi-join = Primero, el wifi
page-wifi-code = El wifi como código QR
page-foreign-name = Esta mesa no se llama así: abre { $address }, o dale este nombre: «pipsqueak data config set name».
page-code = Código
page-password = Contraseña
page-pair-title = Únete a la partida
page-pair-how = Escribe el código que muestra la pantalla de la mesa.
page-pair-go = Unirse
page-pair-wrong = Ese no es el código. Mira otra vez la pantalla de la mesa.
page-pair-wait = Demasiados códigos erróneos. Escanea el código QR o espera un minuto.
page-enter-title = Operador
page-enter-how = Solo puede entrar el operador.
page-enter-go = Entrar
page-enter-wrong = Esa no es la contraseña.
page-enter-wait = Demasiadas contraseñas erróneas. Espera un minuto.
page-choose-title = Elige una contraseña
page-choose-how = Todavía no hay contraseña. Elige una de al menos 8 caracteres. Desde ahora la página del operador la pide.
page-choose-go = Guardar la contraseña
page-choose-wrong = La contraseña debe tener de 8 a 200 caracteres.
page-unset-title = Operador
page-unset-how = Todavía no hay contraseña. Elige primero una en la pantalla de la mesa.
page-overview = De un vistazo
page-ready = ¿Está lista la mesa?
page-ready-is = { $phase ->
    [starting] Todavía no: está arrancando.
    [tested] Ahora no: hay una autoprueba en curso.
    [playing] Sí: hay una partida en curso.
    [alone] Sí: hay una partida, pero nadie responde.
    [waiting] No: espera ayuda.
    [resting] Sí, tras un breve descanso.
    [quiet] No: son horas de silencio.
    [safe] No: los motores están apagados tras varios fallos.
    [closed] No: se está cerrando.
   *[other] Sí.
 }
page-plays = ¿Quién juega?
page-needs = ¿Qué necesita ayuda?
page-since = ¿Desde cuándo?
page-nobody = Nadie
page-nothing = Nada
page-fine-since = Todo va bien desde: { $time }.
page-health = Dispositivos
page-old-title = Este navegador es demasiado antiguo
page-old-how = Las páginas necesitan Safari 16.4 (iOS 16.4), Chrome o Edge 111, o Firefox 121, o una versión posterior. Actualiza este dispositivo, o usa otro.
page-fault-list = Lista de averías
page-faults = Últimas averías
page-no-faults = Ninguna.
page-device = Dispositivo
page-fault = Qué falla y qué hacer
page-now = ahora
page-state-ok = en orden
page-state-absent = no conectado, no hace falta
page-state-warning = aviso
page-state-fault = averiado
page-tests = Probar motores y luces
page-tests-how = La tapa debe estar cerrada. Una partida en curso tiene prioridad.
page-test-home = Manivela al origen
page-test-shake = Agitar
page-test-lever = Palanca { $well }
page-test-knock = Golpear la caja { $well }
page-test-clear = Borrar averías
page-light-left = Luz izquierda
page-light-right = Luz derecha
page-light-both = Ambas luces
page-light-off = Luces apagadas
page-testing = { $what }…
page-test-done = { $what }: hecho.
page-test-busy = La mesa está ocupada o no está conectada. Termina la partida, o mira arriba el estado de los dispositivos.
page-machine = Máquina
page-new-code = Código nuevo para teléfonos
page-restart = Reiniciar
page-cancel = Cancelar
page-leave-game-sure = ¿Terminar del todo la partida en curso?
page-restart-sure = ¿Reiniciar el programa? Una partida en curso se puede continuar después.
page-settings = Ajustes
page-usual-language = Idioma predeterminado
page-permit-hint = La gente puede pedir pistas
page-permit-take-back = La gente puede deshacer una decisión
page-permit-leave = La gente puede dejar una partida antes del final
page-volume = Volumen
page-no-voice = La voz está apagada. Escribe voice = true en config.toml y reinicia.
page-kept-setting = Guardado.
page-setting-until-restart = Tu elección vale hasta que la mesa se reinicie, porque se inició con { $option }. Iníciala sin esa opción para guardarla.
page-calibration = Calibración
page-calibration-none = Todavía ninguna. La mesa supone la lente habitual.
page-calibration-of = Del { $made }: { $off ->
    [one] { $off } píxel
   *[other] { $off } píxeles
 } de error en { $views ->
    [one] { $views } vista
   *[other] { $views } vistas
 }.
page-calibrate = Calibrar
page-calibrate-how = Imprime el tablero con «pipsqueak machine calibrate print», empieza aquí y sigue los pasos.
page-calibrate-how-boxes = Imprime el tablero con «pipsqueak machine calibrate print», su segunda página, empieza aquí y sigue los pasos.
page-device-board = Placa
page-device-camera = Cámara
page-device-panel = Botones
page-device-dice = Dados
page-device-journal = Diario
page-device-recording = Grabación
page-device-voice = Voz
page-device-pictures = Imágenes guardadas
page-device-game = Partida
page-device-page = Página
page-device-screen = Pantalla
page-device-phone = Teléfono
page-device-corrections = Correcciones
page-device-report = Informe del día
page-device-feed = Canal de eventos
page-operator-leave = Cerrar sesión
page-log = Registro
page-no-log = Todavía no hay nada registrado.
page-refused = Rechazados desde el inicio: { $connections ->
    [one] { $connections } conexión
   *[other] { $connections } conexiones
 }.
page-signed-in = El operador ha iniciado sesión en esta pantalla.

## Palabras y listas

list = { $most } y { $last }
list-before-i = { $most } e { $last }
also = { $first }; { $rest }
besides = { $first }; { $rest }
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

strategy-optimal = perfecto
strategy-win = a ganar
strategy-child = niño
strategy-beginner = principiante
strategy-casual = aficionado
strategy-strong = fuerte
strategy-perfect = perfecto
strategy-greedy = codicioso
strategy-random = al azar
strategy-careless = descuidado
strategy-hold = se planta con { $number }
strategy-hold-dice = se planta con { $number }, o si { $dice ->
    [one] queda 1 dado
   *[other] quedan { $dice } dados
 }
strategy-safe = todo lo que puntúa, se planta con { $number }
strategy-most-points = a por más puntos por turno
strategy-dice = siempre { $number ->
    [one] { $number } dado
   *[other] { $number } dados
 }
strategy-race-or-pace = con una regla sencilla
strategy-heuristic = con reglas prácticas
strategy-better-heuristic = con mejores reglas prácticas
strategy-botzee = con reglas prácticas
strategy-card = con una tarjeta de reglas
strategy-yahtzees-only = solo Yahtzees
strategy-yahtzees-and-straights = Yahtzees y escaleras
strategy-rational-yahtzees = Yahtzees primero
strategy-own = { $words }

## Una partida de principio a fin

soon = { $title }: { $players }…
resumed-with = La partida sigue en esta mesa: «{ $options }».
too-early = Has pulsado una tecla antes de la pregunta: púlsala ahora.
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
throw = Tirada { $throw }…
throw-keeping = Tirada { $throw }: { $kept ->
    [one] se guarda el dado
   *[other] se guardan los dados
 } { $wells }…
throw-beside = Tirada { $throw }: se guardan { $faces }…
no-value = La cámara no puede leer ningún valor: { $doubts }.
undone = { $name ->
    [you] Deshaces
   *[other] { $name } deshace
 } { $move }.

## Tiradas que no cuentan y jugadas que se deshacen

void = La tirada { $throw } no cuenta ({ $reason }). Se repite, muestren lo que muestren ahora los dados.
void-interrupted = el programa se interrumpió antes de leer los dados
void-unknown = no se sabe cómo acabó
void-fault = la mesa se detuvo por la avería { $number }: { $fault }
nothing-back = No se puede deshacer nada: { $why }.
back-nothing = todavía no se ha elegido nada
back-robot = la última decisión fue de { $name }
back-thrown = se ha tirado desde entonces, y { $name } no está de acuerdo
back-alone = se ha tirado desde entonces, y no hay nadie que pueda aceptarlo
asks-back = { $name ->
    [you] Quieres
   *[other] { $name } quiere
 } deshacer { $move }.
stands = Los demás no están de acuerdo, así que queda como está.
stays = { $name ->
    [you] te quedas
   *[other] { $name } se queda
 }.
told-turn = { $told } { $name ->
    [you] Te toca a ti
   *[other] Le toca a { $name }
 }.

## Lo que se pregunta a la gente

ask-value = El dado { $doubt }: { $remedy } y luego pulsa de 1 a 6 según lo que muestre.
ask-value-well = El dado del hueco { $well } { $doubt }: { $remedy } y luego pulsa de 1 a 6 según lo que muestre.
ask-value-well-boxes = El dado de la caja { $well } { $doubt }: { $remedy } y luego pulsa de 1 a 6 según lo que muestre.
ask-mend = Haz que { $target } y luego pulsa { $hold }. Para que tire la mesa, pulsa { $roll }.
well-shows = el hueco { $well } muestre un { $face }
well-shows-boxes = la caja { $well } muestre un { $face }
ask-regret = Pulsa { $new } para deshacerlo, o { $roll } para seguir.
ask-regret-hold = Pulsa { $new } para deshacerlo, o { $hold } para seguir.
ask-agree = { $names }: pulsa { $hold } para aceptar, o cualquier otra cosa para rechazar.

## Lo que la mesa dice de sus dados

thrown-again = { $dice }: se tira otra vez.
wrong-shows = El dado del hueco { $well } muestra un { $shown } y debe mostrar un { $face }.
wrong-shows-boxes = El dado de la caja { $well } muestra un { $shown } y debe mostrar un { $face }.
wrong-doubt = El dado del hueco { $well } { $doubt } y debe mostrar un { $face }.
wrong-doubt-boxes = El dado de la caja { $well } { $doubt } y debe mostrar un { $face }.
misfit = La calibración ya no encaja: { $why }. Mira la cámara y la luz, o vuelve a calibrar.
misfit-lens = las marcas están a { $off ->
    [one] { $off } píxel
   *[other] { $off } píxeles
 } de su sitio, como mucho pueden ser { $most }
misfit-moved = la cámara cuelga a { $moved } mm de donde se calibró
misfit-white = el blanco de las marcas es { $white }, pero al calibrar era { $calibrated }
misfit-dark = la placa está oscura
misfit-blurred = la placa se ve borrosa
misfit-unseen = la placa no se ve
passed-over = Se descarta una imagen: un dado { $doubts } ({ $seen ->
    [one] { $seen } visto
   *[other] { $seen } vistos
 } en total).
die-doubt = el dado { $doubt }
die-doubt-first = El dado { $doubt }
die-doubt-well-first = Hueco { $well }: el dado { $doubt }
die-doubt-well-first-boxes = Caja { $well }: el dado { $doubt }
die-doubt-place = el dado { $place } { $doubt }
die-doubt-place-first = El dado { $place } { $doubt }
dice-doubt = cada uno de los { $dice } dados { $places } { $doubt }
dice-doubt-first = Cada uno de los { $dice } dados { $places } { $doubt }
die-mend = { $die }: { $remedy }

## Dónde está un dado en la imagen; delante va «el dado»

place-top-left = de arriba a la izquierda
place-top = de arriba
place-top-right = de arriba a la derecha
place-left = de la izquierda
place-middle = del centro
place-right = de la derecha
place-bottom-left = de abajo a la izquierda
place-bottom = de abajo
place-bottom-right = de abajo a la derecha
place-well = del hueco { $well }
place-well-boxes = de la caja { $well }

## Por qué un dado no tiene valor; delante va «el dado»

doubt-cocked = está inclinado
doubt-leans = está inclinado
doubt-hidden = está medio tapado
doubt-glare = refleja demasiada luz
doubt-blur = se ve borroso
doubt-edge = queda cortado por el borde de la imagen
doubt-pattern = no muestra ninguna cara clara
doubt-double = comparte su sitio con otro
doubt-moving = todavía se mueve
dice-moving = { $dice } dados todavía se mueven
doubt-small = se ve demasiado pequeño
doubt-other = no parece uno con puntos
doubt-slanted = se ve demasiado de lado
doubt-behind = está detrás de algo
doubt-dim = se ve demasiado oscuro
doubt-faint = tiene puntos que apenas se distinguen
doubt-empty-well = no está
doubt-foreign = está junto a algo que no es un dado
doubt-hand = está debajo de una mano
doubt-dark = está a oscuras
doubt-no-plate = no se puede localizar sin la placa
doubt-lid-off = está en una caja sin tapa
doubt-beside = está al lado de su caja
doubt-unmoved = está exactamente como antes de la tirada

## Lo que se puede hacer

remedy-cocked = ponlo plano
remedy-leans = ponlo plano
remedy-hidden = quita lo que lo tapa
remedy-glare = tapa la lámpara que da en la cámara
remedy-blur = enfoca y limpia la cámara
remedy-edge = apunta la cámara de modo que vea todos los dados
remedy-pattern = limpia el dado o coge otro
remedy-unclear = acerca la cámara, ponla justo encima o pon más luz
remedy-double = saca uno de los dos
remedy-moving = mira qué hace temblar la mesa
remedy-small = acerca la cámara
remedy-other = usa un dado con puntos
remedy-slanted = sube la cámara y apúntala hacia abajo
remedy-behind = quita lo que hay delante
remedy-dim = pon más luz
remedy-faint = pon más luz o usa dados con puntos más visibles
remedy-empty-well = devuélvelo a su hueco
remedy-empty-well-boxes = devuélvelo a su caja
remedy-foreign = saca del hueco lo que no debe estar ahí
remedy-foreign-boxes = saca de la caja lo que no debe estar ahí
remedy-hand = quita la mano
remedy-dark = enciende la luz y quita la tapa de la cámara
remedy-no-plate = apunta la cámara a las cuatro marcas
remedy-lid-off = pon la tapa en su caja y pégala
remedy-beside = devuélvelo a su caja y cierra la tapa
remedy-unmoved = tíralo a mano y comprueba que se mueve la pieza que lo tira

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
chance-to-win = Probabilidad de ganar

## Por qué un robot tira o se planta

advise-wins = { $worth } de cada 100 partidas
advise-points = { $worth } puntos
advise-turns = { $worth } turnos
advise-more = { $more } más: --all las muestra
spread-reach = Para llegar a { $points } { $points ->
    [one] punto
   *[other] puntos
 }: { $move }. Se logra en unas { $share } de cada 100 partidas si después se juega por puntos.
why-better = { $action }: { $gain }, frente a solo { $less } al { $other }.
why-beside = { $action }: { $gain }, frente a { $less } al { $other }.
why-worse = { $action }: { $gain }, pero sería mejor { $other }, con { $less }.
why-even = { $action }: { $gain }, y { $other } es igual de bueno.
why-even-safe = { $action }: { $gain }, tanto como al { $other }, pero sin riesgo.
why-alone = { $action }: { $gain }.
why-unexplained = { $action }.
why-won = { $action }: { $me } y { $turn } son { $sum }, y con eso se gana ya; otra tirada solo podría estropearlo.
why-reached = { $action }: { $me } y { $turn } son { $sum }, y con eso se llega a la meta; otra tirada solo podría estropearlo.
why-worth-wins = así se ganan { $worth } de cada 100 partidas
why-worth-reach = así se llega a la meta en { $worth } de cada 100 partidas
why-worth-points = así se sacan { $worth } puntos de media
why-worth-end = así se acaba con { $worth } puntos de media
why-worth-turns = así se tardan { $worth } turnos de media
why-worth-rule = solo por puntos, así se sacan { $worth } de media
why-beginning = { $action }, como empieza todo turno
why-only = { $action }, la única opción
why-banking = { $action }, para asegurar { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }
why-risking = { $action }, con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } en riesgo
why-scoring = { $action }, porque { $share } de cada 100 tiradas así puntúan
why-ruled = { $action }, porque { $rule }
why-close = { $told } Está muy igualado.
why-by = { $told } El coste de { $other } es de { $cost }, porque { $parts }.
why-errs = { $told } Eso { $parts }.
why-cost-wins = { $cost } de cada 100 partidas
why-cost-points = { $cost } puntos
why-cost-fewest = { $cost } puntos
why-cost-turns = { $cost } turnos
why-loses = pierde { $loses }
why-loses-gains = pierde { $loses } y gana { $gains }
why-part-held-on = { $points } por no seguir tirando ({ $share } de cada 100 tiradas puntúan)
why-part-held-end = { $points } por no arriesgar el turno ({ $share } de cada 100 tiradas lo acaban)
why-part-thrown-on = { $points } por tiradas que puntúan ({ $share } de cada 100)
why-part-thrown-end = { $points } por tiradas que acaban el turno ({ $share } de cada 100)
why-part-aside = { $points } puntos de este turno
why-part-throw = otra tirada ({ $share } de cada 100 puntúan)
why-part-risk = seguridad ({ $share } de cada 100 tiradas acaban el turno)
why-part-safety = seguridad ({ $share } en vez de { $less } de cada 100 tiradas acaban el turno)
why-part-clean = seguridad ({ $share } en vez de { $less } de cada 100 tiradas puntúan)
why-part-at-once = victorias inmediatas ({ $share } en vez de { $less } de cada 100 tiradas)
why-part-score = puntos ({ $points } en vez de { $other } de media en una tirada que puntúa)
why-part-beats = turnos que superan { $best } ({ $share } en vez de { $less } de cada 100)
why-part-level = turnos que empatan con { $best } ({ $share } en vez de { $less } de cada 100)
why-part-reach = turnos de { $least } o mejores ({ $share } en vez de { $less } de cada 100)
why-part-counts = turnos que cuentan ({ $share } en vez de { $less } de cada 100)
why-part-stuck = seguridad ({ $share } en vez de { $less } de cada 100 tiradas no cierran nada)
why-part-kept = { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } con los dados apartados
why-part-come = { $points } puntos con los dados que quedan por tirar
why-part-turn = { $points } puntos de este turno de media
why-part-low-kept = pocos puntos con los dados apartados ({ $points } en vez de { $other })
why-part-low-come = pocos puntos con los dados que quedan por tirar ({ $points } en vez de { $other })
why-part-low-turn = pocos puntos en este turno ({ $points } en vez de { $other } de media)
why-about = { $told } Las probabilidades son aproximadas.
why-unreachable = { $told } Ninguna partida puede llegar a esta posición.
why-rule-slip = este robot se equivoca a veces
why-rule-chance = este robot lo deja al azar
why-rule-begins = toda ronda empieza con una tirada
why-rule-reached = { $me } y { $turn } son { $sum }, y con eso se llega a la meta
why-rule-late = alguien está cerca de la meta, y quien se sienta puede llegar tarde
why-rule-level = hay { $up } en juego, y la regla práctica es seguir de pie por debajo de { $points } con empate
why-rule-ahead = hay { $up } en juego, y la regla práctica es seguir de pie por debajo de { $points } con { $by } de ventaja
why-rule-behind = hay { $up } en juego, y la regla práctica es seguir de pie por debajo de { $points } con { $by } de desventaja
why-rule-last-behind = es la última ronda, y { $sum } no superan { $rival }
why-rule-last-ahead = es la última ronda, y { $sum } superan { $rival } por ahora
me-roll = Tiro
me-hold = Me planto
me-stand = Sigo de pie
me-sit = Me siento
percent = { NUMBER($percent, minimumFractionDigits: 1) } %
percent-points = { NUMBER($share, minimumFractionDigits: 1) } puntos porcentuales

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
    [you] Guardas
   *[other] { $name } guarda
 } { $kept } y { $name ->
    [you] sacas
   *[other] saca
 } { $thrown }, { $left ->
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

## Juegos en los que se apartan dados

title-ten-thousand = Diez mil a { $goal }
title-farkle = Farkle a { $goal }
title-kingdom-come = Dados de Kingdom Come a { $goal }
title-own-goal = { $words } a { $goal }
aside-throw = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown }.
aside-throw-lost = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown }: nada puntúa y el turno acaba.
aside-throw-penalty = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown }: es el tercer turno sin puntos, y cuesta { $penalty } { $penalty ->
    [one] punto
   *[other] puntos
 }. El marcador está { $scores }.
aside-keep-throw = { $name ->
    [you] Apartas { $kept }, llevas { $total } en este turno y sacas
   *[other] { $name } aparta { $kept }, lleva { $total } en este turno y saca
 } { $thrown }.
aside-keep-throw-lost = { $name ->
    [you] Apartas { $kept } y sacas
   *[other] { $name } aparta { $kept } y saca
 } { $thrown }: nada puntúa, y { $total ->
    [one] se pierde { $total } punto
   *[other] se pierden { $total } puntos
 }.
aside-keep-throw-penalty = { $name ->
    [you] Apartas { $kept } y sacas
   *[other] { $name } aparta { $kept } y saca
 } { $thrown }: { $total ->
    [one] se pierde { $total } punto
   *[other] se pierden { $total } puntos
 }, y el tercer turno sin puntos cuesta { $penalty } { $penalty ->
    [one] punto
   *[other] puntos
 }. El marcador está { $scores }.
aside-hold = { $name ->
    [you] Apartas { $kept }, te plantas y te apuntas
   *[other] { $name } aparta { $kept }, se planta y se apunta
 } { $banked }. El marcador está { $scores }.
aside-opening = los primeros puntos con los que te plantes deben ser { $opening } o más
aside-penalty-next = otro turno sin puntos cuesta { $penalty }
wells-named = { $count ->
    [one] hueco
   *[other] huecos
 } { $wells }
wells-named-boxes = { $count ->
    [one] caja
   *[other] cajas
 } { $wells }
dice-in-wells = { $dice } ({ $wells })
wells-need-dice-of = Pon { $name ->
    [you] tus dados
   *[other] los dados de { $name }
 } en los huecos, el primero en el hueco 1.
wells-need-dice-of-boxes = Pon { $name ->
    [you] tus dados
   *[other] los dados de { $name }
 } en las cajas, el primero en la caja 1.
wells-ask-dice = { $words } Luego pulsa { $hold }. Pulsa { $roll } para tirar los dados que hay.
me-aside-hold = Aparto { $dice } y me planto con { $banked }
me-aside-throw = Aparto { $dice } y tiro { $left ->
    [one] { $left } dado
   *[other] { $left } dados
 }
do-aside-hold = Apartar { $dice } y plantarse con { $banked }
do-aside-throw = Apartar { $dice } y tirar { $left ->
    [one] { $left } dado
   *[other] { $left } dados
 }
doing-aside-hold = apartar { $dice } y plantarse
doing-aside-throw = apartar { $dice } y tirar
refused-aside-throw-first = Los dados no se han tirado todavía.
refused-aside-nothing = Aparta al menos un dado que puntúe.
refused-aside-missing = Los dados no muestran { $dice }.
refused-aside-incomplete = Marca también { $more } o suelta { $dice }: por sí solo no puntúa.
refused-aside-scoreless = { $dice } no puntúa aquí, así que no se puede apartar.
refused-aside-opening = Los primeros puntos con los que te plantes deben ser { $opening } o más.
refused-aside-forced = Con { $left ->
    [one] un dado
   *[other] { $left } dados
 } por tirar no puedes plantarte: sigue tirando o deja otros dados.
refused-aside-wins = Plantarse con estos gana ya, así que no se tira.
press-aside = Pulsa de 1 a 6 para marcar un dado y apartarlo, o para soltarlo.
dice-show-aside = Los dados muestran { $dice }. Marcados: { $kept }.
rules-aside-throw = En tu turno tiras { $dice ->
    [one] el dado
    [2] los dos dados
   *[other] los { $dice } dados
 }.
rules-aside-keep = De cada tirada apartas al menos un dado, y todos los que apartes de ella deben puntuar.
rules-aside-then = Después tiras los dados que quedan, o te plantas.
rules-aside-all = Cuando todos los dados están apartados, los tiras todos otra vez o te plantas.
rules-aside-all-forced = Cuando todos los dados están apartados, los tiras todos otra vez.
rules-aside-lost = Si ningún dado de una tirada puntúa, tu turno acaba y los puntos del turno se pierden.
rules-aside-times = Si más de tres dados son iguales, valen un múltiplo de lo que valen tres: { $parts }.
rules-aside-multiple = { $size } dados valen { $times ->
    [2] el doble
   *[other] { $times } veces lo mismo
 }
rules-aside-opening = Los primeros puntos con los que alguien se planta deben ser { $opening } o más.
rules-aside-forced = Con { $left } dados por tirar debes seguir tirando, salvo que plantarte gane.
rules-aside-penalty = El tercer turno seguido sin puntos cuesta { $penalty } { $penalty ->
    [one] punto
   *[other] puntos
 }, aunque ninguna puntuación baja de 0.
page-todo-aside = Toca dados que puntúen para apartarlos.
page-todo-aside-so = { $dice } apartados: { $total } en este turno.
page-aside = apartado
page-do-aside-hold = apartar y plantarse
page-do-aside-throw = apartar y tirar
page-family-aside = Apartar y tirar
page-game-ten-thousand = Seis dados: aparta los unos y los cincos.
page-game-farkle = Guarda lo que puntúa o piérdelo todo.
page-game-kingdom-come = Seis dados, como en Kingdom Come.

## Juegos de una ronda

title-threes = Treses, pocos puntos
title-midnight = Medianoche, 1-4-24
title-ship-captain-crew = Barco, capitán y tripulación
title-chicago-high = Chicago con tres dados
title-chicago = Chicago
title-shut-the-box = Cierra la caja
target-now = ronda { $round } de { $rounds }: puntúa { $target }
target-hit = { $name ->
    [you] Sacas { $values } y aciertas
   *[other] { $name } saca { $values } y acierta
 } { $target }. El marcador está { $scores }.
target-missed = { $name ->
    [you] Sacas { $values } y no aciertas
   *[other] { $name } saca { $values } y no acierta
 } { $target }. El marcador está { $scores }.
tiles-throw = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown }: se pueden cerrar fichas que sumen { $sum }.
tiles-throw-ends = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown }. Ninguna ficha abierta suma { $sum }, y el turno acaba con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }. El marcador está { $scores }.
tiles-shut = { $name ->
    [you] Cierras
   *[other] { $name } cierra
 } { $tiles }. Fichas abiertas: { $left }.
tiles-shut-all = { $name ->
    [you] Cierras
   *[other] { $name } cierra
 } { $tiles }: todas las fichas están cerradas.
tiles-marked = se cierra
the-shutting = el cierre de { $tiles }
tiles-do-shut = Cerrar { $tiles }
me-dice = Tiro { $dice ->
    [one] un dado
   *[other] { $dice } dados
 }
tiles-me-shut = Cierro { $tiles }
tiles-doing-shut = cerrar { $tiles }
tiles-press-one = { $hold } tira un dado.
tiles-press-shut = { $hold } cierra { $tiles }.
tiles-press-other = { $roll } muestra otras fichas que se pueden cerrar.
tiles-press-mark = { $last ->
    [6] Pulsa de 1 a 6 para marcar una ficha.
   *[other] Pulsa de 1 a 6 para marcar una ficha; la misma tecla otra vez marca de la 7 a la { $last }.
 }
refused-tiles-throw-first = Los dados aún no se han tirado.
refused-tiles-shut-first = Cierra antes fichas que sumen { $sum }.
refused-tiles-number = Aquí tiras { $dice } dados.
refused-tiles-not-open = No se puede cerrar { $tiles } ahora.
refused-tiles-nothing = Cierra fichas que sumen { $sum }.
refused-tiles-sum = Los dados suman { $sum }, pero lo marcado ({ $tiles }) suma { $marked }.
rules-tiles-open = Al principio están abiertas las fichas { $tiles }.
rules-tiles-shut = Tras cada tirada cierras fichas abiertas que sumen lo mismo que los dados, y luego tiras otra vez.
rules-tiles-one-shut = Cuando { $tiles } están cerradas, puedes tirar un solo dado.
rules-tiles-one-shut-must = Cuando { $tiles } están cerradas, tienes que tirar un solo dado.
rules-tiles-one-sum = Cuando las fichas abiertas suman { $sum } o menos, puedes tirar un solo dado.
rules-tiles-one-sum-must = Cuando las fichas abiertas suman { $sum } o menos, tienes que tirar un solo dado.
rules-tiles-end = Tu turno acaba cuando ninguna ficha abierta suma lo que los dados, o cuando todas están cerradas.
rules-tiles-sum = Puntúas la suma de las fichas que siguen abiertas.
rules-tiles-at-once = Quien cierra todas las fichas gana en el acto, y nadie más tira.
rules-tiles-shuts = { $more ->
    [0] cierra { $tiles }
    [one] cierra { $tiles }, u otras fichas de una manera
   *[other] cierra { $tiles }, u otras fichas de { $more } maneras
 }
rules-targets = Hay { $rounds ->
    [one] { $rounds } ronda
   *[other] { $rounds } rondas
 } con los objetivos { $targets }.
rules-targets-throw = En cada ronda todos tiran una vez { $dice ->
    [one] el dado
    [2] los dos dados
   *[other] los { $dice } dados
 }.
rules-targets-hit = Si los dados suman el objetivo de la ronda, puntúas esa suma; si no, nada.
rules-targets-hits = da { $points } en la ronda para { $target }
page-todo-shut = Toca fichas abiertas que sumen { $sum }.
page-todo-shut-so = Cierras { $tiles }: { $left ->
    [0] no queda ninguna ficha abierta.
   *[other] fichas abiertas: { $left }.
 }
page-todo-one-die = Tira { $dice } dados, o uno.
page-button-shut = Cerrar { $tiles }
page-shut = cerrada
page-open = abierta
page-coach-shut = Cerrarlas
page-tile = Ficha
page-tiles = Fichas
page-open-sum = Suma de fichas abiertas
page-do-shut = cerrar { $tiles }
page-do-throw-dice = { $dice ->
    [one] tirar un dado
   *[other] tirar { $dice } dados
 }
page-game-chicago = Dos dados, once objetivos, pura suerte.
page-game-shut-the-box = Cierra las fichas que permitan tus dados.
round-left = { $left ->
    [0] no queda ninguna tirada
    [one] queda una tirada
   *[other] quedan { $left } tiradas
 }
round-best = la mejor puntuación hasta ahora es { $points }
round-best-least = la puntuación más baja hasta ahora es { $points }, y gana quien tiene menos puntos
round-most = gana quien tiene más puntos
round-least = gana quien tiene menos puntos
round-throw-ends = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $thrown }. El turno acaba con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }. El marcador está { $scores }.
round-keep-throw-ends = { $name ->
    [you] Apartas { $kept } y sacas
   *[other] { $name } aparta { $kept } y saca
 } { $thrown }. El turno acaba con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }. El marcador está { $scores }.
refused-round-throw-first = Los dados aún no se han tirado.
refused-round-missing = Los dados no muestran { $dice }.
refused-round-few = Aparta al menos { $keep ->
    [one] un dado
   *[other] { $keep } dados
 }.
refused-round-order = Aparta { $needs } en este orden, cada uno en cuanto sale, y antes ningún otro dado.
refused-round-together = Los demás dados se apartan todos o se tiran todos.
refused-round-all-kept = No queda ningún dado por tirar: plántate.
refused-round-some-left = Solo puedes plantarte con todos los dados apartados.
rules-round-turn = Cada jugador tiene un turno.
rules-round-keep = De cada tirada apartas al menos { $keep ->
    [one] un dado
   *[other] { $keep } dados
 } y tiras los demás, hasta que todos están apartados.
rules-round-free = De cada tirada apartas los dados que quieras, o ninguno, y tiras los demás.
rules-round-order = Apartas { $needs } en este orden, cada uno en cuanto sale, y antes ningún otro dado.
rules-round-together = Los demás dados son la carga: los apartas todos y acabas tu turno, o los tiras todos otra vez.
rules-round-stays = Lo apartado se queda, y la última tirada se aparta entera.
rules-round-needs = Sin { $needs } entre los dados apartados no puntúas nada.
rules-round-others = Los demás dados dan la suma de sus puntos.
rules-round-sum = Puntúas la suma de los puntos de todos los dados.
rules-round-most = Gana quien tiene más puntos.
rules-round-least = Gana quien tiene menos puntos.
rules-round-shared-most = Si varios empatan con más puntos que los demás, comparten la victoria.
rules-round-shared-least = Si varios empatan con menos puntos que los demás, comparten la victoria.
page-todo-round = Toca los dados que apartas.
page-family-round = Una ronda
page-game-threes = Cinco dados: el 3 vale 0, menos gana.
page-game-midnight = Guarda un 1 y un 4, luego puntúa.
page-game-ship-captain-crew = Un 6, un 5, un 4 y carga.
page-game-chicago-high = El 1 vale 100; el 6, 60.

## Las casillas, tal como se habla de ellas

box-own = «{ $words }»
box-numbered = { $box } { $mark }
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
card-numbered = { $box } { $mark }
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

why-costs = { $action }: { $other } costaría { $points } puntos.
why-costs-by = { $action }: { $other } costaría { $points } puntos, porque { $parts }.
why-misses = { $action }, aunque { $other } daría { $points } puntos más.
why-misses-by = { $action }: eso { $parts }. Vale { $points } puntos menos que { $other }.
why-misses-close = { $action }: { $other } apenas sería mejor y daría menos de 0,1 puntos más.
why-costs-close = { $action }: { $other } es casi igual de bueno y costaría menos de 0,1 puntos.
why-part-box = { $points } en { $box }
why-part-box-of = { $points } en { $box } ({ $share } en vez de { $less } %)
why-part-poor = { $points } en turnos por debajo de la media
why-part-poor-more = { $points } por más turnos por debajo de la media ({ $share } en vez de { $less } %)
why-part-poor-fewer = { $points } por menos turnos por debajo de la media ({ $share } en vez de { $less } %)
why-part-stop = { $points } por un turno por debajo de la media
why-part-further = { $points } por otros Yahtzees
why-part-bonus = { $points } de la prima
why-part-now = { $points } ahora
why-part-later = { $points } después (es mejor dejar libre { $open } que { $filled })
why-part-others = cantidades menores en lo demás
why-aiming = { $action } para { $first }
why-aiming-two = { $action } para { $first } o { $second }
why-aim = { $box } ({ $share } %)
why-scoring-joker = { $action } como comodín
why-scoring-at-once = { $action } enseguida
why-scoring-paid = { $action }, con { $extra } por otro Yahtzee
why-scoring-cheapest = { $action }, el cero más barato de { $zeros }
why-only-box = { $action }: es la última casilla libre.
why-only-committed = { $action }: es la casilla que se eligió para este turno.
why-only-alike = { $action }: aquí los dados que son todos iguales no pueden ir a otra casilla.
why-counting-points = { $told } Contando solo puntos, { $best } daría { $points } más.
why-priced = { $told } Los puntos son estimaciones: la hoja es demasiado grande para resolverla.
why-rule-step = la regla es «{ $step }»
why-step-tally = el más alto de los números que más salen
why-step-tally-open = el más alto de los números que más salen y tienen su casilla libre
why-step-tally-less = el número libre más alto que sale { $less ->
    [one] una vez
   *[other] { $less } veces
 } menos que el que más sale
why-step-all = todos los dados
why-step-large = una escalera mayor
why-step-small = una escalera menor
why-step-run = cuatro seguidos
why-step-upper = { $least } o más de un número en su casilla de arriba
why-step-most-points = el mayor número de puntos
why-step-any-points = algún punto en { $box }
why-step-turn = puntos en este turno
why-step-guess = puntos en este turno y una estimación de los siguientes
why-step-end = puntos al final
why-step-card-open = { $least ->
    [1] el número libre más alto
    [2] dos iguales libres
   *[other] tres iguales libres
 }{ $above ->
    [0] { "" }
   *[other] { " " }mayores que { $above }
 }
why-step-card-alike = { $least ->
    [2] dos iguales
    [3] tres iguales
   *[other] cuatro iguales
 }{ $above ->
    [0] { "" }
   *[other] { " " }mayores que { $above }
 }
why-step-card-most = { $least ->
    [1] lo más repetido
    [2] dos iguales cualesquiera
    [3] tres iguales cualesquiera
   *[other] cuatro iguales cualesquiera
 }
why-step-card-row = { $least ->
    [3] tres seguidos
    [4] cualquier escalera
   *[other] escalera mayor
 }
why-step-card-middle = { $least ->
    [1] lo que haya de 2–5
    [2] dos de 2–5
    [3] tres de 2–5
   *[other] cuatro de 2–5
 }
why-step-card-gap = cuatro de una escalera mayor
why-step-card-pairs = dos parejas
why-step-card-full = full
why-step-card-high = { $above ->
    [3] cuatros, cincos y seises
    [4] cincos y seises
   *[other] seises
 }
why-step-card-none = nada
why-step-card-early = pronto: { $step }
why-step-card-for = { $step } para { $box }
why-box-par = { $label } { $par }
why-step-par = valores de referencia en el orden de la hoja: { $pars }
why-card-keep = guarda lo primero que sirva para una casilla libre:
why-card-keep-early = guarda lo primero que sirva para una casilla libre; «pronto» es tras una tirada:
why-card-score = apunta donde más superes el valor de referencia; las casillas de números cuentan doble.
why-card-turn = en tu turno:
why-card-race = sigue tirando hasta la meta en cuanto alguien tenga { $mine }.
why-card-race-apart = sigue tirando hasta la meta en cuanto tengas { $mine } o el otro tenga { $theirs }.
why-card-hold = plántate a partir de { $points }.
why-card-pace = plántate a partir de { $points }, más un octavo de lo que vayas por detrás o menos un octavo de lo que vayas por delante.
why-card-set-aside = aparta lo que deje más puntos, sumando por los dados que quedan:
why-card-hold-from = luego plántate a partir de estos puntos, con más dados nunca:
why-card-dice = { $points } con { $least ->
    [0] { $dice ->
        [one] un dado
       *[other] { $dice } dados
    }
   *[other] { $least }–{ $dice } dados
 }
rule-card-title = { $game }: { $words } palabras para jugar
rule-card-means = Libre es un número cuya casilla está libre; 2–5 son números distintos para una escalera.
rule-card-loses-points = De media pierde estos puntos frente al mejor juego: { NUMBER($loss, minimumFractionDigits: 2) }.
rule-card-loses-games = De cada 100 partidas en las que empieza, el mejor juego gana { NUMBER($loss, minimumFractionDigits: 2) } más que esta tarjeta cuando empieza ella.
rule-card-rungs = Tarjetas más cortas y más largas, por sus palabras en inglés: { $parts }.
rule-card-rung = { $words } palabras pierden { NUMBER($loss, minimumFractionDigits: 2) }
rule-card-play = Un robot juega así: { $command }
why-unheld = { $action }, porque aún no es posible plantarse
me-throw-all = Tiro todos los dados
me-keep = Guardo { $dice }
me-choose = Elijo { $box }
me-score = Me apunto { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } en { $box }
me-zero = Tacho { $box }
do-dice = Tirar { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 }
do-throw-all = Tirar todos los dados
do-keep = Guardar { $dice }
do-choose = Elegir { $box }
do-score = Apuntar { $points } en { $box }
do-zero = Tachar { $box }
doing-throw-all = tirar todos los dados
doing-keep = guardar { $dice }
doing-choose = elegir { $box }
doing-score = apuntarse { $points } en { $box }
doing-zero = tachar { $box }
points = { NUMBER($points, minimumFractionDigits: 2, maximumFractionDigits: 2) }

## Lo que se puede pulsar

## Las teclas que ahora hacen algo, en el terminal

key-reach = izquierda, derecha: ir a un dado
key-hint = ?: pista
key-rules = i: reglas
key-leave = l: dejar la partida
key-quit = q: salir
key-stop = Ctrl-C: salir
key-faster = f: más rápido (ahora { $tempo })
key-face = 1 a 6: lo que muestra
key-mended = Intro o h: ahora está bien
key-let-throw = r: que tire la mesa
key-lie = Intro o h: los dados están ahí
key-right = Intro o h: todo está bien, la tirada cuenta
key-anew = u o n: introducirlo otra vez
key-yes = Intro o h: sí
key-no = cualquier otra tecla: no
key-regret = u o n: deshacerlo
key-go-on = r: seguir
key-go-on-hold = h: seguir
key-pick = 1 a { $dice }: elegir un dado
key-turn = arriba, abajo: otro valor
key-set = 1 a 6: valor del dado elegido
key-look-again = u o n: mirar otra vez
key-any = cualquier tecla: seguir

## La pantalla del terminal

plays = Pipsqueak juega a { $title }
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
aside = aparte
no-camera = Sin cámara, tú indicas lo que tiras. Para que lo lea una cámara web, añade «--camera 0».
not-looked = La cámara todavía no ha hecho ninguna foto.
camera-says = La cámara lee
sure-to = (segura al { NUMBER($percent, minimumFractionDigits: 1) } %)
no-value-die = ningún valor: { $die }

## Tiradas a mano

ask-ready = ¿Hay alguien? Tira tus dados y luego pulsa { $hold }.
ask-confirm = ¿Está bien? Si es así, pulsa { $hold }. Pulsa de 1 a 6 para elegir un dado, otra vez el mismo botón para restarle uno y { $roll } para sumarle uno. Pulsa { $new } para leer los dados otra vez.
confirm = leído { $values }; el dado { $chosen } está elegido
corrected = Corregido a mano. La imagen se guarda para aprender a leer mejor.
tray-throw = Tira { $dice ->
    [one] tu dado
   *[other] tus { $dice } dados
 } en la bandeja abierta.
tray-throw-beside = Tira { $dice ->
    [one] un dado
   *[other] { $dice } dados
 } en la bandeja abierta y deja ahí { $faces }.
tray-simulated = Aquí no hay bandeja de verdad: la mesa simulada tira por ti.
tray-out-of-turn = Se han tirado dados en la bandeja fuera de turno: no cuentan.
tray-too-many = En la bandeja hay { $seen } dados, pero debería haber { $dice }: saca los que sobran.
tray-too-few = { $dice ->
    [one] El dado no se ve en la bandeja: tíralo
   *[other] En la bandeja solo hay { $seen } de { $dice } dados a la vista: tira los que faltan
 }, o pulsa { $hold } si ya están todos.
tray-hand = Hay una mano encima de la bandeja: quítala.
tray-foreign = En la bandeja hay algo que no se puede leer como un dado: sácalo o ponlo plano, o pulsa { $hold } para dejarlo ahí.
tray-dark = Está demasiado oscuro: enciende la luz y quita la tapa de la cámara.
tray-no-plate = No se ve la placa: apunta la cámara a las cuatro marcas.
tray-kept-gone = Los dados guardados { $faces } ya no se ven todos: ponlos como estaban y luego pulsa { $hold }.

## Dados propios, que las personas tiran por todos

hands-throw = { $name ->
    [you] Tira
   *[other] { $name }: tira
 } { $dice ->
    [one] un dado
   *[other] { $dice } dados
 }.
hands-throw-beside = { $name ->
    [you] Tira
   *[other] { $name }: tira
 } { $dice ->
    [one] un dado
   *[other] { $dice } dados
 } y deja { $faces } como están.
hands-robot = Tira { $dice ->
    [one] un dado
   *[other] { $dice } dados
 } por { $name ->
    [robot] el robot
   *[other] { $name }
 }.
hands-robot-beside = Tira { $dice ->
    [one] un dado
   *[other] { $dice } dados
 } por { $name ->
    [robot] el robot
   *[other] { $name }
 } y deja { $faces } como están.
hands-too-many = En la imagen { $extra ->
    [one] sobra un dado
   *[other] sobran { $extra } dados
 }: hay { $seen } y debería haber { $dice }. Quita lo que sobra.
hands-too-few = { $dice ->
    [one] El dado no está en la imagen: ponlo en ella
   *[other] En la imagen solo hay { $seen } de { $dice } dados: pon los que faltan
 }, o pulsa { $hold } para introducir lo que salió.
hands-kept-gone = Los dados guardados { $faces } han cambiado: ponlos como estaban, o sácalos de la imagen.
hands-unmoved = { $dice ->
    [one] El dado { $faces } está donde estaba antes de la tirada: tíralo
   *[other] Los dados { $faces } están donde estaban antes de la tirada: tíralos
 }. Si esa es tu tirada, pulsa { $hold }.
hands-doubt = { $die }: { $remedy }, o pulsa { $hold } para introducir lo que salió.
hands-none = En la imagen no hay ningún dado y debería haber { $dice }.
hands-dark = Está demasiado oscuro para leer los dados: enciende una luz.
hands-moving = Algo se mueve todo el tiempo ante la cámara: quita de la imagen las manos y todo lo demás que se mueva.
hands-shaken = La imagen tiembla: fija la cámara o mantenla quieta, y no muevas nada ante ella.
hands-focus = La cámara no encuentra el enfoque: pon más luz o enfócala a mano.
hands-slanted = La cámara ve los dados de lado: cuélgala o sostenla justo encima de ellos.
ask-enter = { $dice ->
    [one] ¿Qué muestra el dado? Pulsa de 1 a 6 y después { $hold }: así cuenta la tirada.
   *[other] ¿Qué muestran los { $dice } dados? Pulsa de 1 a 6 para cada uno y después { $hold }: así cuenta la tirada. { $roll } pasa al siguiente.
 }
ask-enter-look = { $dice ->
    [one] El dado no se puede leer con seguridad
   *[other] No todos los dados se pueden leer con seguridad
 }: pulsa de 1 a 6 según lo que muestre el dado elegido, { $roll } para el siguiente, y { $hold } cuando todo esté bien. Pulsa { $new } para leer los dados otra vez.
ask-enter-read = ¿Está bien? Si es así, pulsa { $hold }. Si no, pulsa de 1 a 6 según lo que muestre el dado elegido, y { $roll } para el siguiente. Pulsa { $new } para leer los dados otra vez.

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
title-pig-score = Pig en solitario, el máximo de puntos en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }
title-pig-turns = Pig en solitario, { $goal } en el mínimo de turnos
title-think = THINK, el máximo de puntos en { $turns ->
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
 } { $values }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }. El marcador está { $scores }.
hog-throw-nothing = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $values }: un 1, así que el turno no puntúa. El marcador está { $scores }.

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

do-roll = Tirar
do-hold = Plantarse
do-stand = Seguir de pie
do-sit = Sentarse
doing-roll = tirar
doing-hold = plantarse
doing-stand = seguir de pie
doing-sit = sentarse

## Una mesa que cuida de sí misma

lost = { $what } ({ $remedy }). { page-resumes }
unwritten = { $what } ({ $remedy }). Lo leído se conserva aquí hasta que se pueda guardar: no vuelvas a tirar. Pulsa cualquier botón para intentarlo otra vez.
preparing = Se está calculando la estrategia de los robots para { $title }; la primera vez puede tardar un minuto…
interrupted = Se interrumpió { $title }. Tira o plántate para continuarla; déjala para terminarla del todo.
interrupted-page = Se interrumpió { $title }. Se puede continuar en la página.
wish = Alguien quiere empezar { $title }. Responde en la página, o sigue jugando.
wish-of-table = En la mesa se ha elegido { $title }. Empieza otra partida cuando termine.
wish-of-phone = Lo siguiente es { $title }: lo ha elegido { $name }. Empieza otra partida cuando termine.
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
rests = En esta hora se ha tirado mucho. La máquina descansa { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
 }, y luego sigue la partida.
quiet = Es hora de silencio. El robot vuelve a jugar a las { $until }.
safe-mode = El robot ha fallado varias veces en pocos minutos y deja los motores apagados: { $what }. Arregla la causa, y luego apaga y enciende la máquina.
attract = El robot juega contra sí mismo. ¡Pulsa un botón para jugar!
explain-eye = El robot lee los dados con una cámara que cuelga sobre ellos. Encuentra los huecos por cuatro marcas impresas y luego cuenta los puntos.
explain-eye-boxes = El robot lee los dados con una cámara que cuelga sobre ellos. Encuentra las cajas por cuatro marcas impresas y luego cuenta los puntos.
explain-light = Cada tirada se fotografía dos veces, una con la mitad izquierda de la luz y otra con la derecha. Lo que brilla en una imagen se ve claro en la otra.
explain-light-boxes = La cámara no necesita lámpara propia: ve a través de las tapas transparentes con la luz de la sala.
explain-doubt = El robot nunca adivina un dado inclinado o medio tapado. Mira otra vez, luego tira otra vez ese dado y, si no, te pregunta.
explain-chance = El robot conoce la probabilidad exacta de ganar en cada situación, calculada de antemano. Siempre elige la mejor opción.
explain-levers = Las palancas sujetan los dados que se quedan mientras se tiran los demás.
explain-levers-boxes = Un imán debajo de cada caja golpea su suelo hacia arriba y el dado salta. Si un dado se queda, su caja no recibe golpes.
explain-journal = Cada tirada se guarda antes de que cambien las pantallas. Así ni un apagón hace perder ninguna.

## Una calibración, paso a paso

calibrate-asked = { $what }; luego pulsa { $roll }
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
calibrate-dice = quita el tablero, pon dados que muestren 1, 2, 3 en los huecos de arriba y 4, 5, 6 en los de abajo, de izquierda a derecha, y cierra la tapa
calibrate-dice-boxes = quita el tablero
calibrate-camera = se está ajustando la cámara: deja libres las marcas de la placa
calibrate-view = vista { $number } de { $most }: { $corners ->
    [one] { $corners } esquina
   *[other] { $corners } esquinas
 }
calibrate-unseen = no se ve el tablero: sostenlo entero, nítido e iluminado bajo la cámara
calibrate-blurred = el tablero está borroso: sostenlo quieto, y comprueba el enfoque de la cámara
calibrated-camera = cámara: exposición { NUMBER($milliseconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } ms, ganancia { NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, rojo { NUMBER($red, minimumFractionDigits: 2, maximumFractionDigits: 2) }, azul { NUMBER($blue, minimumFractionDigits: 2, maximumFractionDigits: 2) }
calibrated-focus = enfoque: { NUMBER($focus, minimumFractionDigits: 2, maximumFractionDigits: 2) } dioptrías
calibrated-lens = lente: distancia focal de { NUMBER($focal, minimumFractionDigits: 1, maximumFractionDigits: 1) } píxeles, { NUMBER($off, minimumFractionDigits: 3, maximumFractionDigits: 3) } píxeles de error en { $views ->
    [one] { $views } vista
   *[other] { $views } vistas
 }
calibrated-plate = placa: marcas con { NUMBER($strain, minimumFractionDigits: 2, maximumFractionDigits: 2) } píxeles de error, cámara { NUMBER($height, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm por encima de x { NUMBER($x, minimumFractionDigits: 1, maximumFractionDigits: 1) }, y { NUMBER($y, minimumFractionDigits: 1, maximumFractionDigits: 1) } mm
calibrated-wells = huecos: { $right } mm a la derecha y { $down } mm hacia abajo respecto a los planos
calibrated-light = luz: { $levels }
calibrated-dice = dados: { $dice } dados conocidos bien leídos, ninguno mal
calibrated-kept = guardado en { $file } para la mesa { $table }

## Después de la partida

after-curve = Probabilidad de ganar
after-scores = Puntos
after-unfinished = Esta partida no está terminada.
after-estimated = Las probabilidades de ganar son estimaciones que suponen que todos buscan el máximo de puntos.
after-approximate = Las probabilidades de ganar son aproximadas.
after-estimated-points = Los puntos son estimaciones: la hoja es demasiado grande para resolverla.
rating-few = valoración: necesita al menos dos decisiones
rating-wins = valoración: cada decisión regaló de media { $mean } de cada 100 partidas (± { $error })
rating-wins-level = valoración: cada decisión regaló de media { $mean } de cada 100 partidas (± { $error }), como en el nivel «{ $level }»
rating-points = valoración: cada decisión regaló de media { $mean } puntos (± { $error })
rating-points-level = valoración: cada decisión regaló de media { $mean } puntos (± { $error }), como en el nivel «{ $level }»
rating-fewest = valoración: cada decisión regaló de media { $mean } puntos (± { $error })
rating-turns = valoración: cada decisión regaló de media { $mean } turnos (± { $error })
rating-habit = el error más caro: { $what }
rating-none = Ninguna partida de este juego se ha terminado, o no se puede calcular lo que cuestan sus decisiones.
mistakes-wins = { $kind }: { $times ->
    [one] una vez
   *[other] { $times } veces
 }, lo que regaló { $cost } de cada 100 partidas
mistakes-points = { $kind }: { $times ->
    [one] una vez
   *[other] { $times } veces
 }, lo que regaló { $cost } puntos por partida
mistakes-fewest = { $kind }: { $times ->
    [one] una vez
   *[other] { $times } veces
 }, lo que regaló { $cost } puntos por partida
mistakes-turns = { $kind }: { $times ->
    [one] una vez
   *[other] { $times } veces
 }, lo que regaló { $cost } turnos por partida
mistake-held = se planta demasiado pronto
mistake-held-behind = se planta demasiado pronto yendo por detrás
mistake-threw-on = sigue tirando cuando es mejor parar
mistake-stopped = apunta cuando es mejor seguir tirando
mistake-chance = usa «Chance» demasiado pronto
mistake-other-box = apunta en la casilla equivocada
mistake-broke = separa dados iguales, como una pareja por una escalera
mistake-kept-more = guarda o aparta demasiado
mistake-kept-fewer = guarda o aparta demasiado poco
mistake-kept-other = guarda o aparta los dados equivocados
mistake-more-dice = tira demasiados dados
mistake-fewer-dice = tira demasiado pocos dados
mistake-other-tiles = cierra las fichas equivocadas
drill-kind = El error más caro aquí: { $kind }.
drill-keys = Escribe tu decisión; ? muestra cómo. Intro sola muestra la mejor decisión, q termina.
drill-test = { $number } de { $all }. ¿Qué haces?
account-of = { $name }, { $what }.
account-luck = suerte: { $side ->
    [better] { $amount } mejor que con dados normales
    [worse] { $amount } peor que con dados normales
   *[even] igual que con dados normales
 }
account-skill = destreza: { $side ->
    [worse] las decisiones regalaron { $amount }
   *[even] cada decisión fue la mejor
 }
account-others = los demás: { $side ->
    [better] sus dados y decisiones dieron { $amount }
    [worse] sus dados y decisiones costaron { $amount }
   *[even] sus dados y decisiones no cambiaron nada
 }
account-games = { $number } de cada 100 partidas
account-points = { $number ->
    [one] 1 punto
   *[other] { $number } puntos
 }
account-expected = puntos: { $end }; el juego perfecto espera { $start }
account-expected-open = puntos: camino de { $end }; el juego perfecto espera { $start }
after-threw = { $name }, turno { $turn }: salió { $dice }, y la probabilidad de ganar pasó del { $start } al { $end }.
after-chose = { $name }, turno { $turn }: tras { $move }, la probabilidad de ganar pasó del { $start } al { $end }.
after-cost-wins = { $name }, turno { $turn }: { $move } bajó la probabilidad de ganar en { $cost }; era mejor { $best }.
after-cost-points = { $name }, turno { $turn }: { $move } regaló { $cost ->
    [one] { $cost } punto
   *[other] { $cost } puntos
 }; era mejor { $best }.
after-all-best = { $name }: cada decisión fue la mejor posible.
after-rank = { $place }. { $name }: { $points }
after-best = La mejor decisión: { $words }
after-worst = La peor decisión: { $words }
after-why = { $name }, turno { $turn }, la mejor opción: { $words }
after-best-wins = { $name }, turno { $turn }: { $move } fue lo mejor: { $next } habría bajado la probabilidad de ganar en { $margin }.
after-best-points = { $name }, turno { $turn }: { $move } fue lo mejor, con { $margin ->
    [one] { $margin } punto
   *[other] { $margin } puntos
 } más que { $next }.
after-more = Más sobre esta partida: { $command }
after-keep = Guarda esta partida como imagen: { $command }
endcard-best = La mejor decisión
endcard-worst = La peor decisión
endcard-wins = { $name ->
    [you] Ganas { $own } a { $other }
   *[other] { $name } gana { $own } a { $other }
 }
endcard-wins-yours = { $name } gana { $own } a { $other } contra ti
endcard-wins-many = { $name ->
    [you] Ganas con { $own }
   *[other] { $name } gana con { $own }
 }
after-kept = La imagen de la partida es { $file }.
doing-dice = tirar { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 }
doing-own = { $words }

## El entrenador: por qué una línea no cuenta

coach-refused-line = Una línea tiene dice, photo, position o undo, o es una acción: --help las muestra.
coach-refused-faces = Un dado muestra de 1 a 6.
coach-refused-over = La partida ha terminado.
coach-refused-roll = Di qué dados guardas, o elige una casilla.
coach-refused-aside = Di qué dados apartas y si te plantas, como 115 plantarse.
coach-refused-hold = Tira primero: todavía no hay nada con que plantarse.
coach-refused-here = Este juego no tiene esa opción.
coach-refused-choose-first = Primero elige qué dados guardas, o una casilla.
coach-refused-stand-first = Primero elige si sigues de pie o te sientas.
coach-refused-throw-first = Primero tira los dados y di qué muestran.
coach-refused-pending = Ahora toca tirar: di qué muestran los dados, o deshaz la decisión.
coach-refused-number = { $given ->
    [one] Se ha dado { $given } dado
   *[other] Se han dado { $given } dados
 }, pero { $due ->
    [one] se espera uno
   *[other] se esperan { $due }
 }.
coach-refused-keep = No se puede guardar { $kept }: los dados muestran { $dice }.
coach-refused-kept = Se guardaron { $kept }, pero en { $dice } no están todos.
coach-refused-box = { $box } no se puede elegir ahora. Se puede elegir: { $legal }.
coach-refused-undo = No hay nada que deshacer.
coach-refused-fields = Una posición de este juego tiene { $fields } y nada más.
coach-refused-field = { $field }: indica números enteros que existan en este juego.
coach-refused-no-dice = En un turno con puntos o dados apartados están todos los dados en la mesa: di qué muestran.
coach-refused-field-here = En este juego no existe esa posición: corrige «{ $field }».
coach-refused-position = En este juego no existe esa posición: revisa los puntos, los dados y las tiradas que quedan.
coach-refused-photo = En { $file } se { $seen ->
    [one] ve { $seen } dado
   *[other] ven { $seen } dados
 }, pero { $due ->
    [one] se espera uno
   *[other] se esperan { $due }
 }: haz otra foto, o escribe los dados.
coach-refused-dark = En { $file } está demasiado oscuro: enciende la luz y haz otra foto, o escribe los dados.
coach-either = { $first } o { $rest }
coach-range = de { $first } a { $rest }
coach-list = { $parts }

## El entrenador: lo que dice

coach-begins = { $title }: { $names }. Escribe ? para ver la ayuda.
coach-prompt = { $name }
coach-turn = { $name }, turno { $turn }: tira y escribe lo que sale.
coach-turn-chosen = { $name }, turno { $turn }: { $move }.
coach-throw-again = Tira y escribe lo que sale.
coach-throw-now = Tira { $dice ->
    [one] un dado
   *[other] { $dice } dados
 } y escribe lo que sale.
coach-dice = Los dados muestran { $dice }. { $left ->
    [0] No queda ninguna tirada.
    [one] Queda una tirada.
   *[other] Quedan { $left } tiradas.
 }
coach-dice-aside = Los dados muestran { $dice }, con { $total } hasta ahora en este turno.
coach-read = La foto muestra { $dice }.
coach-doubts = En { $file } { $count ->
    [one] no se puede leer un valor
   *[other] no se pueden leer { $count } valores
 } ({ $doubts }). { $read ->
    [0] {""}
   *[other] Los demás muestran { $dice }.
 } Escribe { $count ->
    [one] lo que muestra
   *[other] lo que muestran estos { $count } dados
 }.
coach-doubts-all = En { $file } { $count ->
    [one] no se puede leer un valor
   *[other] no se pueden leer { $count } valores
 } ({ $doubts }). Escribe todos los dados.
coach-undone = Deshecho.
coach-score = { $name }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }
coach-next = En segundo lugar: { $move } { $cost }.
coach-third = En tercer lugar: { $move } { $cost }.
coach-enter = Pulsa Intro para apuntar { $points } en { $box }.
coach-enter-nothing = Escribe los dados, una decisión, o ? para ver la ayuda.
coach-cost-none = es igual de bueno
coach-cost-points = cuesta { NUMBER($cost, minimumFractionDigits: 1) } puntos
coach-cost-points-least = cuesta menos de 0,1 puntos
coach-cost-turns = cuesta { NUMBER($cost, minimumFractionDigits: 1) } turnos
coach-cost-turns-least = cuesta menos de 0,1 turnos
coach-cost-wins = cuesta { NUMBER($cost, minimumFractionDigits: 1) } de cada 100 partidas
coach-cost-wins-least = cuesta menos de 0,1 de cada 100 partidas
coach-expected = { $name ->
    [you] Puedes
   *[other] { $name } puede
 } esperar { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } al final.
coach-expected-turns = Por término medio faltan { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }.
coach-expected-reach = Desde aquí se llega a la meta en { $share } de cada 100 partidas.
coach-expected-wins = Desde aquí, { $name ->
    [you] ganas
   *[other] { $name } gana
 } { $share } de cada 100 partidas.
coach-bonus = Así la prima se consigue en { $share } de cada 100 partidas.
coach-bonus-instead = Así la prima se consigue en { $share } en vez de { $other } de cada 100 partidas.
coach-chose-best = Era la mejor decisión.
coach-chose = { $move } { $cost }.
tutor-warns = Cuidado: { $told }
drill-asked = { $number } de { $all }, de la partida { $game }. ¿Qué haces?
drill-turn = { $points ->
    [one] En este turno arriesgas { $points } punto.
   *[other] En este turno arriesgas { $points } puntos.
 }
drill-right = { $right } de { $asked } correctas.
drill-none = En el diario no hay ninguna decisión costosa de este tipo: sigue jugando, o di otro juego u otra persona.
drill-help = Además: Intro sola muestra la mejor decisión y cuenta como incorrecta, q termina.
coach-chose-other = La regla práctica aconseja { $best }.
coach-chose-rule = Es lo que aconseja la regla práctica.
coach-worst = { $name }, las decisiones que más han costado:
coach-worst-choice = Turno { $turn }: { $told }
coach-no-account = En este juego no se calculan suerte y destreza.
coach-listed = { $number }: { $title }, { $names }. Le toca: { $name }, turno { $turn }. Continúa con «pipsqueak coach --resume { $number }».
coach-none-kept = No hay ninguna partida sin terminar: empieza una con «pipsqueak coach JUEGO».
coach-session-kept = La partida queda guardada: sigue con «pipsqueak coach --resume { $number }».
coach-picture-later = La imagen se dibuja cuando termina la partida.
coach-help-dice = Dados: 33456 dice lo que muestran. Si solo tiras algunos, escribe todos o solo esos.
coach-help-keep = Guardar: 33, k 33 o guarda 3 3 guarda los dos treses. k sola no guarda ninguno.
coach-help-aside = Apartar: 115 o aparta 115 tira los otros dados, 115 h o aparta 115 plantarse se planta. h sola aparta todo lo que puntúa.
coach-help-round = Apartar: 115 o aparta 115 tira los otros dados. h sola aparta todos los dados y se planta, si se puede.
coach-dice-tiles = Los dados muestran { $dice }. Fichas abiertas: { $tiles }.
coach-tiles-open = Fichas abiertas: { $tiles }.
coach-help-tiles = Fichas: 45 o cierra 4 5 las cierra. Si puedes tirar un solo dado, escribe lo que has tirado, un dado o más.
coach-keep-words = guarda guardar guardo guardando
coach-hold-words = plantarse plantarme plántate plantate planto me
coach-stand-words = seguir sigo de pie
coach-sit-words = sentarse sentarme siento me
coach-shut-words = cierra cerrar cierro cerrando
coach-throw-words = tirar tiro tira
coach-aside-words = aparta apartar aparto apartando y luego los el
coach-help-box = Casilla: su nombre, o b y su número, como b 3. Basta el número si ningún dado lo muestra.
coach-help-sheets = Hojas: s las muestra.
coach-help-dice-plain = Dados: escribe lo que muestran.
coach-help-race = Decisión: r dice que tiras otra vez, h que te plantas.
coach-help-herd = Decisión: r dice que sigues de pie, h que te sientas.
coach-help-dice-pigs = Cerdos: escribe cómo han caído los dos, como 35: 1 { lie-right-side }, 2 { lie-dot-side }, 3 { lie-razorback }, 4 { lie-trotter }, 5 { lie-snouter }, 6 { lie-leaning-jowler }.
coach-help-scores = Puntos: s los muestra.
coach-help-dice-hog = Dados: escribe todos los que has tirado, como 2546.
coach-help-hog = Decisión: r 4 dice que se tiran cuatro dados.
coach-help-photo = Foto: p ARCHIVO lee sus dados.
coach-help-rest = Además: u deshace, q termina y guarda la partida.
coach-refused-unknown = «{ $said }» no significa nada aquí: escribe ? para ver la ayuda.
coach-refused-which = «{ $said }» puede ser { $boxes }: escribe más.
coach-refused-pigs = La cámara no puede leer cerdos: escribe cómo han caído.

## Pistas, quién empieza y quién se va

hint = Pista: { $why }
left = { $name ->
    [you] Te vas
   *[other] { $name } se va
 }; un robot sigue jugando.
first-wanted = ¿Quién empieza? Cada uno tira un dado, y empieza quien saque más.
first-throw = { $name ->
    [you] Sacas
   *[other] { $name } saca
 } { $value }.
first-found = { $name ->
    [you] Empiezas tú
   *[other] Empieza { $name }
 }.
ask-lie = ¿Cómo ha caído el cerdito { $pig }? 1 de lado sin punto, 2 de lado con punto, 3 de espaldas, 4 de pie, 5 de morro, 6 de oreja.
ask-lies = { $lies }: pulsa { $hold } si está bien, o { $new } para introducirlo otra vez.

# Por qué no cuenta una respuesta
refused-late = Demasiado tarde: esta pregunta ya tiene respuesta o ya no se hace.
refused-answer = Esto no responde a lo que se pregunta ahora.
refused-move = Las reglas no permiten esta jugada ahora.
refused-throw = No queda ninguna tirada o se guardan todos los dados: elige una casilla.
refused-box = Ahora no se puede elegir esta casilla.
refused-hold-box = Aquí no te plantas: ve a una casilla con arriba o abajo y apúntala con Intro.
refused-well = Ahora no se puede guardar ningún dado en el hueco { $well }.
refused-well-boxes = Ahora no se puede guardar ningún dado en la caja { $well }.
refused-dice = Elige de 1 a { $most } dados.
refused-face = Un dado muestra de 1 a 6.
refused-die = Hay { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 } que ajustar.
refused-unset = Di primero qué muestra cada dado.
refused-near = Esto solo se puede hacer en la mesa.
refused-other = Se pregunta a otra persona.
refused-watching = Estás mirando: siéntate para jugar.
refused-hint-off = En esta mesa las pistas están desactivadas.
refused-unready = La pista todavía se está calculando. Pídela otra vez dentro de un minuto.
refused-take-back-off = En esta mesa no se puede deshacer ninguna decisión.
refused-leave-off = En esta mesa no se puede dejar la partida antes del final.
ask-leave = { $name }: pulsa { $hold } para que un robot ocupe tu lugar, o cualquier otra cosa para quedarte.
ask-leave-alone = { $name }: pulsa { $hold } para dejar la partida, o cualquier otra cosa para quedarte.

## Qué va mal y qué se puede hacer

board-rests = en reposo, motor y palancas sin corriente
board-rests-remedy = la próxima tirada lleva la manivela por sí sola al origen
fault-port = el puerto de la placa no se puede usar
fault-port-remedy = comprueba el cable y el nombre del puerto
fault-port-missing = la placa no está conectada
fault-port-missing-remedy = enchúfala o indica otro puerto
fault-port-busy = otro programa usa el puerto de la placa
fault-port-busy-remedy = cierra ese programa; «pipsqueak doctor» lo nombra
fault-port-permission = este usuario no puede abrir el puerto de la placa
fault-port-permission-remedy = añade este usuario al grupo al que pertenece el puerto
fault-port-lost = se ha perdido la conexión con la placa
fault-port-lost-remedy = vuelve a enchufar su cable
fault-port-choice = hay varias placas conectadas
fault-port-choice-remedy = indica el puerto de la placa de la mesa
fault-link = el programa no puede comunicarse con la placa
fault-link-remedy = comprueba el cable y apaga y enciende la placa
fault-no-reply = la placa no responde
fault-no-reply-remedy = comprueba su cable y su alimentación, o instala el firmware: «pipsqueak machine flash»
fault-no-board = el dispositivo que responde no es una placa de esta mesa
fault-no-board-remedy = indica el puerto de la placa de la mesa; «pipsqueak machine flash» reemplazaría lo que hay en esta
fault-protocol-version = la placa usa otra versión del protocolo
fault-protocol-version-remedy = instala el firmware de este paquete: «pipsqueak machine flash»
fault-other-kind = la placa es de otro tipo de máquina
fault-other-kind-remedy = indica qué máquina es («pipsqueak data config set machine»), o instala su firmware: «pipsqueak machine flash»
fault-dictionary = la placa tiene otro diccionario de órdenes
fault-dictionary-remedy = instala el firmware de este paquete: «pipsqueak machine flash»; tras un cambio de machine.toml, antes «make -C firmware»
fault-outcome-unknown = no se sabe cómo acabó el último movimiento
fault-outcome-unknown-remedy = mira la mesa: la tirada se repite
fault-line = una línea para la placa incumple las reglas del protocolo
fault-line-remedy = envíala otra vez
fault-controller = la placa rechaza una orden o ha fallado
fault-controller-remedy = mira la mesa y vuelve a intentarlo
fault-refused = la placa rechaza una orden
fault-refused-remedy = mira la mesa y vuelve a intentarlo
fault-command-value = un número está fuera del intervalo que acepta la placa
fault-command-value-remedy = los límites están en firmware/PROTOCOL.md
fault-motion-timeout = un movimiento no terminó a tiempo
fault-motion-timeout-remedy = busca un atasco
fault-fault = la placa se detuvo por una avería
fault-fault-remedy = mira la mesa y vuelve a intentarlo
fault-board-stopped = se detuvo la mesa
fault-board-stopped-remedy = mira por qué
fault-board-estop = la parada de emergencia está pulsada
fault-board-estop-remedy = suéltala, comprueba que no haya manos dentro y pulsa un botón de la mesa
fault-board-lid = la tapa está abierta
fault-board-lid-remedy = ciérrala
fault-board-switch = el interruptor de origen no responde
fault-board-switch-remedy = comprueba el interruptor y su cable
fault-board-lease = la placa pasó demasiado tiempo sin recibir nada
fault-board-lease-remedy = mira por qué estaba ocupado el ordenador
fault-board-limit = un movimiento duró demasiado
fault-board-limit-remedy = busca un atasco
fault-board-jam = la manivela está atascada
fault-board-jam-remedy = libérala
fault-board-memory = la placa no puede guardar su número de arranque
fault-board-memory-remedy = cambia la placa
fault-camera = la cámara no se puede usar
fault-camera-remedy = comprueba su cable y su nombre
fault-camera-missing = la cámara no está conectada
fault-camera-missing-remedy = conéctala o indica otra
fault-camera-lost = se ha perdido la conexión con la cámara
fault-camera-lost-remedy = vuelve a enchufarla
fault-frame-timeout = la cámara no entrega ninguna imagen
fault-frame-timeout-remedy = comprueba su cable
fault-no-more-pictures = no hay más imágenes
fault-no-more-pictures-remedy = empieza otra vez o da más imágenes
fault-libcamera = las bibliotecas para la cámara de la Pi faltan o no encajan
fault-libcamera-remedy = ejecuta «sudo apt install python3-picamera2» y después «make pi» en el repositorio
fault-camera-frozen = la cámara repite la misma imagen
fault-camera-frozen-remedy = apágala y enciéndela
fault-stream = la transmisión de la cámara se ha cortado
fault-stream-remedy = despierta el teléfono, vuelve a abrir su aplicación de cámara y comprueba su wifi
fault-camera-turned = la cámara se ha girado
fault-camera-turned-remedy = déjala como está
fault-panel = los botones y lámparas de la mesa no se pueden usar
fault-panel-remedy = juega en la pantalla o con el teclado, o comprueba sus cables
fault-usb-buttons = los botones USB no se pueden leer
fault-usb-buttons-remedy = juega en la pantalla o con el teclado, o conecta el codificador
fault-panel-left = la persona del teclado se ha ido
fault-panel-left-remedy = juega en la pantalla o con los botones de la mesa
fault-twin = la máquina simulada ha fallado
fault-twin-remedy = arráncala otra vez
fault-twin-missing = falta una parte de la máquina simulada
fault-twin-missing-remedy = instala el paquete otra vez
fault-missing-mujoco = la física de la máquina simulada no está instalada
fault-missing-mujoco-remedy = ejecuta «{ $command }»
fault-film = no se puede crear el vídeo de la máquina simulada
fault-film-remedy = indica otro archivo
fault-dimensions = las medidas de la máquina no sirven
fault-dimensions-remedy = corrige hardware/machine.toml
fault-unsettled = no se pudo leer un dado y no había nadie para decir qué muestra
fault-unsettled-remedy = ponlo plano y despejado
fault-void-throw = no se sabe cómo acabó una tirada
fault-void-throw-remedy = mira la mesa: la tirada se repite
fault-coil-hot = las bobinas de las cajas no se han enfriado
fault-coil-hot-remedy = espera un minuto y tira otra vez
fault-safe-mode = los motores quedan apagados tras varios fallos
fault-safe-mode-remedy = arregla la causa de los fallos, y apaga y enciende la máquina
fault-journal = el diario no se puede usar
fault-journal-remedy = libera espacio en el disco, corrige sus permisos o reinicia si la tarjeta ha quedado en solo lectura; lo escrito antes queda guardado, lo nuevo no
fault-no-journal = no hay diario y no se puede crear
fault-no-journal-remedy = libera espacio en el disco, corrige los permisos de la carpeta o reinicia si la tarjeta ha quedado en solo lectura; hasta entonces no se guarda nada
fault-recording = la grabación no se puede escribir
fault-recording-remedy = libera espacio en el disco o indica otra carpeta
fault-report = el informe del día no se puede escribir
fault-report-remedy = libera espacio en el disco o corrige los permisos de su carpeta
fault-folder = un archivo no se puede escribir
fault-folder-remedy = libera espacio en el disco o corrige los permisos de la carpeta
fault-config = la configuración no se puede usar
fault-config-remedy = corrige config.toml o apártalo
fault-language = un archivo de idioma no se puede usar
fault-language-remedy = corrígelo o apártalo
fault-voice = la voz no puede hablar
fault-voice-remedy = comprueba el dispositivo de sonido
fault-phone-silent = no llega ninguna imagen del teléfono
fault-phone-silent-remedy = despiértalo y abre allí esta página
fault-picture-empty = la imagen está vacía
fault-picture-empty-remedy = hazla otra vez
fault-picture-none = esto no es una imagen
fault-picture-none-remedy = haz una foto, o envía un archivo JPEG o PNG
fault-picture-kind = este tipo de imagen (con demasiados bits) no se lee aquí
fault-picture-kind-remedy = elige JPEG en los ajustes de la cámara
fault-picture-damaged = la imagen está dañada o incompleta
fault-picture-damaged-remedy = hazla de nuevo
fault-picture-large = la imagen es demasiado grande
fault-picture-large-remedy = envía una de 120 millones de píxeles como máximo
fault-picture-side = un lado de la imagen es demasiado largo
fault-picture-side-remedy = envía una con lados de menos de 20 000 píxeles
fault-upload-large = la imagen es demasiado grande
fault-upload-large-remedy = envía una más pequeña
fault-upload-pixels = la imagen tiene demasiados píxeles
fault-upload-pixels-remedy = envía una de 25 millones como máximo, o un JPEG de 50 millones como máximo
fault-upload-slow = la imagen llega demasiado despacio
fault-upload-slow-remedy = acércate al wifi y envíala otra vez
fault-upload-many = llegan demasiadas imágenes a la vez
fault-upload-many-remedy = envíala otra vez dentro de un momento
fault-calibration = la calibración no encaja
fault-calibration-remedy = vuelve a calibrar la mesa
fault-board-not-seen = la placa base no se ve entera
fault-board-not-seen-remedy = apunta la cámara a las cuatro marcas y quita lo que las tape
fault-blurred = la imagen de la cámara está borrosa
fault-blurred-remedy = enfoca y limpia la cámara
fault-light = falta una luz, o es demasiado débil o demasiado fuerte
fault-light-remedy = comprueba que luzcan las dos mitades del anillo
fault-too-few-views = el tablero no se sostuvo en bastantes posiciones distintas
fault-too-few-views-remedy = empieza de nuevo, y sostenlo inclinado a los cuatro lados y sobre toda la imagen
fault-printed-size = el tablero o la placa no tiene el tamaño correcto
fault-printed-size-remedy = imprímelo al 100 % y mide la línea de 100 mm
fault-wrong-dice = los dados conocidos no se leen bien
fault-wrong-dice-remedy = ponlos como se indica, y comprueba que la tapa y la lente estén limpias
fault-not-now = la máquina no está jugando en este momento
fault-not-now-remedy = espera a que la máquina vuelva a jugar
fault-player = estos jugadores no pueden jugar a este juego
fault-player-remedy = elige otros jugadores
fault-goal = no se puede jugar con esa meta
fault-goal-remedy = elige otro número
fault-unknown-name = no existe ese juego o jugador
fault-unknown-name-remedy = elige otra vez
fault-missing-numba = falta Numba, que calcula este juego
fault-missing-numba-remedy = ejecuta «{ $command }»

## Las reglas de los juegos

menu-game = ¿Qué juego?
menu-level = ¿Qué nivel tiene el robot?
menu-name = ¿Quién juega?
menu-new-name = otro nombre: escríbelo
menu-no-name = sin nombre
menu-type-name = Tu nombre, o Intro para ninguno:
menu-keys = arriba, abajo: elegir; Intro: aceptar; q: salir
menu-more = { $count } más
menu-number = Número, o Intro para { $usual }:
rules-games = Juegos cuyas reglas se pueden leer:
rules-next = i muestra la página { $page } de { $pages }, Esc vuelve a la partida
rules-back = Volver a la partida: i o Esc
rules-does = Qué haces
rules-scores = Qué puntúa
rules-wins = Cómo se gana
rules-turns = Los jugadores juegan por turnos.
rules-alone = Juegas en solitario.
rules-throw-die = En tu turno tiras un dado una y otra vez, hasta que te plantes o una tirada acabe tu turno.
rules-throw-dice = En tu turno tiras { $dice } dados una y otra vez, hasta que te plantes o una tirada acabe tu turno.
rules-throw-coin = En tu turno tiras una moneda una y otra vez, hasta que te plantes o una tirada acabe tu turno.
rules-throw-pigs = En tu turno tiras { $dice } cerdos una y otra vez, hasta que te plantes o una tirada acabe tu turno.
rules-coin = Aquí un dado es la moneda: un número par es cara y uno impar es cruz.
rules-pigs = Después de cada tirada dices cómo han caído los cerdos.
rules-hold = Cuando te plantas, los puntos del turno se suman a tu puntuación y tu turno acaba.
last-turn = el último turno: para ganar hay que pasar de { $score } { $score ->
    [one] punto
   *[other] puntos
 }
last-round-begins = { $told } Empieza la última ronda: hay que superar { $score } { $score ->
    [one] punto
   *[other] puntos
 }.
rules-last-round = La última ronda empieza cuando una puntuación llega a { $goal } { $goal ->
    [one] punto
   *[other] puntos
 }.
rules-last-round-all = Los demás tienen entonces un turno más.
rules-last-round-second = Solo los que juegan después tienen entonces un turno más, para que todos tengan los mismos.
rules-last-win = Entonces gana quien tiene más puntos; si hay empate, quien llegó antes a ellos.
rules-win-goal = Gana el primero cuya puntuación llega a { $goal } { $goal ->
    [one] punto
   *[other] puntos
 }.
rules-pig-1 = Un número del 2 al 6 suma sus puntos al turno.
rules-pig-2 = Un 1 acaba tu turno, y los puntos del turno se pierden.
rules-progressive-pig-1 = Un número del 2 al 6 suma sus puntos al turno.
rules-progressive-pig-2 = Un 1 acaba tu turno: los puntos del turno se pierden, pero recibes { $gain ->
    [one] { $gain } punto
   *[other] { $gain } puntos
 }.
rules-piglet-1 = Cada cara suma { $gain ->
    [one] { $gain } punto
   *[other] { $gain } puntos
 } al turno.
rules-piglet-2 = Una cruz acaba tu turno, y los puntos del turno se pierden.
rules-two-dice-pig-1 = Los dados sin ningún 1 añaden su suma al turno.
rules-two-dice-pig-2 = Un solo 1 acaba tu turno, y los puntos del turno se pierden.
rules-two-dice-pig-3 = Dos unos acaban tu turno, y pierdes los puntos del turno y toda tu puntuación.
rules-big-pig-1 = Dos dados distintos sin ningún 1 añaden su suma al turno.
rules-big-pig-2 = Dos dados iguales del 2 al 6 añaden el doble de su suma.
rules-big-pig-3 = Dos unos añaden { $ones } puntos.
rules-big-pig-4 = Un solo 1 acaba tu turno, y los puntos del turno se pierden.
rules-pass-the-pigs-1 = Dos cerdos del mismo lado suman { $sides ->
    [one] { $sides } punto
   *[other] { $sides } puntos
 } al turno.
rules-pass-the-pigs-2 = Dos cerdos de lados opuestos acaban tu turno, y los puntos del turno se pierden.
rules-pass-the-pigs-3 = Un cerdo de espaldas suma { $razorback } puntos, de pie { $trotter }, de morro { $snouter } y de oreja { $jowler }.
rules-pass-the-pigs-4 = Un cerdo de lado junto a uno de estos no suma nada.
rules-pass-the-pigs-5 = Dos cerdos que caen de dos de estas cuatro maneras distintas suman los puntos de ambos.
rules-pass-the-pigs-6 = Dos cerdos que caen de la misma de estas cuatro maneras suman el doble de los puntos de ambos.
rules-hog-throw = En tu turno eliges cuántos dados tiras, de 1 a { $most }, y los tiras una sola vez.
rules-hog-goes = La mesa tira { $wells } dados a la vez, y ninguno más en cuanto sale un 1.
rules-hog-1 = Si ningún dado muestra un 1, la suma de todos los dados se añade a tu puntuación.
rules-hog-2 = Si algún dado muestra un 1, el turno no puntúa.
rules-win-pig-reach = Ganas si tu puntuación llega a { $goal } { $goal ->
    [one] punto
   *[other] puntos
 } en { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }.
rules-win-pig-score = La partida acaba tras { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }, y el objetivo es sumar todos los puntos posibles.
rules-win-pig-turns = La partida acaba cuando tu puntuación llega a { $goal } { $goal ->
    [one] punto
   *[other] puntos
 }, y el objetivo es usar el menor número de turnos.
rules-win-think = Si juegas en solitario, solo tú estás de pie: te plantas para sentarte, y el objetivo es sumar todos los puntos posibles.
rules-herd-stand = Al empezar cada ronda todos se ponen de pie.
rules-herd-throw = Cada tirada de { $dice ->
    [one] un dado
   *[other] { $dice } dados
 } cuenta para todos los que están de pie.
rules-herd-choose = Después de cada tirada, quien está de pie elige: seguir de pie o sentarse.
rules-herd-order = Los jugadores eligen uno tras otro, y en cada ronda empieza otro.
rules-herd-sit = Cuando te sientas, los puntos de la ronda se suman a tu puntuación y esperas a la ronda siguiente.
rules-herd-end = Una ronda también acaba cuando ya nadie está de pie.
rules-swine-herd-1 = Un número del 2 al 6 suma sus puntos a la ronda.
rules-swine-herd-2 = Un 1 acaba la ronda, y quien sigue de pie no recibe nada por ella.
rules-skunk-1 = Los dados sin ningún 1 añaden su suma a la ronda.
rules-skunk-2 = Un solo 1 acaba la ronda, y quien sigue de pie no recibe nada por ella.
rules-skunk-3 = Dos unos acaban la ronda, y quien sigue de pie pierde además toda su puntuación.
rules-win-swine-herd = Gana el primero cuya puntuación llega a { $goal } { $goal ->
    [one] punto
   *[other] puntos
 }.
rules-win-swine-herd-shared = Si varios llegan tras la misma tirada, gana quien tiene más puntos, y con los mismos puntos comparten la victoria.
rules-win-skunk = Tras { $turns ->
    [one] { $turns } ronda
   *[other] { $turns } rondas
 } gana quien tiene más puntos.
rules-win-shared = Si varios empatan con más puntos que los demás, comparten la victoria.
rules-sheet-throw = En tu turno tiras { $dice ->
    [one] un dado
   *[other] { $dice } dados
 }, como mucho { $throws ->
    [one] una vez
   *[other] { $throws } veces
 }.
rules-sheet-keep = Antes de cada nueva tirada guardas los dados que quieres y tiras solo los otros.
rules-sheet-write = Después eliges una casilla vacía de tu hoja y apuntas en ella los puntos de tus dados.
rules-sheet-commit = Después de la primera tirada eliges una casilla vacía de tu hoja, y al final del turno apuntas en ella los puntos de tus dados.
rules-sheet-once = Cada casilla se usa una vez, y los dados que no encajan puntúan 0 en ella.
rules-sheet-bonus = Si { $count ->
    [one] la casilla { $boxes } tiene { $from ->
    [one] { $from } punto
   *[other] { $from } puntos
 } o más
   *[other] las casillas { $boxes } tienen juntas { $from ->
    [one] { $from } punto
   *[other] { $from } puntos
 } o más
 }, recibes una prima de { $bonus ->
    [one] { $bonus } punto
   *[other] { $bonus } puntos
 }.
rules-sheet-extra = Cuando { $box } tiene sus { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }, cada tirada posterior de { $dice } dados iguales que apuntas da { $extra ->
    [one] { $extra } punto
   *[other] { $extra } puntos
 } más.
rules-sheet-times = Hay { $times } casillas de cada una de estas: { $boxes }.
rules-sheet-saves = Las tiradas que no usas quedan ahorradas, y puedes hacerlas en turnos posteriores.
rules-sheet-columns = Hay { $count } columnas de casillas, y todo lo que apuntas en ellas se multiplica por { $factors }.
rules-sheet-column-bonus = Cada columna tiene una prima: por orden { $bonuses } puntos, si { $count ->
    [one] su casilla { $boxes } tiene { $least } puntos o más
   *[other] sus casillas { $boxes } tienen juntas { $least } puntos o más
 }.
rules-sheet-first = Si apuntas la primera tirada de un turno y puntúa en { $boxes }, da { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } más.
rules-sheet-converts = Al final de las casillas solo cuenta esto: { $parts }.
rules-sheet-convert-each = { $box } { $points } por cada casilla con puntos
rules-sheet-convert-from = { $box } { $points } si tienen { $least } o más
rules-sheet-convert-all = { $box } { $points } si todas esas casillas tienen puntos
rules-sheet-convert-any = { $box } { $points } si la casilla tiene puntos
rules-sheet-totals = La suma de todos los puntos se convierte en { $parts }.
rules-sheet-step = { $points } desde { $least }
rules-sheet-forced-1 = Si apuntas { $dice } dados iguales y { $box } ya está llena, aunque sea con 0, van a la casilla de su número.
rules-sheet-forced-2 = Si no queda vacía ninguna casilla así, van a una casilla vacía que no es de un solo número, y allí cuentan como si encajaran.
rules-sheet-forced-3 = Si tampoco queda vacía ninguna de esas, van a la casilla de otro número y puntúan 0.
rules-sheet-free-1 = Si apuntas { $dice } dados iguales y ni { $box } ni la casilla de su número están vacías, cuentan en todas las casillas que no son de un solo número como si encajaran.
rules-win-sheet-over = La partida acaba cuando todas las casillas están llenas.
rules-win-sheet = Gana quien tiene más puntos.
rules-example = { $name }: { $brings }
rules-adds = suma { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }
rules-ends = acaba el turno sin puntos
rules-ends-with = acaba el turno con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }
rules-ruins = acaba el turno y quita toda la puntuación
rules-scores-nothing = no puntúa
rules-round-ends = acaba la ronda sin puntos
rules-round-ruins = acaba la ronda y quita toda la puntuación a quienes están de pie
rules-box-number = la suma de los dados que muestran { $face }
rules-box-all = la suma de todos los dados
rules-box-of-all = { $what }: la suma de todos los dados
rules-box-of-own = { $what }: la suma de esos dados
rules-box-of-points = { $what }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }
rules-box-plus = { $what } y { $plus } más
rules-run = { $length } números seguidos
rules-run-from = los números del { $first } al { $last }
rules-faces = los números { $faces }
rules-sum = dados que suman { $total }
rules-box-here = { $what }, aquí { $points }
rules-group = { $size ->
    [one] un dado cualquiera
   *[other] { $size } dados iguales
 }
rules-groups = { $groups }, de números distintos
rules-groups-same = { $groups }, de números distintos o exactamente tantos de un número
rules-groups-sum = { $groups }, si todos los dados suman { $total }

## Partidas sin terminar

unfinished-game = { $number }: { $title }, { $players }, empezada { $begun }, { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }
play-left = saliste con q
play-stopped = interrumpido
play-resumes = sigue con esta partida con «{ $command }»
play-robots-only = en esta partida solo juegan robots, así que no espera
play-nothing = no se lanzó nada
play-none-waits = no hay ninguna partida sin terminar: empieza una con «pipsqueak play JUEGO»
play-not-waiting = { $why ->
    [missing] no existe la partida { $number }
    [ended] la partida { $number } ha terminado
   *[other] la partida { $number } no se puede continuar
 }: «pipsqueak data games» muestra las que se pueden continuar
unfinished-note = { $count ->
    [one] Hay una partida sin terminar: «pipsqueak data games» la muestra.
   *[other] Hay { $count } partidas sin terminar: «pipsqueak data games» las muestra.
 }
game-line = { $number }: { $title }, { $players }, { $begun }: { $state }
game-waits = sin terminar, { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 } hasta ahora
game-won = victoria de { $names }
game-ended = terminada sin ganador
slow-game = Primero se resuelve el juego; puede tardar un minuto…
slow-journal = Se está valorando cada decisión del diario; puede tardar un minuto…
slow-review = Se está valorando cada decisión; puede tardar un minuto. Con --points es más rápido, pero sin las probabilidades de ganar…
review-newest = Esta es la partida { $number }, la más nueva que se puede repasar.
games-none = El diario no contiene ninguna partida todavía: empieza una con «pipsqueak play JUEGO».
games-how = Sigue con «pipsqueak play --resume NÚMERO», o abandona una partida con «pipsqueak data games --discard NÚMERO».
discard-none = Ninguna partida está sin terminar.
game-discarded = La partida { $number } queda abandonada. Lo que se tiró sigue en el diario.

## Lo que se dice para el oído: lo leído y lo que se puede pulsar, en frases

sentences = { $first } { $rest }
sentence = { $words }.
reads = La cámara lee { $values }.
unread = desconocido
standing = El marcador está { $scores }.
standing-turn = El marcador está { $scores }, y en este turno van { $total }.
choose = { $name }: { $options }
press-hint = Mantén pulsado NEW (o pulsa el signo de interrogación) para una pista.
typed-undo = u pide deshacer la última decisión.
typed-all = a marca todos los dados que cuentan.
typed-hint = El signo de interrogación da una pista.
typed-leave = l deja la partida.
typed-always = i muestra las reglas y q termina el programa.
press-throw = { $roll } tira.
press-bank = { $hold } se planta con { $banked }.
press-bank-wins = { $hold } se planta con { $banked } y gana.
press-throw-dice = { $roll } tira { $dice ->
    [one] { $dice } dado
   *[other] { $dice } dados
 }.
press-count = Pulsa de 1 a 6 para elegir cuántos dados.
press-six-more = { $hold } añade 6 dados.
press-stand = { $roll } sigue de pie.
press-sit = { $hold } se sienta con { $up }.
press-keep = Pulsa de 1 a { $dice } para guardar o soltar un dado.
press-enter-keep = Intro guarda el dado { $well }.
press-enter-release = Intro suelta el dado { $well }.
press-boxes = { $hold } pasa a las casillas.
press-enter-write = Intro apunta en { $box }.
press-enter-choose = Intro elige { $box }.
press-other-box = Arriba y abajo van a otra casilla.
press-write = { $hold } apunta en { $box }.
press-choose = { $hold } elige { $box }.
press-next-box = { $roll } pasa a { $box }.
press-number = { $keys } { $count ->
    [one] pasa
   *[other] pasan
 } a { $boxes }.
press-dice = { $new } vuelve a los dados.
press-lie = { $hold } dice que los dados están ahí.
press-again = Cualquier botón lo intenta otra vez ahora.
press-leave = Mantén pulsado NEW dos veces (o pulsa l) para dejar la partida.
dice-show = Los dados muestran { $dice }.
dice-show-kept = Los dados muestran { $dice }. Guardados: { $kept }.
box-points = { $box } { $points }
choose-boxes = Los dados darían { $boxes }. Elegida: { $box }, con { $points }

## La página: el entrenador

page-coach = Entrenador
page-coach-begin = Empezar con el entrenador
page-coach-does-what = Para dados propios: el entrenador apunta los puntos y dice qué elección es la mejor y cuánto cuestan las otras.
page-coach-manner = El entrenador
page-coach-open = Abierto
page-coach-open-means = dice qué es lo mejor y qué cuesta lo demás
page-coach-after = Después
page-coach-after-means = no dice nada antes de elegir, y luego cuánto ha costado
page-coach-silent = Callado
page-coach-silent-means = lleva la hoja y lo cuenta todo al final
page-coach-unfinished = Seguir con una partida
page-coach-name-twice = Dos personas se llaman { $name }: da a cada una un nombre propio.
page-coach-missing = Esta partida no existe.
page-coach-turn = { $name }, turno { $turn }
page-coach-todo-throw = Tira { $count ->
    [one] un dado y toca lo que muestra
   *[other] { $count } dados y toca lo que muestran
 }.
page-coach-todo-pigs = Tira los dos cerdos y toca cómo han caído.
page-coach-todo-again = Tira otra vez y toca lo que sale, o plántate con los { $total } que tienes.
page-coach-counts = Muestran esto
page-coach-clear = Borrar
page-coach-no-camera = La mesa no tiene cámara ahora: toca los dados.
page-coach-busy = Ahora se leen otras imágenes. Inténtalo de nuevo en unos segundos o toca lo que muestran los dados.
page-coach-other-camera = Aquí ya se usa otra cámara.
page-coach-says = El entrenador dice
page-coach-ending = Repaso
page-coach-again = Todas las partidas con el entrenador
page-coach-set-up = Montar una posición
page-coach-link = Copiar un enlace a esta posición
page-coach-dial = ¿Cuántos puntos necesitas? De prudente a audaz
page-coach-weigh = Valorar esta posición
page-coach-choices = Todas las opciones
position-player = ¿A quién le toca?
position-scores = Puntos
position-blanks = Turnos seguidos sin puntos
position-cards = Hojas de puntos
position-round = Ronda
position-turns-taken = Turnos jugados
position-throws = Tiradas de todos hasta ahora
position-turn-total = Puntos de este turno
position-round-total = Puntos de esta ronda
position-dice = Dados
position-aside = Apartados
position-rolls-left = Tiradas que quedan
position-throws-left = Tiradas que quedan
position-committed = Casilla elegida para este turno
position-tiles = Fichas abiertas
position-seated = Quién está sentado
position-bonuses = Otros Yahtzees (cuántos)
position-saved = Tiradas ahorradas
page-coach-hold = Plantarse con estos
page-coach-does = Hago eso
page-coach-listed = { $title }: { $names }
page-coach-listed-next = { $number }. Le toca: { $name }, turno { $turn }
fault-session-missing = esta partida con el entrenador no existe
fault-session-missing-remedy = elige una de la lista
fault-session-taken = esta partida con el entrenador está abierta en otro programa
fault-session-taken-remedy = cierra antes ese programa
fault-session-version = esta partida con el entrenador la guardó otra versión del programa
fault-session-version-remedy = usa esa versión
fault-busy = en este momento se repasan demasiadas partidas
fault-busy-remedy = vuelve a intentarlo dentro de un minuto

## El informe del día

report-minutes = { $minutes ->
    [one] { $minutes } minuto
   *[other] { $minutes } minutos
 }
report-hours = { $hours ->
    [one] { $hours } hora
   *[other] { $hours } horas
 }
report-on = { $day }: { $lasted } en marcha, { $starts ->
    [one] { $starts } arranque
   *[other] { $starts } arranques
 }, { $crashes ->
    [one] { $crashes } caída
   *[other] { $crashes } caídas
 }
report-people = partidas con personas: { $ended } terminadas, { $left } abandonadas
report-alone = partidas de robots solos: { $ended } terminadas, { $left } abandonadas
report-turns = { $turns ->
    [one] { $turns } turno
   *[other] { $turns } turnos
 }, de ellos { $unaided } sin ayuda
report-throws = { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
 }, { $void } nulas, { $busiest } en la hora más activa
report-faults = { $device }: { $times ->
    [one] { $times } avería
   *[other] { $times } averías
 }, { $seconds } s en total
report-wear = el motor ha agitado los dados { $shakes ->
    [one] { $shakes } vez
   *[other] { $shakes } veces
 } hasta ahora

## La autoprueba, paso a paso

selftest-name-board = Placa
selftest-name-camera = Cámara
selftest-name-lights = Luces
selftest-name-switches = Interruptores
selftest-name-motor = Motor
selftest-name-levers = Palancas
selftest-name-knocks = Golpes
selftest-name-calibration = Calibración
selftest-name-dice = Dados conocidos
selftest-name-throws = Tiradas
selftest-step-board = Placa: ¿responde la correcta?
selftest-step-camera = Cámara: deja libres las marcas de la placa y aparta las manos.
selftest-step-lights = Luces: cada mitad del anillo se enciende sola.
selftest-step-switches = Interruptores: abres la tapa y pulsas la parada de emergencia.
selftest-step-motor = Motor: los huecos se mueven, primero despacio. ¡Aparta las manos!
selftest-step-levers = Palancas: una tras otra baja sobre su dado.
selftest-step-knocks = Golpes: una caja tras otra tira su dado. ¡Aparta las manos!
selftest-step-calibration = Calibración: ¿encaja con lo que ve la cámara?
selftest-step-dice = Dados conocidos: ¿se leen bien?
selftest-step-throws = Tiradas: la máquina tira y lee una y otra vez.
selftest-after-ok = Este paso está hecho.
selftest-after-trouble = Arregla lo encontrado y repite el paso, o sigue.
selftest-after-skipped = Este paso no se pudo probar.
selftest-after-unjudged = No todo en este paso se pudo juzgar. Arregla lo encontrado y repite el paso, o sigue.
selftest-answer-next = seguir
selftest-answer-repeat = repetir
selftest-answer-quit = terminar
selftest-answer-done = hecho
selftest-answer-skip = dejar así
selftest-answer-keep = guardar
selftest-answer-up = más alto
selftest-answer-down = más bajo
selftest-answer-calibrate = calibrar ahora
selftest-enter = Intro: { $usual }
selftest-hold = { $number }: mantén quieto el tablero de calibración, { $way }
selftest-lay-lid = Pon el tablero de calibración plano sobre la tapa, en el centro de la imagen.
selftest-lay-dice = Pon dados que muestren 1, 2, 3 en los huecos de arriba y 4, 5, 6 en los de abajo, de izquierda a derecha, y cierra la tapa.
selftest-lay-dice-boxes = Pon en la caja 1 un dado que muestre 1, en la caja 2 uno que muestre 2, y así todas, y cierra las tapas.
selftest-open-lid = Abre la tapa.
selftest-close-lid = Cierra la tapa.
selftest-press-stop = Pulsa la parada de emergencia.
selftest-release-stop = Suelta la parada de emergencia.
selftest-board-answers = Responde: firmware { $firmware }, protocolo { $protocol }; causa del último reinicio: { $reset }.
selftest-sensor = Sensor { $name }, modo { $across } x { $down }, que lee el { $percent } % del ancho.
selftest-size = Tamaño de las imágenes en píxeles: { $across } x { $down }.
selftest-width = Ve { $mm } mm de la placa a lo ancho; según los planos, { $right } mm.
selftest-hangs = La lente está a { $height } mm sobre la placa, en x { $x }, y { $y } mm, girada { $degrees } grados.
selftest-sharp = Borde de una marca, en píxeles: { $pixels }; su negro devuelve el { $percent } % de la luz de su blanco.
selftest-markers = Se ven nítidas { $count } de 4 marcas.
selftest-swing = La luz varía un { $percent } % de una imagen a otra.
selftest-halves = Brillo: izquierda { $left } %, derecha { $right } % de la mitad más brillante.
selftest-white = El blanco de las marcas tiene el nivel de gris { $level } con ambas mitades.
selftest-lid-clear = El fondo oscuro, visto a través de la tapa, devuelve el { $percent } % de la luz del blanco de las marcas.
selftest-lid = tapa
selftest-stop = parada de emergencia
selftest-switch-heard = { $switch }: detectado al pulsar y al soltar.
selftest-homed = La manivela ha encontrado el origen: su interruptor cierra y abre.
selftest-turns = En vueltas completas los huecos se mueven { $mm } mm.
selftest-shakes = Al agitar a { $rate } Hz la manivela conserva su posición.
selftest-keep-shake = Lo más rápido sin que la manivela pierda su posición son { $rate } Hz; la mesa agita a { $now } Hz. ¿Conservar { $rate } Hz?
selftest-shake-kept = La mesa agita a { $rate } Hz desde ahora.
selftest-levers-follow = { $count } de 6 palancas se mueven con su propio conector.
selftest-lever-touches = La palanca { $well } se apoya en su dado a { $micros } µs.
selftest-touch-unjudged = Sin juzgar: no se vio dónde { $count ->
    [one] la palanca { $wells } toca su dado
   *[other] las palancas { $wells } tocan sus dados
 }. Repite este paso.
selftest-lever-kept = La palanca { $well } está ajustada; el programa se lo envía a la placa tras cada reinicio.
selftest-adjust = La palanca { $well } está abajo a { $micros } µs. Debe apretar su dado de 1 a 2 mm.
selftest-calibrated = Calibrada el { $made }.
selftest-uncalibrated = Sin calibrar: se usa la lente de los planos.
selftest-calibrate = { $state } ¿Calibrar ahora? Una cámara real lo necesita una vez.
selftest-fits = Encaja con lo que ve la cámara.
selftest-read = Se leen bien { $right } de { $dice } dados conocidos.
selftest-knocks-own = { $right } de { $boxes } cajas tiran su propio dado.
selftest-thrown = Tirada { $number } de { $most }
selftest-throws-made = Tiradas: { $count }, una cada { $seconds } s.
selftest-throws-unread-count = Sin leer: { $unread } de { $dice } dados.
selftest-throws-cut = Se interrumpió: no se leyó nada en varias tiradas seguidas.
selftest-faces = Veces que salieron del 1 al 6: { $counts }.
selftest-follows = La causa puede ser lo que encontró un paso anterior: { $what }
selftest-unjudged = Sin juzgar: un paso anterior quizá encontró la causa. Arregla eso y repite este paso.
selftest-unseen = La cámara no ve las marcas con claridad: arregla lo que encontraron los pasos anteriores.
selftest-no-board = La placa no responde: arregla eso primero.
selftest-no-camera = La cámara no se puede abrir: arregla eso primero.
selftest-stopped = Nada puede moverse: { $what }; { $do }.
selftest-not-home = Los huecos no están en el origen: arregla lo que encontró el paso del motor.
selftest-calibration-waits = Arregla antes esto: { $why }.
selftest-picture-camera = Lo que ve la cámara
selftest-picture-left = Solo la mitad izquierda
selftest-picture-right = Solo la mitad derecha
selftest-picture-motor = Los huecos, lo más lejos del origen
selftest-picture-levers = Las palancas, bajadas
selftest-picture-dice = Los dados conocidos
selftest-picture-throw = La última tirada
selftest-report-title = Autoprueba de la mesa { $table }
selftest-report-made = Hecha el { $when }
selftest-report-kept = Informe: { $file }
selftest-summary-ok = Todo funciona.
selftest-summary-troubles = Resultado: { $troubles ->
    [one] un fallo
   *[other] { $troubles } fallos
 }.{ $unjudged ->
    [0] { "" }
    [one] { " " }Un paso no se pudo juzgar.
   *[other] { " " }{ $unjudged } pasos no se pudieron juzgar.
 }
selftest-summary-unjudged = No se encontró nada, pero { $unjudged ->
    [one] un paso no se pudo
   *[other] { $unjudged } pasos no se pudieron
 } juzgar.
selftest-summary-skipped = No se encontró nada, pero { $skipped ->
    [one] un paso no se pudo
   *[other] { $skipped } pasos no se pudieron
 } probar.
selftest-state-ok = funciona
selftest-state-trouble = fallo
selftest-state-unjudged = sin juzgar
selftest-state-skipped = sin probar
selftest-wrong-firmware = Firmware equivocado: { $said }.
selftest-wrong-firmware-do = Ejecuta «pipsqueak machine flash» y repite este paso.
selftest-wrong-firmware-do-boxes = Ejecuta «pipsqueak machine flash --machine boxes» y repite este paso.
selftest-wrong-board = Placa equivocada o puerto equivocado: { $said }. Desde aquí no se distinguen.
selftest-wrong-board-do = Indica con --table el puerto de la placa de la mesa. Si ya es ese, ejecuta «pipsqueak machine flash».
selftest-board-silent = La placa no responde: le falta corriente o firmware.
selftest-board-silent-do = Revisa el cable USB y su luz, y ejecuta «pipsqueak machine flash».
selftest-brown-out = Caída de tensión con carga: la placa se reinició porque sus 5 V cayeron.
selftest-brown-out-do = Da a los servos su propia fuente de 5 V y 6 A, con un condensador de 1000 µF, y une todas las masas en un punto.
selftest-brown-out-do-boxes = Los 12 V deben ir solo a los módulos MOSFET, y cada módulo necesita su diodo. Mira que ningún cable de una bobina toque la placa.
selftest-failed = Ha fallado: { $what }.
selftest-failed-do = Qué hacer: { $do }. Después repite este paso.
selftest-flicker = Una lámpara de la red parpadea sobre la mesa: las filas de la imagen varían un { $percent } %.
selftest-flicker-do = Apaga esa lámpara, da sombra a la mesa, o escribe exposure_milliseconds = 10 (o 20) en config.toml.
selftest-wrong-mode = Modo de sensor equivocado: lee { $read } de { $whole } columnas y solo ve { $mm } mm de la placa.
selftest-wrong-mode-do = Usa el modo que lee todo el sensor: cierra otros programas que usen la cámara y empieza de nuevo.
selftest-wrong-field = La cámara ve { $mm } mm de la placa y no { $right } mm: modo, lente o altura equivocados. Desde aquí no se distinguen.
selftest-wrong-field-do = Mide la altura de la lente. «pipsqueak doctor» dice qué ve cada cámara a cada altura.
selftest-no-plate = Solo se ven { $count } de las 4 marcas.
selftest-no-plate-do = Quita la tapa del objetivo, despeja e ilumina las marcas y apunta la cámara a las cuatro.
selftest-out-of-focus = Desenfocada: el borde de una marca mide en píxeles { $pixels } y debería medir 1.
selftest-out-of-focus-do = Gira la lente hasta ver nítidos los dados; si enfoca sola, ejecuta «pipsqueak machine calibrate».
selftest-dirty-lens = Lente sucia: el negro de las marcas devuelve el { $percent } % de la luz de su blanco; limpia, el 4 %.
selftest-dirty-lens-do = Limpia la lente con un paño suave y seco, y quita la lámina protectora.
selftest-hazy-lid = La tapa sobre los dados está turbia: el fondo oscuro bajo ella devuelve el { $percent } % de la luz del blanco de las marcas. Con una tapa clara es el 10 %.
selftest-hazy-lid-do = Limpia la tapa con un paño suave y húmedo. Si sigue turbia, está rayada: pon la tapa de repuesto y corta otra de reserva.
selftest-camera-turned = La cámara está girada { $degrees } grados.
selftest-camera-turned-do = Dale la vuelta, hasta que el dado 1 quede arriba a la izquierda de la imagen.
selftest-camera-askew = La cámara cuelga torcida { $degrees } grados.
selftest-camera-askew-do = Gírala hasta que los bordes de la placa queden rectos en la imagen.
selftest-camera-low = La cámara cuelga { $mm } mm demasiado baja: a { $height } mm de la placa y no a { $right } mm.
selftest-camera-low-do = Fija su brazo { $mm } mm más alto en el poste.
selftest-camera-high = La cámara cuelga { $mm } mm demasiado alta: a { $height } mm de la placa y no a { $right } mm.
selftest-camera-high-do = Fija su brazo { $mm } mm más bajo en el poste.
selftest-camera-beside = La cámara cuelga a { $mm } mm de su sitio.
selftest-camera-beside-do = Muévela hasta que la lente quede sobre el centro de los huecos.
selftest-marker-missing = Falta la marca { $marker }: su sitio está en la imagen y no está ahí.
selftest-marker-missing-do = Despéjala, o imprímela otra vez con «pipsqueak machine calibrate print». Cuenta desde arriba a la izquierda en sentido horario.
selftest-marker-outside = La marca { $marker } queda fuera de la imagen.
selftest-marker-outside-do = Apunta la cámara al centro entre las marcas y cuélgala bastante alta.
selftest-marker-turned = La marca { $marker } está pegada girada.
selftest-marker-turned-do = Imprime la placa con «pipsqueak machine calibrate print» y pega esa esquina como está impresa.
selftest-well-outside = El dado { $well } puede quedar fuera de la imagen.
selftest-well-outside-do = Mueve la cámara hasta que todos los sitios de dados estén en la imagen.
selftest-lights-dead = No se enciende ninguna mitad de la luz: al anillo le faltan 24 V o tiene sueltos los dos cables. Desde aquí no se distinguen.
selftest-lights-dead-do = Enciende la fuente de 24 V, revisa su fusible y mide 24 V en las tiras.
selftest-halves-joined = Se encienden las dos mitades de la luz cuando debería hacerlo una: sus cables se tocan.
selftest-halves-joined-do = Con los 24 V apagados, busca una gota de estaño entre los cables de D5 y D6 y entre las mitades del anillo.
selftest-half-dead-left = La mitad izquierda de la luz no funciona.
selftest-half-dead-left-do = Revisa su tira, su MOSFET y el cable del pin D5.
selftest-half-weak-left = La mitad izquierda de la luz es { $times } veces más oscura que la otra.
selftest-half-weak-left-do = Revisa sus uniones y que ambas tiras sean iguales.
selftest-half-dead-right = La mitad derecha de la luz no funciona.
selftest-half-dead-right-do = Revisa su tira, su MOSFET y el cable del pin D6.
selftest-half-weak-right = La mitad derecha de la luz es { $times } veces más oscura que la otra.
selftest-half-weak-right-do = Revisa sus uniones y que ambas tiras sean iguales.
selftest-halves-swapped = Las mitades de la luz están cambiadas: la izquierda luce desde la derecha.
selftest-halves-swapped-do = Cambia entre sí los cables de los pines D5 y D6, o gira el anillo media vuelta.
selftest-light-dim = La placa está oscura: el blanco de las marcas tiene el nivel { $level }.
selftest-light-dim-do = Ejecuta «pipsqueak machine calibrate», que ajusta la exposición, o da al anillo sus 24 V.
selftest-light-glaring = La placa está sobreexpuesta: el blanco de las marcas tiene el nivel { $level }.
selftest-light-glaring-do = Aparta otras lámparas de la mesa y ejecuta «pipsqueak machine calibrate».
selftest-lid-shorted = El interruptor de la tapa está en cortocircuito: indica cerrada con la tapa abierta.
selftest-lid-shorted-do = Desconecta el interruptor de D3. Si entonces indica abierta, falla el interruptor o su imán; si no, el cable.
selftest-lid-open = El interruptor de la tapa indica abierta con la tapa cerrada: no está conectado o su imán queda lejos.
selftest-lid-open-do = Revisa los cables de D3 y de masa, y acerca el imán.
selftest-lid-inverted = El interruptor de la tapa está invertido.
selftest-lid-inverted-do = Usa su otro contacto: cierra con la tapa cerrada.
selftest-lid-shakes = El interruptor de la tapa cerrada se abrió al agitar a { $rate } Hz: el imán queda lejos o la tapa está floja.
selftest-lid-shakes-do = Acerca el imán de 1 a 2 mm al extremo del contacto y comprueba que el gancho sujete la tapa sin holgura. Luego repite este paso.
selftest-lid-unsure = El interruptor de la tapa no sigue a la tapa.
selftest-lid-unsure-do = Abre y cierra la tapa cuando se te pida, y busca un cable suelto en D3.
selftest-stop-unwired = La parada de emergencia no está conectada: su segundo contacto indica siempre pulsada.
selftest-stop-unwired-do = Conecta su segundo contacto entre D2 y masa. Debe ser normalmente cerrado.
selftest-stop-shorted = No se detecta la parada de emergencia: indica suelta estando pulsada.
selftest-stop-shorted-do = No uses la máquina. D2 no debe estar puenteado a masa: su segundo contacto abre al pulsar.
selftest-stop-inverted = La parada de emergencia está invertida.
selftest-stop-inverted-do = Usa un contacto normalmente cerrado entre D2 y masa.
selftest-stop-unsure = La parada de emergencia no sigue al botón.
selftest-stop-unsure-do = Púlsala y suéltala cuando se te pida, y busca un cable suelto en D2.
selftest-motor-stopped = El movimiento terminó con la avería { $fault } de la placa.
selftest-motor-stopped-do = Mira las averías en el protocolo serie, arréglala y repite este paso.
selftest-home-lost = No se encuentra el origen, y la cámara no ve si los huecos se mueven: motor desconectado, bobina abierta, o interruptor de origen muerto o invertido. Desde aquí no se distinguen.
selftest-home-lost-do = Arregla antes la cámara, o mira tú: si los huecos dan una vuelta, es el interruptor; si no, el motor.
selftest-motor-still = El motor no gira: está desconectado o tiene una bobina abierta. Desde aquí no se distinguen.
selftest-motor-still-do = Apaga ambas fuentes y desconéctalo. Mide las dos bobinas: 1,5 Ω cada una. Si están bien, revisa los 24 V, el fusible y el controlador.
selftest-home-stuck = No se encuentra el origen aunque los huecos se movieron { $mm } mm: el interruptor de origen está invertido o atascado.
selftest-home-stuck-do = Gira la manivela a mano con la fuente apagada: D4 solo debe unirse a masa cerca del punto más bajo.
selftest-home-dead = El interruptor de origen está muerto: los huecos se movieron { $mm } mm, una vuelta entera, y nunca cerró.
selftest-home-dead-do = Revisa su conector, su cable de D4 y masa, y que la leva llegue a su rodillo.
selftest-home-beside = Los huecos reposan a { $mm } mm del final de su carrera: el interruptor de origen está invertido o su leva girada. Desde aquí no se distinguen.
selftest-home-beside-do = Usa el otro contacto del interruptor (cerrado en el punto más bajo). Si ya es ese, mueve el soporte del interruptor hasta que haga clic alrededor del punto más bajo.
selftest-crank-slips = La manivela pierde su posición incluso despacio: resbala en el eje, una bobina está abierta, o el motor es débil. Desde aquí no se distinguen.
selftest-crank-slips-do = Traza una línea sobre manivela y eje y repite: si se rompe, aprieta los prisioneros del buje, primero el de la cara plana; si no, mide ambas bobinas (1,5 Ω), ajusta Vref y libera los huecos.
selftest-crank-slips-fast = La manivela pierde su posición a { $rate } Hz: resbala en el eje, el motor es débil o entra en resonancia, o el balancín roza. Desde aquí no se distinguen.
selftest-crank-slips-fast-do = Traza una línea sobre manivela y eje y repite: si se rompe, aprieta los prisioneros del buje, primero el de la cara plana; si no, mide ambas bobinas (1,5 Ω), ajusta Vref y libera los huecos.
selftest-mid-band = El motor pierde el paso a { $rate } Hz y no al agitar más rápido: ahí entra en resonancia.
selftest-mid-band-do = Aprieta los tornillos del motor y los prisioneros del buje de la manivela, ajusta Vref de nuevo y comprueba que la biela no tenga holgura. Luego repite este paso.
selftest-rocker-binds = El balancín roza: los huecos se mueven { $mm } mm y el motor no los lleva más lejos.
selftest-rocker-binds-do = Apaga las dos fuentes, abre la trampilla y gira la manivela a mano. Lija el contrachapado donde roce; afloja los tornillos de los rodamientos, gira y vuelve a apretarlos.
selftest-driver-hot = El controlador del motor se calienta demasiado. Tiradas buenas: { $throws }; después, tiradas en las que la manivela perdió su posición: { $jams }.
selftest-driver-hot-do = Pega el disipador al chip del controlador, deja que le llegue aire y ajusta Vref de nuevo. Déjalo enfriar diez minutos antes de repetir este paso.
selftest-post-swings = La cámara oscila { $mm } mm al agitar a { $rate } Hz.
selftest-post-swings-do = Aprieta los tornillos del poste, del brazo y del soporte. Si no basta, pon la máquina en una mesa más pesada o apuntala el poste.
selftest-throws-jam = Tiradas en las que la manivela perdió su posición: { $jams }. Resbala en el eje, hay una bobina abierta o el motor es débil.
selftest-throws-jam-do = Repite el paso del motor con --from motor.
selftest-levers-sag = Caída de tensión con carga: la placa se reinicia cuando todas las palancas se mueven a la vez.
selftest-levers-sag-do = Da a los servos su propia fuente de 5 V y 6 A, con un condensador de 1000 µF en sus conectores, y une todas las masas en un punto.
selftest-servo-dead = El servo { $well } está muerto: su palanca no se mueve.
selftest-servo-dead-do = Revisa su conector (señal, más, menos) y que la palanca esté en su brazo. Prueba el conector en otro servo.
selftest-servos-short = Los servos giran por pulso un { $percent } % menos de lo que deben: son clones. Las palancas { $wells } no presionan sus dados.
selftest-servos-short-do = Ajusta aquí cada palanca y guárdalo; no hace falta cambiar ningún servo.
selftest-servos-long = Los servos giran por pulso un { $percent } % más de lo que deben: son clones. Las palancas { $wells } presionan demasiado.
selftest-servos-long-do = Ajusta aquí cada palanca y guárdalo; no hace falta cambiar ningún servo.
selftest-servos-swapped = Los conectores de los servos { $one } y { $other } están cambiados.
selftest-servos-swapped-do = Apaga los 5 V e intercambia esos dos conectores.
selftest-lever-astray = La señal del servo { $well } mueve otras palancas: { $wells }.
selftest-lever-astray-do = Sigue los cables de señal de A0 a A5 hasta los servos 1 a 6.
selftest-row-away = Las palancas de la fila { $row ->
    [upper] de arriba (1, 2 y 3)
   *[lower] de abajo (4, 5 y 6)
 } giran alejándose de sus dados.
selftest-row-away-do = Apaga los 5 V y quita esas palancas. Todos los servos deben estar con el eje hacia la izquierda. Los servos de otro tipo pueden girar al revés: si las dos filas se alejan, escribe turns = "clockwise" en hardware/machine.toml, ejecuta «make -C firmware» y «pipsqueak machine flash», y pon otra vez todas las palancas como dice la guía. Si es una fila, usa servos de un solo tipo.
selftest-lever-away = La palanca { $well } gira alejándose de su dado.
selftest-lever-away-do = Apaga los 5 V y quita esta palanca. Su servo está al revés que los demás o es de otro tipo: gíralo o cámbialo, y pon otra vez la palanca como dice la guía.
selftest-horn-high = La palanca { $well } está { $teeth } { $teeth ->
    [one] diente
   *[other] dientes
 } demasiado alta en su servo: toca su dado a { $micros } µs de su sitio.
selftest-horn-high-do = Ajústala aquí y guárdalo, o quita el brazo y ponlo de nuevo, y repite este paso.
selftest-horn-low = La palanca { $well } está { $teeth } { $teeth ->
    [one] diente
   *[other] dientes
 } demasiado baja en su servo: toca su dado a { $micros } µs de su sitio.
selftest-horn-low-do = Ajústala aquí y guárdalo, o quita el brazo y ponlo de nuevo, y repite este paso.
selftest-die-missing = En el hueco { $well } no hay dado.
selftest-die-missing-do = Pon uno.
selftest-die-missing-boxes = La caja { $well } está vacía.
selftest-two-dice = En el hueco { $well } hay dos dados.
selftest-two-dice-boxes = En la caja { $well } hay dos dados.
selftest-two-dice-do = Saca uno.
selftest-die-beside = El dado { $well } está al lado de su caja.
selftest-die-beside-do = Devuélvelo a su caja y cierra la tapa.
selftest-lid-off = La caja { $well } no tiene tapa.
selftest-lid-off-do = Pon su tapa y pégala con cinta clara: sin ella el dado salta fuera. Si la tiene, calibra.
selftest-die-leans = El dado { $well } queda inclinado en cada tirada: hay dos dados, o el fondo no es plano.
selftest-die-leans-do = Saca el segundo dado, o lo que haya debajo. Si varios se inclinan, la cámara tiene otra lente que la dibujada: calibra. Después repite este paso.
selftest-die-unread = El dado { $well } { $doubt }.
selftest-die-unread-do = Ponlo plano y limpia la tapa; si no basta, usa otro dado. Si no se leen varios, calibra.
selftest-die-misread = El dado { $well } se lee { $read } y muestra { $known }.
selftest-die-misread-do = Míralo. Si muestra { $known }, no juegues: calibra y repite este paso.
selftest-throws-unread = { $unread } de { $dice } dados tirados quedan sin leer.
selftest-throws-unread-do = Limpia tapa y lente, mira que no haya nada bajo los dados y calibra.
selftest-die-stuck = El dado { $well } muestra { $face } tras cada tirada.
selftest-die-stuck-do = Debe quedar suelto: busca pegamento, y lo que lo sujeta o no lo tira.
selftest-die-repeats = El dado { $well } mostró demasiado a menudo la misma cara que antes ({ $times } de { $throws }). Por azar es una tirada de cada seis.
selftest-die-repeats-do = Se tira con poca fuerza: mira que nada lo sujete y que se mueva libre lo que lo tira. Después repite este paso.
selftest-die-unfair = El dado { $well } mostró { $face } demasiado a menudo ({ $times } de { $throws }). Por azar es una tirada de cada seis.
selftest-die-unfair-do = Pon otro dado ahí y repite este paso. Si ese hace lo mismo, se tira con poca fuerza.
selftest-knock-dead = La caja { $well } no golpea: su dado siguió quieto tras { $knocks } golpes.
selftest-knock-dead-do = ¿Está puesto el enchufe de 12 V? Mira la luz de su módulo MOSFET mientras repites este paso. Apagada: revisa el cable de la placa. Parpadea y nada suena: revisa los dos cables de la bobina. Suena: el émbolo y la trampilla deben moverse libres, sin rozar.
selftest-knock-weak = La caja { $well } golpea con poca fuerza. Golpes: { $knocks }; los que movieron su dado: { $times }.
selftest-knock-weak-do = Levanta su trampilla con un dedo: debe caer sola y no rozar, y el émbolo tampoco. Después aprieta los tornillos de sus cables y mira que la fuente dé 12 V.
selftest-knocks-swapped = Los cables de las cajas { $one } y { $other } están cambiados: cada una tira el dado de la otra.
selftest-knocks-swapped-do = Quita el enchufe de 12 V, cambia esos dos cables en la placa y repite este paso.
selftest-knock-astray = Cuando debe golpear la caja { $well }, saltan otros dados: { $wells }.
selftest-knock-astray-do = Sigue los cables: el pin, el módulo y la caja de cada número van juntos, y ningún cable debe tocar otro. Todas las cajas deben estar firmes.
selftest-misfit = La calibración no encaja: { $why }.
selftest-misfit-do = Repite este paso y calibra.
fault-adjustment = no se puede usar el archivo con los ajustes de las palancas o del agitado
fault-adjustment-remedy = bórralo y ejecuta la autoprueba
page-selftest = Autoprueba
page-selftest-how = Prueba la máquina paso a paso; se guarda un informe.
page-selftest-begin = Empezar
page-selftest-short = Solo lo que no necesita a nadie
page-selftest-waits = Empieza en cuanto no haya partida.
page-selftest-left = Terminó antes del último paso.
page-selftest-no-machine = Esta mesa no tiene placa que probar.
page-selftest-report = El informe
selftest-shake-again = Un dado no se puede leer tal como está: se tiran todos una vez. ¡Aparta las manos!
selftest-leaning = Dados inclinados que se tirarían otra vez: { $count }.

## Quien solo tiene los tres botones grandes

ask-value-big = El dado { $doubt }: { $remedy }. Pulsa { $roll } hasta que esté bien, y después { $hold }.
ask-value-well-big = El dado del hueco { $well } { $doubt }: { $remedy }. Pulsa { $roll } hasta que esté bien, y después { $hold }.
ask-value-well-big-boxes = El dado de la caja { $well } { $doubt }: { $remedy }. Pulsa { $roll } hasta que esté bien, y después { $hold }.
ask-lie-big = ¿Cómo ha caído el cerdito { $pig }? Pulsa { $roll } hasta que esté bien, y después { $hold }.
counted = Muestra { $face }: pulsa { $hold } si está bien, o { $roll } para el número siguiente.
counted-lie = { $lie }: pulsa { $hold } si está bien, o { $roll } para la posición siguiente.
ask-confirm-big = ¿Está bien? Si es así, pulsa { $hold }. { $roll } le suma uno al dado elegido y { $new } elige el siguiente. Después del último, con { $new } se vuelven a leer los dados.
ask-enter-big = { $dice ->
    [one] ¿Qué muestra el dado?
   *[other] ¿Qué muestran los { $dice } dados?
 } Pulsa { $roll } hasta que el dado elegido esté bien, y después { $hold }. { $new } elige el siguiente.
ask-enter-look-big = { $dice ->
    [one] El dado no se puede leer con seguridad
   *[other] No todos los dados se pueden leer con seguridad
 }. Pulsa { $roll } hasta que el dado elegido esté bien, y después { $hold }. { $new } elige el siguiente. Después del último, con { $new } se vuelven a leer los dados.
confirm-keys-big = Con los botones: { $roll } le suma uno al dado elegido, { $new } elige el siguiente, { $hold } dice que todo está bien.
key-asked-count = { $roll }: el número siguiente
key-asked-on = { $new }: el dado siguiente
key-asked-right = { $hold }: está bien
press-asked = El dado { $well } muestra { $face }: { $hold } lo guarda, { $roll } lo tira otra vez.
press-back = { $new } vuelve al dado { $well }.
press-undo = { $new } pide deshacer la última decisión.
press-boxes-roll = { $roll } pasa a las casillas.
press-one-more = { $hold } añade un dado.

## Estudios de dados

study-die-well = { $die } en el hueco { $well }
study-move = Pon { $dice }. Aparta las manos y pulsa Intro.
study-throw = Tirada { $throw }: tira solo { $die }, donde lo vea la cámara.
study-unseen = Si la cámara no ve un dado que ya está quieto, pulsa Intro: cuenta como en duda. No lo tires otra vez, o la cuenta sale mal.
study-enter = Tirada { $throw }: { $count ->
    [one] ¿qué muestra { $dice } (? si está inclinado o perdido)?
   *[other] ¿qué muestran { $dice }, en este orden (? para uno que está inclinado o perdido)?
}
study-enter-wrong = Escribe { $dice ->
    [one] un valor
   *[other] { $dice } valores
} de 1 a 6, o ?.
study-rest = La máquina descansa unos { $minutes } min.
study-progress = Tirada { $throws } de { $planned }.
study-bound = ninguna cara se desvía más de { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } ({ $level } %)
study-bound-doubt = ninguna cara se desvía más de { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 } ({ $level } %) si { $dice ->
    [one] el único en duda cayó como los demás, y no más de { $most } cayera como cayera
   *[other] los { $dice } en duda cayeron como los demás, y no más de { $most } cayeran como cayeran
}
study-nothing = No se encontró nada contra este dado: { $bound }.
study-unfinished = Aún no hay veredicto, tras la tirada { $throws } de { $planned }. Si paras en cuanto un dado parece cargado, acusas a demasiados dados justos.
study-found = { $found }: { $bound }.
study-dependent = { $found }: los intervalos de las caras no valen.
study-and = { $first }; { $rest }
study-found-faces = Las caras de este dado no caen tan a menudo como deberían
study-found-transitions = Una tirada depende de la anterior
study-found-runs = Un mismo valor se repite seguido más o menos a menudo de lo que haría el azar
study-found-wells = El dado cae, o se lee, de manera distinta según el hueco
study-plan-finds = Con { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
}{ $dice ->
    [one] {""}
   *[other] {" "}de cada uno de los { $dice } dados
} se detecta, con una probabilidad del { $power } %, un dado del que una cara cae { $points ->
    [one] { $points } punto porcentual
   *[other] { $points } puntos porcentuales
} de más y la opuesta otro tanto de menos. { $dice ->
    [one] Se acusa a un dado justo
   *[other] Se acusa a alguno de { $dice } dados justos
} con una probabilidad del { $level } %.
study-plan-time = En la mesa { $table } las tiradas duran { $time }.
study-plan-kept = El plan está guardado. Ahora ejecuta { $command }
study-minutes = { $count } min
study-hours = { $count } h
study-days = { $count ->
    [one] { $count } día
   *[other] { $count } días
}
study-row-cut = La última fila del registro estaba rota, como por un corte de luz, y se quitó. Su tirada se repite.
study-done = Todas las tiradas están hechas: { $throws }. Ahora ejecuta { $command }
study-counted = { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
}, { $dice } en duda
study-kept = El dado { $die } está guardado: --die { $option } juega con él.
study-known = El dado { $die } tiene las probabilidades más verosímiles de un estudio de { $throws ->
    [one] { $throws } tirada
   *[other] { $throws } tiradas
} hasta el { $day } ({ $table }).
study-known-early = El dado { $die } tiene las probabilidades más verosímiles de un estudio que se detuvo antes de tiempo, tras la tirada { $throws } de { $planned }, el { $day } ({ $table }).
study-known-other = Un dado { $die } de otro estudio, o con más tiradas, ya está guardado y se queda: { $day }, tiradas: { $throws }. Con --replace este ocupa su lugar.

report-title-study = Estudio de { $dice }
report-made = Tiradas hechas: { $made } de { $planned } ({ $table }).
report-answer-die = { $die }: { $sentence }
report-plan-wells = Todos los dados están en huecos; cada uno pasa al hueco siguiente cada { $turn ->
    [one] { $turn } tirada
   *[other] { $turn } tiradas
 }.
report-plan-reader = El plan contaba cuántas veces se leían mal dados conocidos; este informe no lo tiene en cuenta.
report-face = cara
report-read = leída
report-likeliest = más probable %
report-interval = intervalo %
report-anywhere = todas las dudas en una cara %
report-range = { $low } a { $high }
report-picture-words = La probabilidad de cada cara; la de un dado justo, a trazos.
report-faces-words = Los intervalos de las seis caras valen juntos en el { $level } % de los estudios.
report-question = pregunta
report-p = p sola
report-p-together = p entre todas
report-check-faces = ¿Caen las caras tan a menudo como deberían?
report-check-transitions = ¿Depende una tirada de la anterior?
report-check-runs = ¿Se repite seguido un mismo valor tan a menudo como por azar?
report-check-wells = ¿Cae el dado igual en todos los huecos?
report-checks-words = Todas las preguntas sobre todos los dados acusan juntas a dados buenos en el { $level } % de los estudios como mucho (desigualdad de Bonferroni, con pesos). Una «p entre todas» de { $alpha } o menos acusa al dado. Donde hay pocas tiradas, p se simula.
report-figure-expected = esperado %
report-method = Intervalos: Clopper y Pearson (1934), con la desigualdad de Bonferroni. Caras: chi cuadrado de Pearson; lo que está en duda cuenta a favor del dado. Orden y huecos: chi cuadrado de una tabla de recuentos.
