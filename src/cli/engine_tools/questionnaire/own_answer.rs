//! An answer in the words of whoever takes part.

use std::str::FromStr;

/// Questions of Appendix C.
pub(super) const QUESTIONS: usize = 20;

/// A question's number and an answer that stands in place of the program's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAnswer {
    /// The question, from 1.
    pub question: usize,
    /// The answer, which takes the place of the program's.
    pub text: String,
}

/// A text that is no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnAnswerError {
    /// There is no number before an equals sign.
    #[error("{0:?} names no question: write its number and the answer, such as 6='[x] For sale'")]
    NoQuestion(String),
    /// There is no such question.
    #[error("there is no question {0}: they are 1 to {QUESTIONS}")]
    Unknown(usize),
    /// There is nothing behind the `=`.
    #[error("the answer to question {0} is empty")]
    Empty(usize),
}

impl FromStr for OwnAnswer {
    type Err = OwnAnswerError;

    fn from_str(text: &str) -> Result<Self, OwnAnswerError> {
        let numbered = text.split_once('=').and_then(|(number, answer)| {
            let question: usize = number.trim().parse().ok()?;
            Some((question, answer.trim()))
        });
        match numbered {
            None => Err(OwnAnswerError::NoQuestion(text.to_owned())),
            Some((question, _)) if !(1..=QUESTIONS).contains(&question) => {
                Err(OwnAnswerError::Unknown(question))
            }
            Some((question, "")) => Err(OwnAnswerError::Empty(question)),
            Some((question, answer)) => Ok(Self {
                question,
                text: answer.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_words_are_an_answer_and_all_else_is_told() {
        let read = |text: &str| text.parse::<OwnAnswer>();
        let text = "[x] For sale, a=b".to_owned();
        assert_eq!(
            read("6=[x] For sale, a=b"),
            Ok(OwnAnswer { question: 6, text })
        );
        let nothing = OwnAnswerError::NoQuestion("for sale".to_owned());
        assert_eq!(read("for sale"), Err(nothing));
        assert_eq!(read("0=x"), Err(OwnAnswerError::Unknown(0)));
        assert_eq!(read("21=x"), Err(OwnAnswerError::Unknown(21)));
        assert_eq!(read("5= "), Err(OwnAnswerError::Empty(5)));
    }
}
