//! Every rule and every corner case of the protocol, each with a test named after it, in virtual
//! time, for both colors where it matters. The call is `FJK 2000`, Appendix A.

mod harness;
mod wire;

mod bits;
mod crossings;
mod endings;
mod example;
mod extra_queries;
mod handshake;
mod legacy;
mod mid_game;
mod misuse;
mod nudge;
mod pace;
mod resend;
mod resume;
mod strict;
mod unconfirmed;
