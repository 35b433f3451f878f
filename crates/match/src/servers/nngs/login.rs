//! The talk before the client mode: questions of the server that no end of line follows.

/// The next thing to do in a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LoginStep {
    /// Nothing.
    Listen,
    /// The name is said.
    SayName,
    /// The password is said.
    SayPassword,
    /// The server has let us in.
    Enter,
    /// It has not, for this reason.
    Refused(String),
}

/// A login as far as it has come.
#[derive(Debug, Default)]
pub(super) struct Login {
    is_name_said: bool,
    is_password_said: bool,
    /// The question that no end of line follows, once it has been answered.
    answered: String,
    latest_words: String,
}

impl Login {
    /// Hears a line.
    pub(super) fn hear(&mut self, line: &str) -> LoginStep {
        self.answered.clear();
        let line = words(line);
        if line.contains("Invalid password") {
            return LoginStep::Refused(line.to_owned());
        }
        if !self.is_name_said {
            return LoginStep::Listen;
        }
        match line {
            "1 1" => self.ask_password(),
            line if is_prompt(line) || line.starts_with("39 ") => LoginStep::Enter,
            "" => LoginStep::Listen,
            line => {
                line.clone_into(&mut self.latest_words);
                LoginStep::Listen
            }
        }
    }

    /// Sees a line that is not at its end.
    pub(super) fn see(&mut self, unfinished: &str) -> LoginStep {
        let unfinished = words(unfinished);
        if self.answered == unfinished {
            return LoginStep::Listen;
        }
        let step = match unfinished {
            line if line.ends_with("Login:") && self.is_name_said => {
                // An answer may stand on the same line as the question that comes again.
                let reason = line.trim_end_matches("Login:").trim();
                LoginStep::Refused(match reason {
                    "" => self.latest_words.clone(),
                    reason => reason.to_owned(),
                })
            }
            line if line.ends_with("Login:") => {
                self.is_name_said = true;
                LoginStep::SayName
            }
            line if line.ends_with("Password:") => self.ask_password(),
            line if line.ends_with("#>") && self.is_name_said => LoginStep::Enter,
            _ => LoginStep::Listen,
        };
        if step != LoginStep::Listen {
            unfinished.clone_into(&mut self.answered);
        }
        step
    }

    fn ask_password(&mut self) -> LoginStep {
        match std::mem::replace(&mut self.is_password_said, true) {
            false => LoginStep::SayPassword,
            true => LoginStep::Refused("the password is asked for again".to_owned()),
        }
    }
}

/// A line without what a telnet says of itself.
fn words(line: &str) -> &str {
    line.trim_matches(|c: char| c == '\u{fffd}' || c.is_control() || c == ' ')
}

/// Returns whether a line says that a command is waited for.
fn is_prompt(line: &str) -> bool {
    matches!(line, "1 5" | "1 6" | "1 7" | "1 8" | "1 10")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_in_lead_in() {
        let mut login = Login::default();
        assert_eq!(login.hear("----- Welcome -----"), LoginStep::Listen);
        assert_eq!(login.see("Login: "), LoginStep::SayName);
        assert_eq!(login.see("Login: "), LoginStep::Listen);
        assert_eq!(login.hear("Login: \r"), LoginStep::Listen);
        assert_eq!(
            login.see("Password: \u{fffd}\u{fffd}\u{1}"),
            LoginStep::SayPassword
        );
        assert_eq!(login.hear("\u{fffd}\u{fffd}\u{1}\r"), LoginStep::Listen);
        assert_eq!(login.see("#> "), LoginStep::Enter);

        let mut login = Login::default();
        login.see("Login: ");
        assert_eq!(login.hear("1 1\r"), LoginStep::SayPassword);
        assert_eq!(login.hear("\u{fffd}\u{fffd}\u{1}1 5\r"), LoginStep::Enter);

        let mut guest = Login::default();
        guest.see("Login: ");
        guest.hear("\"me\" is not a registered name.");
        assert_eq!(guest.see("#> "), LoginStep::Enter);
    }

    #[test]
    fn refusals_say_why() {
        let mut login = Login::default();
        login.see("Login: ");
        login.see("Password: ");
        assert_eq!(
            login.hear("Invalid password!\r"),
            LoginStep::Refused("Invalid password!".to_owned())
        );
        let mut login = Login::default();
        login.see("Login: ");
        let odd = "Illegal characters in player name. Login: ";
        assert_eq!(
            login.see(odd),
            LoginStep::Refused("Illegal characters in player name.".to_owned())
        );
    }
}
