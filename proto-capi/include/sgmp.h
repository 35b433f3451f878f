/* The Standard Go Modem Protocol in the form of the FJK 2000 tournament, for programs in C.
 *
 * Made from the sources by cbindgen; tests/library/header.rs says how. How to use it: README.md beside
 * the folder of this file, and proto/examples/against_gnugo.c.
 */

#ifndef SGMP_H
#define SGMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The side that opens the game and moves first.
#define SGMP_BLACK 1

// The side that waits for Black.
#define SGMP_WHITE 2

// Bytes of a frame: what sgmp_take needs room for.
#define SGMP_FRAME_BYTES 4

// The deadline of a session that waits for nothing but bytes and calls.
#define SGMP_NEVER UINT64_MAX

// For SgmpTerms.max_resends: never give up.
#define SGMP_NO_LIMIT UINT32_MAX

// The result of a call. Anything but SGMP_STATUS_OK has changed nothing.
typedef enum {
  // Done.
  SGMP_STATUS_OK = 0,
  // A pointer is null or not aligned.
  SGMP_STATUS_BAD_POINTER = 1,
  // The color is neither SGMP_BLACK nor SGMP_WHITE.
  SGMP_STATUS_BAD_COLOR = 2,
  // The board has fewer than 2 or more than 19 lines.
  SGMP_STATUS_BAD_SIZE = 3,
  // The resend time is 0.
  SGMP_STATUS_BAD_RESEND = 4,
  // A length is beyond any memory, or a buffer has no room for a frame.
  SGMP_STATUS_BAD_LENGTH = 5,
  // The time is before that of an earlier call.
  SGMP_STATUS_TIME_WENT_BACK = 6,
  // Events of an earlier input wait: take them with sgmp_next_event first.
  SGMP_STATUS_EVENTS_WAITING = 7,
  // It is not our turn to move, or our last move is not acknowledged.
  SGMP_STATUS_NOT_OUR_TURN = 8,
  // The point is not on the board.
  SGMP_STATUS_OFF_BOARD = 9,
  // No move waits for judgment.
  SGMP_STATUS_NOTHING_OFFERED = 10,
  // Another thread is in a call on this session.
  SGMP_STATUS_BUSY = 11,
  // A fault of the library: the session can only be closed.
  SGMP_STATUS_PANICKED = 12,
} SgmpStatus;

// The verdict on a frame that was heard.
typedef enum {
  // New, in its place, taken.
  SGMP_VERDICT_TAKEN,
  // A move in its place, offered for judgment.
  SGMP_VERDICT_OFFERED,
  // It acknowledges our frame that waited.
  SGMP_VERDICT_ACKNOWLEDGES,
  // An OK that is not the end of what waits, or for nothing.
  SGMP_VERDICT_IDLE,
  // A repeat: answered as the first time.
  SGMP_VERDICT_REPEAT,
  // Sent while ours was on its way: dropped.
  SGMP_VERDICT_CROSSED,
  // The peer has missed something or ignores bits: dropped.
  SGMP_VERDICT_MISSED,
  // Not a command for this stage of the game: dropped.
  SGMP_VERDICT_OUT_OF_PLACE,
  // Perhaps noise that passed the checksum: waiting for a second copy.
  SGMP_VERDICT_DOUBTED,
  // After the end: acknowledged once.
  SGMP_VERDICT_AFTER_END,
  // Our own frame come back.
  SGMP_VERDICT_ECHO,
  // The call does not allow it, and the session is strict: dropped.
  SGMP_VERDICT_REFUSED,
} SgmpVerdict;

// The reason why a session came to a halt before the game's natural end. sgmp_stop_text has the
// words.
typedef enum {
  // Our NEWGAME came back at once: an echo on the line or a loopback plug.
  SGMP_STOP_ECHO = 1,
  // The other side also plays Black.
  SGMP_STOP_BOTH_BLACK = 2,
  // Black's terms differ from the tournament's.
  SGMP_STOP_TERMS_DIFFER = 3,
  // NEWGAME in mid-game: the other program was started again.
  SGMP_STOP_PEER_RESTARTED = 4,
  // The peer denied our move.
  SGMP_STOP_DENIED = 5,
  // A move that the rules forbid, confirmed.
  SGMP_STOP_ILLEGAL_MOVE = 6,
  // Too many resends without an acknowledgement.
  SGMP_STOP_NO_ANSWER = 7,
  // sgmp_halt was called.
  SGMP_STOP_ENDED = 8,
} SgmpStop;

// One side of a game over the wire. Made by sgmp_open, given back by sgmp_close.
typedef struct SgmpSession SgmpSession;

// The terms and times of one side. Fill it with sgmp_terms, then change what differs.
typedef struct {
  // SGMP_BLACK or SGMP_WHITE.
  uint8_t color;
  // Lines of the board, 2 to 19.
  uint8_t size;
  // 0: understand a peer that leaves the letter of the call; anything else: report and wait.
  uint8_t strict;
  // Bits a second of the line, from which the pauses between frames follow; 0: no pauses.
  uint32_t baud;
  // Milliseconds after which an unacknowledged frame is sent again; more than 0.
  uint32_t resend_ms;
  // Resends of one frame after which the session gives up, or SGMP_NO_LIMIT.
  uint32_t max_resends;
  // Milliseconds for which repeats are answered after the game.
  uint32_t linger_ms;
  // Milliseconds for which a frame that may be noise is doubted.
  uint32_t doubt_ms;
} SgmpTerms;

// Something the caller may want to show, record or act on.
typedef enum {
  // There is none.
  SGMP_EVENT_NONE,
  // A good frame and what became of it.
  SGMP_EVENT_HEARD,
  // Four bytes in a frame's shape that are none; dropped.
  SGMP_EVENT_GARBLED,
  // The handshake is complete: Black is to move.
  SGMP_EVENT_READY,
  // The opponent's stone: judge it by the rules, record it, then call sgmp_accept_move or
  // sgmp_refuse_move.
  SGMP_EVENT_MOVE_OFFERED,
  // The opponent's pass: as with a stone.
  SGMP_EVENT_PASS_OFFERED,
  // Our move is acknowledged.
  SGMP_EVENT_MOVE_ACKNOWLEDGED,
  // The session halts; nothing more is sent or taken.
  SGMP_EVENT_STOPPED,
  // The game is over and nobody waits for anything: the line may be closed.
  SGMP_EVENT_FINISHED,
} SgmpEvent_Tag;

typedef struct {
  // As it came.
  uint8_t frame[SGMP_FRAME_BYTES];
  // The verdict on it.
  SgmpVerdict verdict;
} SgmpEvent_Heard_Body;

typedef struct {
  // As they came.
  uint8_t bytes[SGMP_FRAME_BYTES];
} SgmpEvent_Garbled_Body;

typedef struct {
  // From the left, from 0.
  uint8_t column;
  // From the bottom, from 0.
  uint8_t row;
} SgmpEvent_MoveOffered_Body;

typedef struct {
  // The reason.
  SgmpStop stop;
} SgmpEvent_Stopped_Body;

typedef struct {
  SgmpEvent_Tag tag;
  union {
    SgmpEvent_Heard_Body HEARD;
    SgmpEvent_Garbled_Body GARBLED;
    SgmpEvent_MoveOffered_Body MOVE_OFFERED;
    SgmpEvent_Stopped_Body STOPPED;
  };
} SgmpEvent;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Fills in the tournament's terms for a color: 19 lines, 2400 baud, a resend after 20 s, no limit
// of resends, 45 s at the end of the game.
//
// # Safety
// `terms` is null or may be written to.
SgmpStatus sgmp_terms(uint8_t color, SgmpTerms *terms);

// Opens one side of a game and writes it to `session`; sgmp_close gives it back. Black has its
// NEWGAME to send at once, White waits for it. Times are milliseconds since a moment of the
// caller's choosing, from a clock that never goes back.
//
// # Safety
// `terms` is null or points to terms; `session` is null or may be written to.
SgmpStatus sgmp_open(const SgmpTerms *terms, uint64_t now_ms, SgmpSession **session);

// Gives a session back: the last call on it. Null is no session, and nothing happens.
//
// # Safety
// `session` is null or comes from sgmp_open; no call on it is going on or comes later.
SgmpStatus sgmp_close(SgmpSession *session);

// Hands over bytes that were received, up to the end of the first frame among them; writes to
// `taken` how many that were. Then drain what there is to send and the events, and hand over the
// rest. While events wait it answers SGMP_STATUS_EVENTS_WAITING and takes none.
//
// # Safety
// `session` is null or open; `bytes` is null or points to `len` bytes; `taken` is null or may be
// written to.
SgmpStatus sgmp_feed(SgmpSession *session,
                     uint64_t now_ms,
                     const uint8_t *bytes,
                     size_t len,
                     size_t *taken);

// Says that time has passed: call it at the deadline. Earlier it does nothing.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_tick(SgmpSession *session, uint64_t now_ms);

// Our stone, for the opponent: columns from the left, rows from the bottom, both from 0.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_send_move(SgmpSession *session, uint8_t column, uint8_t row);

// Our pass, for the opponent. The second of two passes ends the game.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_send_pass(SgmpSession *session);

// The move offered is legal and recorded: it will be acknowledged.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_accept_move(SgmpSession *session, uint64_t now_ms);

// The move offered is against the rules. It may be noise: it is not acknowledged, and believed at
// its second copy, when the session stops.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_refuse_move(SgmpSession *session, uint64_t now_ms);

// The line was away and is back: what waits for an answer is sent once more.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_link_restored(SgmpSession *session);

// The game ends here for a reason outside the wire (the 400th move): nothing new is sent, repeats
// are answered for a while.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_conclude(SgmpSession *session, uint64_t now_ms);

// The caller ends the session (a flag fell, a resignation): nothing more is sent.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_halt(SgmpSession *session);

// The opponent has hung up for good. After the end of the game that is normal, and the session is
// finished; before it, this changes nothing.
//
// # Safety
// `session` is null or open.
SgmpStatus sgmp_hang_up(SgmpSession *session);

// The next frame for the line: writes SGMP_FRAME_BYTES bytes to `buffer`, which has room for
// `room`, and their number to `len`; 0 there until the deadline. Call it until it is 0. A frame
// that was taken is on its way: send all of it at once.
//
// # Safety
// `session` is null or open; `buffer` is null or `room` bytes of it may be written to; `len` is
// null or may be written to.
SgmpStatus sgmp_take(SgmpSession *session,
                     uint64_t now_ms,
                     uint8_t *buffer,
                     size_t room,
                     size_t *len);

// Writes the next event to `event`; SGMP_EVENT_NONE when there are no more.
//
// # Safety
// `session` is null or open; `event` is null or may be written to.
SgmpStatus sgmp_next_event(SgmpSession *session, SgmpEvent *event);

// Writes when to call sgmp_tick and sgmp_take if no bytes come before: milliseconds, or
// SGMP_NEVER. It may lie in the past, which means at once.
//
// # Safety
// `session` is null or open; `deadline_ms` is null or may be written to.
SgmpStatus sgmp_next_deadline(const SgmpSession *session, uint64_t *deadline_ms);

// Writes whether a move of ours would be taken now.
//
// # Safety
// `session` is null or open; `ours` is null or may be written to.
SgmpStatus sgmp_is_our_turn(const SgmpSession *session, bool *ours);

// The meaning of a SgmpStatus in English: a static text, for any number at all.
const char *sgmp_status_text(int status);

// The meaning of a SgmpStop in English: a static text, for any number at all.
const char *sgmp_stop_text(int stop);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SGMP_H */
