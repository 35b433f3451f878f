//! Examples of an event's file.

/// The place of the day in both texts.
const DAY: &str = "YYYY-MM-DD";

/// The text that `tournament new --people` prints, with the day of the event.
#[must_use]
pub fn example_evening(day: &str) -> String {
    EXAMPLE_EVENING.replacen(DAY, day, 1)
}

/// The text that `tournament new` prints, with the day of the event.
#[must_use]
pub fn example_event(day: &str) -> String {
    EXAMPLE_EVENT.replacen(DAY, day, 1)
}

const EXAMPLE_EVENING: &str = r#"# A club's evening: change what you like, then
#   sgmp-go tournament import EVENT.toml LIST    players of a CSV, the EGF's list or OpenGotha; or write them below
#   sgmp-go tournament plan EVENT.toml           rounds, what everybody begins with, the longest duration
#   sgmp-go tournament pair EVENT.toml           who plays whom, with which stones; EVENT/wall.html and slips.html to print
#   sgmp-go tournament result EVENT.toml 1 1 B+R round 1, table 1
#   sgmp-go tournament export EVENT.toml EVENT.h9

name = "Club evening"
place = ""
date = "YYYY-MM-DD"

size = 19                 # lines of the board
komi = 6.5                # of even games
rules = "japanese"        # or "chinese"
time = "20m"              # for all moves of a side
format = "swiss"          # with a bar: a MacMahon tournament
rounds = 3

bar = "1d"                # who is 1d or stronger begins with one score
floor = "20k"             # who is 20k or weaker, too
handicap = "rank"         # stones by the difference of ranks; "mms": of scores so far; "none"
handicap_correction = -1  # one stone less than the difference
handicap_maximum = 9
# handicap_bar = "1d"     # who stands above counts as 1d: dan players play each other even
handicap_komi = 0.5
bye = 1                   # points of a bye: 1, 0.5 or 0
absence = 0.5             # points of a round in which somebody is absent
clubs_apart = 0           # rounds in which players of one club do not meet, where that can be

# A player:
# [[player]]
# name = "Ito Ken"        # the family's name first, as rating lists have it
# plays = "human"
# rank = "4k"             # 30k to 1k, 1d to 9d, 1p to 9p; or rating = 1700, as the EGF has it
# club = "Ueno"
# country = "JP"
"#;

const EXAMPLE_EVENT: &str = r#"# An event of sgmp-go: change what you like, then
#   sgmp-go tournament check EVENT.toml     start every player, ask it for one move
#   sgmp-go tournament plan EVENT.toml      rounds, method, expected duration
#   sgmp-go tournament run EVENT.toml       play; after Ctrl-C or a power cut the same words go on
# Everything lands in the folder EVENT/ beside this file: open EVENT/index.html.

name = "Club evening"
place = ""
date = "YYYY-MM-DD"

size = 9                  # lines of the board
komi = 5.5
rules = "japanese"        # or "chinese"
time = "10m"              # for all moves of a side

format = "auto"           # swiss, round-robin, double-round-robin, gauntlet, knockout
# rounds = 5              # what the form and the number of players give, if it is not said
tie_breaks = "fjk"        # taiwan-1988, usa-1989, kgs, macmahon, or "wins,sos,sosos,head-to-head"
colors = "balanced"       # nobody has one color three times in a row; or "nigiri": by lot, as the call says
seeding = "slide"         # within a score group the upper half meets the lower; "fold", "random"
# bar = "1d"              # a MacMahon tournament: players begin with a score by their ranks, a point a rank; who has this
# floor = "20k"           # rank or a higher one begins as it does, and who has that rank or a lower one
# groups = ["12k-9k"]     # ranks that begin together
# handicap = "rank"       # stones by the difference of ranks; "mms": of scores so far; "none"
# handicap_correction = -1
# handicap_maximum = 9
# handicap_bar = "1d"     # who stands above counts as 1d
# handicap_komi = 0.5     # of games with a handicap
# bye = 1                 # points of a bye: 1, 0.5 or 0
# absence = 0             # points of a round in which a player is absent: 0, 0.5 or 1
# clubs_apart = 1         # rounds in which players of one club do not meet, where that can be
# countries_apart = 0
# first_table = 1         # the number of the first board's table
# seed = 1                # of lots and games; drawn when the event begins, and kept

concurrency = 1           # games at the same time
max_moves = 400           # then the judge decides
on_crash = "loses"        # a program that crashes, hangs or breaks the protocol; or "judge" (the call, section 15)
counts_must_agree = false # true: where the players count differently the operator decides, not our engine
on_wrong_input = "again"  # people who enter an illegal move are asked again; "loses" (the call, section 9)
rest = "10m"              # between two games of a person or a port
referee = "hall"          # "usenix": all programs read and write moves, their user time counts (USENIX 1984)
move_limit = "15s"        # for each move after the time, under that referee
allow_copies = false      # true: the same program may enter twice

# A player: level:0 to level:20 are ours, the others are programs, ports and people.
# {color}, {size}, {komi} and {time} (in seconds) stand for the game's.

[[player]]
name = "Five"
plays = "level:5"

[[player]]
name = "Three"
plays = "level:3"

[[player]]
name = "GNU Go"
plays = "gtp:gnugo --mode gtp --level 1"
author = "the GNU Go team"

[[player]]
name = "Lots"
plays = "random"

# plays = "usenix:COMMAND {color}"                       moves on standard input and output, as USENIX 1984
# plays = "sgmp:exec:gnugo --mode sgmp --color {color} --boardsize {size} --komi {komi}"
# plays = "sgmp:/dev/ttyS0"                              a program at the other end of a cable; two such players meet
#                                                        through our proxy
# plays = "human"                                        people: enter EVENT.toml ROUND BOARD, and type their moves, or
#                                                        result EVENT.toml ROUND BOARD B+3.5
# author, operator, substitute, country, machine, about  are printed where they belong
# rank = "4k"                                            30k to 1k, 1d to 9d, 1p to 9p; or rating = 1700, as the EGF has it
# club, pin (EGF), licence (FFG)                         of people
# start = 2                                              MacMahon: score to begin with, whatever the rank
# from_round = 3                                         a late entry
"#;
