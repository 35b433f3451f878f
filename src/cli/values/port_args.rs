//! `--port` and `--baud`.

use clap::Args;

use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console::stderr_line;
use sgmp_match::port::{
    DEFAULT_BAUD, OpenError, PORT_FORMS, Port, PortForm, PortSpec, SerialSettings,
};

/// Port of the other side.
#[derive(Debug, Args)]
pub struct PortArgs {
    /// The port of the other side.
    #[arg(long, short, value_name = "PORT", required = true, help = port_help())]
    pub port: Option<PortSpec>,

    /// Speed of a serial port in bits a second; both sides set the same
    #[arg(long, default_value_t = DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(50..))]
    pub baud: u32,
}

fn port_help() -> String {
    let [forms @ .., stdio] = &PORT_FORMS;
    let forms: Vec<_> = forms.iter().map(PortForm::to_string).collect();
    let forms = forms.join(", ");
    format!("Where the other side is: {forms}, or {}", stdio.prefix)
}

impl PortArgs {
    /// The port, where it has to be given.
    ///
    /// # Errors
    /// [`Failure`] where it is not.
    pub(crate) fn spec(&self) -> Result<&PortSpec, Failure> {
        let missing = || Failure::new(Blame::Usage, "--port is missing");
        self.port.as_ref().ok_or_else(missing)
    }
}

/// Opens a port.
///
/// # Errors
/// A port that cannot be opened.
pub(crate) fn open_port(spec: &PortSpec, baud: u32) -> Result<Port, Failure> {
    Port::open(spec, &SerialSettings { baud }).map_err(open_failure)
}

/// Warns the operator of other programs that have a port open.
pub(crate) fn warn_of_holders(port: &Port) {
    if let Some(warning) = port.holder_warning() {
        stderr_line(format_args!("warning: {warning}"));
    }
}

/// The failure of a port that was not opened.
pub(crate) fn open_failure(error: OpenError) -> Failure {
    match error {
        OpenError::Stopped => Failure::new(Blame::Interrupted, error),
        error => Failure::new(Blame::Port, error),
    }
}
