/* A whole game over the wire, in C: Black or White on 9x9 against the program at the other end of
 * a terminal device. It scatters stones over the board, each legal and capturing nothing, and passes
 * when there is no such point, or, once the game is of some length, when the opponent has passed.
 *
 *   cargo build --release -p proto-capi
 *   cc -Wall -Wextra -Iproto-capi/include -o against_gnugo proto/examples/against_gnugo.c \
 *      target/release/libsgmp.a -lpthread -ldl -lm
 *   socat PTY,raw,echo=0,link=A 'EXEC:gnugo --mode sgmp --color white --boardsize 9,pty,raw,echo=0'
 *   ./against_gnugo A black
 *
 * The exit code is 0 after a game that ended with two passes.
 */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "sgmp.h"

enum { LINES = 9, POINTS = LINES * LINES, EMPTY = 0, LEAST_MOVES = 30, MOST_MOVES = 400 };

/* --- a board, just good enough to know a legal move */

typedef struct {
    unsigned char at[LINES][LINES]; /* EMPTY, SGMP_BLACK or SGMP_WHITE */
} Board;

static unsigned char other(unsigned char color) {
    return color == SGMP_BLACK ? SGMP_WHITE : SGMP_BLACK;
}

static bool on_board(int column, int row) {
    return column >= 0 && column < LINES && row >= 0 && row < LINES;
}

static const int STEPS[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

/* Marks the chain of a stone in `seen`; answers whether it has a liberty. */
static bool breathes(const Board *board, int column, int row, bool seen[LINES][LINES]) {
    bool free = false;
    seen[row][column] = true;
    for (int i = 0; i < 4; i++) {
        int x = column + STEPS[i][0], y = row + STEPS[i][1];
        if (!on_board(x, y)) {
            continue;
        }
        if (board->at[y][x] == EMPTY) {
            free = true;
        } else if (board->at[y][x] == board->at[row][column] && !seen[y][x]) {
            free = breathes(board, x, y, seen) || free;
        }
    }
    return free;
}

/* Takes the chain of a stone off the board where it has no liberty. */
static int capture(Board *board, int column, int row) {
    bool seen[LINES][LINES] = {{false}};
    int captured = 0;
    if (breathes(board, column, row, seen)) {
        return 0;
    }
    for (int y = 0; y < LINES; y++) {
        for (int x = 0; x < LINES; x++) {
            if (seen[y][x]) {
                board->at[y][x] = EMPTY;
                captured++;
            }
        }
    }
    return captured;
}

/* Plays a stone; false, and nothing is played, where it is illegal. A ko is not seen: this program
 * captures nothing itself, so there is none that its opponent could violate. */
static bool play(Board *board, unsigned char color, int column, int row, int *captured) {
    Board next = *board;
    *captured = 0;
    if (!on_board(column, row) || board->at[row][column] != EMPTY) {
        return false;
    }
    next.at[row][column] = color;
    for (int i = 0; i < 4; i++) {
        int x = column + STEPS[i][0], y = row + STEPS[i][1];
        if (on_board(x, y) && next.at[y][x] == other(color)) {
            *captured += capture(&next, x, y);
        }
    }
    bool seen[LINES][LINES] = {{false}};
    if (!breathes(&next, column, row, seen)) {
        return false;
    }
    *board = next;
    return true;
}

/* The first point, in an order that leaps about, where a stone is legal and captures nothing; false
 * where there is none. */
static bool choose(Board *board, unsigned char color, int *column, int *row) {
    for (int i = 0; i < POINTS; i++) {
        int point = (20 + 31 * i) % POINTS;
        Board trial = *board;
        int captured;
        *column = point % LINES;
        *row = point / LINES;
        if (play(&trial, color, *column, *row, &captured) && captured == 0) {
            *board = trial;
            return true;
        }
    }
    return false;
}

/* --- the game */

typedef struct {
    SgmpSession *session;
    int line;
    unsigned char color;
    Board board;
    int moves;
    int passes;       /* since the last stone */
    bool finished;    /* two passes, and nobody waits for anything */
    bool failed;
} Game;

static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void fail(Game *game, const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    game->failed = true;
}

/* Whether a call went well; if not, the game has failed. */
static bool well(Game *game, const char *call, SgmpStatus status) {
    if (status != SGMP_STATUS_OK) {
        fail(game, call, sgmp_status_text((int)status));
    }
    return status == SGMP_STATUS_OK;
}

static void told(Game *game, unsigned char color, int column, int row) {
    game->moves++;
    printf("%d %s ", game->moves, color == SGMP_BLACK ? "Black" : "White");
    if (column < 0) {
        game->passes++;
        printf("pass\n");
    } else {
        game->passes = 0;
        printf("%c%d\n", "ABCDEFGHJ"[column], row + 1);
    }
}

static void our_move(Game *game) {
    int column, row;
    bool enough = game->passes > 0 && game->moves >= LEAST_MOVES;
    /* A session may end a game early, for a reason of the rules: here, too many moves. */
    if (game->moves >= MOST_MOVES) {
        fail(game, "the game", "does not end");
    } else if (!enough && choose(&game->board, game->color, &column, &row)) {
        if (well(game, "sgmp_send_move",
                 sgmp_send_move(game->session, (uint8_t)column, (uint8_t)row))) {
            told(game, game->color, column, row);
        }
    } else if (well(game, "sgmp_send_pass", sgmp_send_pass(game->session))) {
        told(game, game->color, -1, -1);
    }
}

static void their_move(Game *game, int column, int row) {
    int captured;
    if (column >= 0 && !play(&game->board, other(game->color), column, row, &captured)) {
        /* Perhaps noise: the session believes its second copy, and stops. */
        well(game, "sgmp_refuse_move", sgmp_refuse_move(game->session, now_ms()));
        return;
    }
    told(game, other(game->color), column, row);
    well(game, "sgmp_accept_move", sgmp_accept_move(game->session, now_ms()));
}

static void drain_events(Game *game) {
    SgmpEvent event;
    while (!game->failed &&
           well(game, "sgmp_next_event", sgmp_next_event(game->session, &event)) &&
           event.tag != SGMP_EVENT_NONE) {
        switch (event.tag) {
        case SGMP_EVENT_READY:
            printf("the game begins\n");
            break;
        case SGMP_EVENT_MOVE_OFFERED:
            their_move(game, event.MOVE_OFFERED.column, event.MOVE_OFFERED.row);
            break;
        case SGMP_EVENT_PASS_OFFERED:
            their_move(game, -1, -1);
            break;
        case SGMP_EVENT_STOPPED:
            fail(game, "stopped", sgmp_stop_text((int)event.STOPPED.stop));
            break;
        case SGMP_EVENT_FINISHED:
            game->finished = true;
            break;
        default: /* frames heard, garbled and acknowledged: for those who want to show them */
            break;
        }
    }
}

static void drain_frames(Game *game) {
    uint8_t frame[SGMP_FRAME_BYTES];
    size_t len;
    while (!game->failed &&
           well(game, "sgmp_take",
                sgmp_take(game->session, now_ms(), frame, sizeof frame, &len)) &&
           len > 0) {
        if (write(game->line, frame, len) != (ssize_t)len) {
            fail(game, "write", strerror(errno));
        }
    }
}

static void feed(Game *game, const uint8_t *bytes, size_t len) {
    while (len > 0 && !game->failed) {
        size_t taken;
        if (well(game, "sgmp_feed", sgmp_feed(game->session, now_ms(), bytes, len, &taken))) {
            bytes += taken;
            len -= taken;
            drain_events(game);
            drain_frames(game);
        }
    }
}

/* Waits for bytes until the session's next deadline, and hands over what comes. */
static void listen(Game *game) {
    uint64_t deadline, now = now_ms();
    if (!well(game, "sgmp_next_deadline", sgmp_next_deadline(game->session, &deadline))) {
        return;
    }
    int wait = -1; /* for bytes alone */
    if (deadline != SGMP_NEVER) {
        uint64_t left = deadline > now ? deadline - now : 0;
        wait = left > 60000 ? 60000 : (int)left;
    }
    struct pollfd line = {.fd = game->line, .events = POLLIN, .revents = 0};
    if (poll(&line, 1, wait) < 0 && errno != EINTR) {
        fail(game, "poll", strerror(errno));
        return;
    }
    if (line.revents != 0) {
        uint8_t bytes[256];
        ssize_t len = read(game->line, bytes, sizeof bytes);
        if (len > 0) {
            feed(game, bytes, (size_t)len);
        } else if (game->passes >= 2) {
            well(game, "sgmp_hang_up", sgmp_hang_up(game->session));
        } else {
            fail(game, "the line", "the other side has hung up");
        }
    } else {
        well(game, "sgmp_tick", sgmp_tick(game->session, now_ms()));
    }
}

/* One input, then what there is to send, then the events; the deadline is `listen`'s. */
static void run(Game *game) {
    while (!game->finished && !game->failed) {
        bool ours = false;
        drain_frames(game);
        drain_events(game);
        well(game, "sgmp_is_our_turn", sgmp_is_our_turn(game->session, &ours));
        if (game->finished || game->failed) {
            break;
        }
        if (ours) {
            our_move(game);
        } else {
            listen(game);
        }
    }
}

/* Opens a terminal device and takes every comfort from it. */
static int open_line(const char *path) {
    struct termios raw;
    int line = open(path, O_RDWR | O_NOCTTY);
    if (line >= 0 && tcgetattr(line, &raw) == 0) {
        raw.c_iflag = 0;
        raw.c_oflag = 0;
        raw.c_lflag = 0;
        raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8 | CREAD | CLOCAL;
        raw.c_cc[VMIN] = 1;
        raw.c_cc[VTIME] = 0;
        tcsetattr(line, TCSANOW, &raw);
    }
    return line;
}

int main(int argc, char **argv) {
    bool black = argc == 3 && strcmp(argv[2], "black") == 0;
    if (!black && !(argc == 3 && strcmp(argv[2], "white") == 0)) {
        fprintf(stderr, "usage: %s DEVICE black|white\n", argv[0]);
        return 2;
    }
    Game game = {.color = black ? SGMP_BLACK : SGMP_WHITE};
    SgmpTerms terms;
    if (!well(&game, "sgmp_terms", sgmp_terms(game.color, &terms))) {
        return 1;
    }
    terms.size = LINES;
    terms.baud = 115200;
    terms.linger_ms = 1000;
    game.line = open_line(argv[1]);
    if (game.line < 0) {
        fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
        return 3;
    }
    if (well(&game, "sgmp_open", sgmp_open(&terms, now_ms(), &game.session))) {
        run(&game);
    }
    sgmp_close(game.session);
    close(game.line);
    if (game.finished && !game.failed) {
        printf("the game is over: %d moves\n", game.moves);
        return 0;
    }
    return 1;
}
