//! Reasons where stones touch, and answers to the last move.

use super::aims::{FREE, GIFT, reasons};

reasons! { CONTACT, Contact;
    HANE 6.0 + 0.3, 0.5, FREE, "{move} goes round their stone: hane.", makes Hane;
    HANE_AT_HEAD_OF_TWO 9.0 + 0.3, 1.2, FREE, "{move} is the hane at the head of two stones.", makes HeadOfTwo;
    HANE_AT_HEAD_OF_THREE 8.5 + 0.3, 1.0, FREE, "{move} is the hane at the head of three stones.", makes HeadOfThree;
    COUNTER_HANE 7.0 + 0.3, 0.6, FREE, "{move} answers the hane with a hane.", on Hane, makes Hane;
    STRETCH 6.0 + 0.4, 0.6, FREE, "{move} stretches and gains liberties.";
    STRETCH_FROM_CROSS_CUT 7.5 + 0.4, 0.8, FREE, "In a cross-cut, extend: {move} makes one side strong.";
    BLOCK_PUSH 7.5 + 0.3, 0.8, FREE, "{move} stops the push.";
    PUSH_THROUGH 6.0 + 0.3, 0.4, FREE, "{move} pushes through between their stones.";
    PUSH_ALONG 4.5 + 0.2, 0.3, FREE, "{move} pushes along and gains room.";
    TURN 6.5 + 0.3, 0.6, FREE, "{move} turns round their stones and comes out.";
    ATARI 4.0 + 0.8, 0.2, FREE, "{move} gives atari to {group}.";
    DOUBLE_ATARI 9.0 + 1.5, 1.5, FREE, "{move} gives atari to two strings at once.";
    ATARI_ON_CUTTING_STONE 7.0 + 1.0, 0.8, FREE, "{move} gives atari to {group}, the stone that cuts.", claims Harried;
    WEDGE 5.0 + 0.2, 0.3, FREE, "{move} wedges between their stones.", makes Wedge;
    CLAMP 4.0 + 0.2, 0.2, FREE, "{move} clamps their stone from the other side.", makes Clamp;
    DIAGONAL_ATTACHMENT 4.5 + 0.2, 0.3, FREE, "{move} bumps into their stone diagonally.", makes Bump;
    EMPTY_THEIR_LIBERTIES 4.0 + 0.5, 0.3, FREE, "{move} takes a liberty of {group}, which have few.";
    SOLID_CONNECTION 5.0 + 0.4, 0.5, FREE, "{move} connects solidly.";
    TIGERS_MOUTH 5.5 + 0.3, 0.5, FREE, "{move} makes a tiger's mouth: it connects and makes shape.", makes TigersMouth;
    ATTACH 4.0 + 0.2, 0.2, FREE, "{move} attaches to their stone.", makes Attachment;
}

reasons! { ANSWERS, Answers;
    ANSWER_PUSH 7.0 + 0.3, 0.7, FREE, "They push; {move} stands in the way.";
    ANSWER_HANE_WITH_STRETCH 6.5 + 0.3, 0.6, FREE, "They play hane; {move} stretches.", on Hane;
    ANSWER_HANE_WITH_CUT 6.0 + 0.4, 0.4, FREE, "They play hane; {move} cuts.", on Hane and Cut;
    ANSWER_ATTACHMENT_WITH_HANE 8.0 + 0.3, 1.0, FREE, "They attach; {move} answers with hane.", on Attachment, makes Hane;
    ANSWER_ATTACHMENT_WITH_STRETCH 7.0 + 0.3, 0.8, FREE, "They attach; {move} draws back and stays strong.", on Attachment;
    ANSWER_SHOULDER_HIT 7.5 + 0.3, 0.8, FREE, "{move} pushes along their stone.";
    ANSWER_CAP 6.5 + 0.3, 0.6, FREE, "{move} goes out to the side.";
    ANSWER_APPROACH_BY_JUMP 9.0 + 0.2, 1.0, FREE, "They approach your corner; {move} answers on the other side.";
    ANSWER_APPROACH_BY_KNIGHT 9.5 + 0.2, 1.0, FREE, "They approach your corner; {move} keeps it with a knight's move.";
    ANSWER_APPROACH_BY_PINCER 8.5 + 0.2, 0.8, FREE, "They approach your corner; {move} pincers their stone.";
    ANSWER_APPROACH_DIAGONALLY 7.5 + 0.2, 0.6, FREE, "They approach your corner; {move} blocks diagonally and keeps the corner.";
    ANSWER_KNIGHT_CUT 7.0 + 0.3, 0.6, FREE, "They reach out with a knight's move; {move} strikes between.";
    ANSWER_INTRUSION 8.0 + 0.3, 0.8, FREE, "They play inside your area; {move} answers it.", on Invaded;
    ANSWER_SLIDE 6.0 + 0.3, 0.5, FREE, "They slide along the edge; {move} blocks.", on Slide;
    ANSWER_INVASION_FROM_OUTSIDE 7.5 + 0.3, 0.7, FREE, "They come into your side; {move} attacks from the wide side.", on Invaded;
    ANSWER_CUT 7.5 + 0.4, 0.7, FREE, "They cut; {move} stretches from the cut.";
    ANSWER_THROW_IN 5.0 + 1.0, 0.5, GIFT, "They throw a stone in; {move} takes it.";
}
