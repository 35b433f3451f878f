//! One game between two players: its journal. Time is an argument here, and there is no port.

pub mod journal;
