//! Every rule and every corner case of the protocol, each with a test named after it, in virtual
//! time, for both colors where it matters. The call is `FJK 2000`, Appendix A.

mod desk;
mod wire;

mod bits;
mod courtesy;
mod crossings;
mod doubt;
mod endings;
mod example;
mod handshake;
mod legacy;
mod mid_game;
mod misuse;
mod nudge;
mod pace;
mod resend;
mod resume;
mod strict;
