//! The reasons why bytes are no net.

use sgmp_board::container::ContainerError;

/// The reason why bytes are no net of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// They begin with something else than the format's name.
    #[error("this is no net that this program reads: it does not begin with SGMPNET1")]
    Other,
    /// The checksum does not fit, or there are too many bytes.
    #[error("the net is damaged (its checksum is wrong): copy the file again")]
    Damaged,
    /// A version of the container that this program does not know.
    #[error("the net has version {0} of its form; versions 1 and 2 are read")]
    Version(u32),
    /// A number of the header that this program cannot serve.
    #[error("the net has {count} {quantity}; {allowed}")]
    Header {
        /// The thing that is counted.
        quantity: &'static str,
        /// The number in the header.
        count: u32,
        /// The numbers that are served.
        allowed: &'static str,
    },
    /// The note, or the name of a tensor, is no text in UTF-8.
    #[error("the net has a name or a note that is no text")]
    NoText,
    /// The bytes end within a tensor, or go on behind the last.
    #[error("the net is longer or shorter than its header says")]
    Length,
    /// A tensor that the header asks for is missing.
    #[error("the net has no tensor {0}")]
    Missing(String),
    /// A tensor that has no place in such a net, or is there twice.
    #[error("the net has a tensor {0} too many")]
    Surplus(String),
    /// A tensor has other dimensions than the header says.
    #[error("the net's tensor {name} has the dimensions {found:?} in place of {expected:?}")]
    Dimensions {
        /// The tensor's name in the file.
        name: String,
        /// Its dimensions in the file.
        found: Vec<u32>,
        /// Its dimensions by the header.
        expected: Vec<u32>,
    },
    /// A tensor holds an infinity or no number.
    #[error("the net's tensor {0} has elements that are no finite numbers")]
    NotFinite(String),
}

impl From<ContainerError> for NetError {
    fn from(error: ContainerError) -> Self {
        match error {
            ContainerError::WrongFormat => Self::Other,
            ContainerError::Damaged => Self::Damaged,
        }
    }
}
