//! The list of this machine's serial ports, read from sysfs: no libudev, and no panic where
//! `/sys/class/tty` is missing (serialport's own list has one).

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;

/// The folder in which udev links each serial device under a name that stays its own.
#[cfg(unix)]
const BY_ID: &str = "/dev/serial/by-id";

/// A serial port that could carry a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortInfo {
    /// The name for `--port`: `/dev/ttyUSB0`, `COM3`.
    pub name: String,
    /// The same device under the name that survives replugging.
    pub by_id: Option<PathBuf>,
    /// Maker, product and serial number, or the driver.
    pub description: String,
}

/// The serial ports of this machine, sorted by name; none where the system tells of none.
#[cfg(target_os = "linux")]
#[must_use]
pub fn list_ports() -> Vec<PortInfo> {
    list_ports_in(
        Path::new("/sys/class/tty"),
        Path::new("/dev"),
        Path::new(BY_ID),
    )
}

/// The serial ports of this machine, sorted by name; none where the system tells of none.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn list_ports() -> Vec<PortInfo> {
    let mut ports: Vec<_> = serialport::available_ports()
        .unwrap_or_default()
        .into_iter()
        .map(|port| PortInfo {
            description: match port.port_type {
                serialport::SerialPortType::UsbPort(usb) => {
                    usb.product.unwrap_or_else(|| "USB".to_owned())
                }
                serialport::SerialPortType::PciPort => "built in".to_owned(),
                serialport::SerialPortType::BluetoothPort => "Bluetooth".to_owned(),
                serialport::SerialPortType::Unknown => String::new(),
            },
            name: port.port_name,
            by_id: None,
        })
        .collect();
    ports.sort_by(|a, b| a.name.cmp(&b.name));
    ports
}

/// The by-id link of a device, if udev made one.
#[cfg(unix)]
pub(in crate::port) fn by_id_of(device: &Path) -> Option<PathBuf> {
    link_to(device, Path::new(BY_ID))
}

/// The list for any folders: `class` is sysfs's `class/tty`.
#[cfg(any(target_os = "linux", all(test, unix)))]
fn list_ports_in(class: &Path, dev: &Path, by_id: &Path) -> Vec<PortInfo> {
    let Ok(entries) = fs::read_dir(class) else {
        return Vec::new();
    };
    let mut ports: Vec<_> = entries
        .flatten()
        .filter(|entry| is_serial_hardware(&entry.path()))
        .map(|entry| {
            let device = dev.join(entry.file_name());
            PortInfo {
                name: device.display().to_string(),
                by_id: link_to(&device, by_id),
                description: describe(&entry.path()),
            }
        })
        .collect();
    ports.sort_by(|a, b| natural(&a.name).cmp(&natural(&b.name)));
    ports
}

/// Consoles and ptys have no device behind them; the kernel makes more `ttySn` than there are
/// UARTs, and those have type 0.
#[cfg(any(target_os = "linux", all(test, unix)))]
fn is_serial_hardware(tty: &Path) -> bool {
    const PORT_UNKNOWN: &str = "0";
    tty.join("device").exists() && line_of(&tty.join("type")).as_deref() != Some(PORT_UNKNOWN)
}

/// The USB device's description of itself, or else the driver's name.
#[cfg(any(target_os = "linux", all(test, unix)))]
fn describe(tty: &Path) -> String {
    let device = fs::canonicalize(tty.join("device")).unwrap_or_default();
    let usb = device
        .ancestors()
        .find(|folder| folder.join("idVendor").exists());
    let words = usb.map_or_else(String::new, |usb| {
        let says: Vec<_> = ["manufacturer", "product", "serial"]
            .into_iter()
            .filter_map(|attribute| line_of(&usb.join(attribute)))
            .collect();
        says.join(" ")
    });
    if !words.is_empty() {
        return words;
    }
    let driver = fs::read_link(device.join("driver")).unwrap_or_default();
    let driver = driver
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    match driver.as_deref() {
        // Kernels from 6.6 on put their own "port" driver between a UART and its chip's.
        None | Some("port") => "built-in serial port".to_owned(),
        Some(driver) => format!("driver {driver}"),
    }
}

/// An attribute's text without what a terminal would obey; `None` if empty or absent.
#[cfg(any(target_os = "linux", all(test, unix)))]
fn line_of(attribute: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&fs::read(attribute).ok()?).into_owned();
    let text: String = text.trim().chars().filter(|c| !c.is_control()).collect();
    (!text.is_empty()).then_some(text)
}

#[cfg(unix)]
fn link_to(device: &Path, folder: &Path) -> Option<PathBuf> {
    let device = fs::canonicalize(device).ok()?;
    let mut links: Vec<_> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|link| fs::canonicalize(link).is_ok_and(|target| target == device))
        .collect();
    links.sort();
    links.into_iter().next()
}

/// `ttyS10` comes after `ttyS9`.
#[cfg(any(target_os = "linux", all(test, unix)))]
fn natural(name: &str) -> (&str, u64) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem, name[stem.len()..].parse().unwrap_or(0))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A sysfs with the given ttys: name, type, and the folder of their device.
    struct Machine(tempfile::TempDir);

    impl Machine {
        fn new() -> Self {
            let machine = Self(tempfile::tempdir().expect("folder"));
            for folder in [
                "class",
                "dev",
                "by-id",
                "drivers/ftdi_sio",
                "drivers/serial8250",
            ] {
                fs::create_dir_all(machine.at(folder)).expect("folder");
            }
            machine
        }

        fn at(&self, path: &str) -> PathBuf {
            self.0.path().join(path)
        }

        fn write(&self, path: &str, text: &str) {
            fs::create_dir_all(self.at(path).parent().expect("parent")).expect("folder");
            fs::write(self.at(path), text).expect("file");
        }

        fn tty(&self, name: &str, kind: &str, device: Option<&str>, driver: &str) {
            self.write(&format!("class/{name}/type"), kind);
            self.write(&format!("dev/{name}"), "");
            let Some(device) = device else { return };
            fs::create_dir_all(self.at(device)).expect("folder");
            symlink(self.at(device), self.at(&format!("class/{name}/device"))).expect("link");
            let link = self.at(&format!("{device}/driver"));
            if !link.exists() {
                symlink(self.at(&format!("drivers/{driver}")), link).expect("link");
            }
        }

        fn list(&self) -> Vec<PortInfo> {
            list_ports_in(&self.at("class"), &self.at("dev"), &self.at("by-id"))
        }
    }

    #[test]
    fn without_sysfs_there_are_no_ports_and_no_panic() {
        let nowhere = Path::new("/nowhere/at/all");
        assert_eq!(list_ports_in(nowhere, nowhere, nowhere), []);
    }

    #[test]
    fn consoles_ptys_and_phantom_ports_are_left_out() {
        let machine = Machine::new();
        machine.tty("tty0", "", None, "");
        machine.tty("ttyS10", "4", Some("pnp/b"), "serial8250");
        machine.tty("ttyS9", "4", Some("pnp/a"), "serial8250");
        machine.tty("ttyS1", "0", Some("platform"), "serial8250");
        let names: Vec<_> = machine.list().into_iter().map(|port| port.name).collect();
        let dev = machine.at("dev");
        assert_eq!(
            names,
            ["ttyS9", "ttyS10"].map(|n| dev.join(n).display().to_string())
        );
    }

    #[test]
    fn an_adapter_tells_its_maker_and_its_lasting_name() {
        let machine = Machine::new();
        machine.tty("ttyUSB0", "", Some("usb/1-2/1-2:1.0/ttyUSB0"), "ftdi_sio");
        machine.write("usb/1-2/idVendor", "0403\n");
        machine.write("usb/1-2/manufacturer", "FTDI\n");
        machine.write("usb/1-2/product", "US\u{1b}B UART\n");
        machine.write("usb/1-2/serial", "A123\n");
        let link = machine.at("by-id/usb-FTDI_A123-if00-port0");
        symlink("../dev/ttyUSB0", &link).expect("link");
        let ports = machine.list();
        assert_eq!(ports[0].description, "FTDI USB UART A123");
        assert_eq!(ports[0].by_id.as_deref(), Some(link.as_path()));
    }

    #[test]
    fn a_plain_port_names_its_driver() {
        let machine = Machine::new();
        machine.tty("ttyS0", "4", Some("pnp/00:04"), "serial8250");
        assert_eq!(machine.list()[0].description, "driver serial8250");
        assert_eq!(machine.list()[0].by_id, None);
    }

    #[test]
    fn this_machines_ports_are_listed_without_a_panic() {
        for port in list_ports() {
            assert!(!port.name.is_empty());
        }
    }
}
