// What pages and the shared picture of a game draw alike: pips, marks of players, moods. After "default" it is JSON, which Python reads.
// Of each mood: where the pupils look, or closed eyes, the brows, and the mouth.
export default {
  "pips": {
    "1": [[50, 50]], "2": [[27, 27], [73, 73]], "3": [[27, 27], [50, 50], [73, 73]], "4": [[27, 27], [73, 27], [27, 73], [73, 73]],
    "5": [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]], "6": [[27, 25], [73, 25], [27, 50], [73, 50], [27, 75], [73, 75]]
  },
  "marks": [
    "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z",
    "M12 2L23 21H1z",
    "M3 3h18v18H3z",
    "M12 1L23 12L12 23L1 12z",
    "M12 1l3.2 7.4 8 .7-6.1 5.3 1.9 7.9L12 18.1 5 22.3l1.9-7.9L.8 9.100l8-.7z",
    "M12 1l11 8-4.200 13H5.200L1 9z",
    "M8.500 2h7v6.500H22v7h-6.500V22h-7v-6.500H2v-7h6.500z",
    "M12 1l9.500 5.500v11L12 23l-9.500-5.500v-11z",
    "M1 17a11 11 0 0 1 22 0z",
    "M5 2l7 7 7-7 3 3-7 7 7 7-3 3-7-7-7 7-3-3 7-7-7-7z"
  ],
  "moods": {
    "rests": {"pupils": [0, 1], "mouth": "M40 69q10 6 20 0"},
    "dares": {"pupils": [3, 1], "brows": "M23 27l22 7M77 27l-22 7", "mouth": "M36 68q16 11 29 -4"},
    "looks": {"pupils": [0, 6], "mouth": "M43 70h14"},
    "thinks": {"pupils": [5, -6], "mouth": "M42 71q8 -4 16 0"},
    "sure": {"pupils": [0, 0], "mouth": "M37 68q13 9 26 0"},
    "torn": {"pupils": [-5, 0], "brows": "M26 33l18 -4M56 29l18 6", "mouth": "M36 71q7 -7 14 0t14 0"},
    "glad": {"closed": "M27 49q9 -13 18 0M55 49q9 -13 18 0", "mouth": "M33 64q17 19 34 0z"},
    "sorry": {"pupils": [0, 4], "brows": "M26 36l18 -7M74 36l-18 -7", "mouth": "M37 74q13 -11 26 0"},
    "asks": {"pupils": [0, -2], "brows": "M26 29q9 -5 18 0M56 26q9 -6 18 0", "mouth": "M50 70m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"}
  }
}
