//! The reasons why bytes are no net in KataGo's form that this program reads.

/// The reason why bytes are no net in KataGo's form that this program reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KatagoError {
    /// The compressed bytes are cut short or changed.
    #[error("the net is damaged (it cannot be decompressed): copy the file again")]
    Damaged,
    /// There are more bytes than any net of this kind has.
    #[error("the net has more than {} MiB", super::model_file::MAX_BYTES >> 20)]
    Long,
    /// The text or numbers do not have the form, from a layer on.
    #[error("the net cannot be read from the layer {layer:?} on: {missing} is missing there")]
    Form {
        /// The last layer whose name was read.
        layer: String,
        /// The thing that is missing.
        missing: &'static str,
    },
    /// A version of the model that this program does not know.
    #[error(
        "the net has model version {0}; of KataGo's nets those of version 8 are read (those named g170 of 2020): \
         newer ones, also those with nested blocks or transformers, are not"
    )]
    Version(usize),
    /// A layer that this program cannot serve, or that does not fit the others.
    #[error("the net's layer {layer:?} has {count} {quantity}; {expected} expected")]
    Layer {
        /// The layer's name in the file.
        layer: String,
        /// The thing that is counted.
        quantity: &'static str,
        /// The number in the file.
        count: usize,
        /// The number that fits.
        expected: String,
    },
    /// A kind of block that this program does not know.
    #[error(
        "the net has a block of the kind {0:?}; only plain residual blocks are read (\"ordinary_block\" and \"gpool_block\")"
    )]
    Block(String),
    /// A layer whose weights are infinite or no numbers.
    #[error("the net's layer {0:?} has weights that are no finite numbers")]
    NotFinite(String),
}
