//! Rust's standard library for wasm32.
//!
//! 1. Nothing to do, if a program compiles.
//! 2. `rustup target add`: the normal way; needs rustup and its download server.
//! 3. Otherwise, on Debian: the library's sources from the package `rust-src`, in exactly the version
//!    of the rustc in use, from the mirror that apt is set up for. No root is needed, the system's apt
//!    state is not touched, signatures are checked against Debian's keyring. They are built and put
//!    into rustc's sysroot.

use crate::{Error, places, process, say};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The environment variable that allows only one way: `rustup` or `debian`.
pub const ROUTE: &str = "MNMSCOPE_WASM_STD";

/// What the page is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Lies only in a library that the third way made.
const MARKER: &str = "built-from-rust-src";

/// How long rustup may take where there is another way. Where there is none, it has for ever.
const RUSTUP_LIMIT: Duration = Duration::from_secs(180);

/// The suites of Debian's archive that may hold the sources; small indexes first. Names that move on
/// with the releases, so that this list does not age.
const SUITES: [&str; 6] = [
    "stable-backports",
    "oldstable-backports",
    "stable",
    "stable-updates",
    "testing",
    "unstable",
];

/// Debian's own keys.
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// The rustc in use.
struct Rustc {
    /// Its version, `1.95.0`.
    version: String,
    /// The commit it was built from.
    commit: String,
    /// What `rustc -vV` prints.
    all: String,
    /// Where its libraries for wasm32 belong.
    library: PathBuf,
}

/// Installs the library if it is missing.
pub fn ensure() -> Result<(), Error> {
    if works() {
        return Ok(());
    }
    let _lock = places::installing()?;
    if works() {
        return Ok(());
    }
    let route = env::var(ROUTE).unwrap_or_default();
    let rustc = Rustc::ask()?;
    // A library of ours that no longer works is one for another rustc, and would only be in the way:
    // two of them in one sysroot are error E0464.
    if rustc.library.join(MARKER).exists() {
        places::remove(&rustc.library)?;
    }
    let mut reasons = Vec::new();
    if route != "debian" {
        match say::timed(&format!("rustup target add {TARGET}"), "10 s", rustup) {
            Ok(()) => return Ok(()),
            Err(reason) => reasons.push(reason),
        }
    }
    if route != "rustup" {
        let what = format!("building {TARGET}'s standard library from Debian's sources");
        let built = say::timed(&what, "35 s, up to 2 min on a busy machine", || {
            from_debian(&rustc)
        });
        match built {
            Ok(()) if works() => return Ok(()),
            Ok(()) => reasons.push("the library that was built does not work".into()),
            Err(reason) => reasons.push(reason),
        }
    }
    Err(format!(
        "no standard library for {TARGET}: {}. Install it with `rustup target add {TARGET}` (or your system's package for it), then run this again",
        reasons.join("; ")
    ))
}

/// Tries the third way without touching the sysroot, so that it stays tested where the second one
/// always works.
pub fn try_debian() -> Result<(), Error> {
    let _lock = places::installing()?;
    let sysroot = places::target().join("wasm-std-sysroot");
    places::remove(&sysroot)?;
    let library = sysroot.join("lib/rustlib").join(TARGET);
    let rustc = Rustc {
        library,
        ..Rustc::ask()?
    };
    from_debian(&rustc)?;
    if compiles(Some(&sysroot)) {
        places::remove(&sysroot)
    } else {
        Err("the library that was built does not work".into())
    }
}

/// Whether the library is there.
fn works() -> bool {
    compiles(None)
}

/// Whether a program and a test can be compiled and linked. The real thing, rather than a look at
/// folders.
fn compiles(sysroot: Option<&Path>) -> bool {
    // Two runs may look at once, in the same checkout.
    let folder = places::target().join(format!("wasm-std-probe-{}", std::process::id()));
    let text =
        "fn main() { println!(\"{:?}\", std::env::args().count()); }\n#[test] fn works() {}\n";
    let written =
        fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("probe.rs"), text));
    let compiles = |options: &[&str]| {
        let mut rustc = process::command("rustc");
        rustc
            .current_dir(&folder)
            .args(["--target", TARGET, "probe.rs"])
            .args(options);
        if let Some(sysroot) = sysroot {
            rustc.arg("--sysroot").arg(sysroot);
        }
        rustc
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let both = written.is_ok()
        && compiles(&["-o", "probe.wasm"])
        && compiles(&["--test", "-o", "probe-test.wasm"]);
    // What cannot be removed does no harm there.
    let _ = places::remove(&folder);
    both
}

/// The normal way.
fn rustup() -> Result<(), Error> {
    if process::find("rustup").is_none() {
        return Err("there is no rustup".into());
    }
    let mut add = process::command("rustup");
    add.args(["target", "add", TARGET]);
    match apt_is_there() {
        Ok(()) => process::run_within(&mut add, RUSTUP_LIMIT)?,
        Err(_) => process::run(&mut add)?,
    }
    if works() {
        Ok(())
    } else {
        Err("what rustup installed does not work with this rustc".into())
    }
}

/// Whether this is a Debian with what the third way needs.
fn apt_is_there() -> Result<(), Error> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !release.lines().any(|line| line == "ID=debian") {
        return Err(
            "only Debian's archive is known to hold the library's sources, and this is not Debian"
                .into(),
        );
    }
    let missing = ["apt-get", "apt-cache", "dpkg-deb", "tar"]
        .into_iter()
        .find(|tool| process::find(tool).is_none());
    match missing {
        Some(tool) => Err(format!("there is no {tool}")),
        None if !Path::new(KEYRING).exists() => {
            Err("the package debian-archive-keyring is missing".into())
        }
        None => Ok(()),
    }
}

/// The third way.
fn from_debian(rustc: &Rustc) -> Result<(), Error> {
    apt_is_there()?;
    let work = places::staging(&places::cache().join("wasm-std"))?;
    let package = Archive::new(&work)?.download_sources(rustc)?;
    let sources = unpack(&package, &work)?;
    let built = build(rustc, &sources, &work)?;
    install(rustc, &built)?;
    places::remove(&work)
}

impl Rustc {
    /// Asks the rustc in use.
    fn ask() -> Result<Self, Error> {
        let all = process::output(process::command("rustc").arg("-vV"))?;
        let field = |name: &str| {
            let line = all.lines().find_map(|line| line.strip_prefix(name));
            line.map(|value| value.trim().to_string())
                .ok_or_else(|| format!("rustc -vV names no {name}"))
        };
        let sysroot = process::output(process::command("rustc").args(["--print", "sysroot"]))?;
        let library = Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET);
        Ok(Self {
            version: field("release:")?,
            commit: field("commit-hash:")?,
            library,
            all,
        })
    }
}

/// Debian's archive, seen through an apt state of our own.
struct Archive {
    /// The folder for that state.
    folder: PathBuf,
    /// The mirror that this machine uses.
    mirror: String,
}

impl Archive {
    /// Finds the mirror and makes an empty state.
    fn new(work: &Path) -> Result<Self, Error> {
        let folder = work.join("apt");
        for part in [
            "lists/partial",
            "cache/archives/partial",
            "parts",
            "none/partial",
        ] {
            fs::create_dir_all(folder.join(part)).map_err(|error| error.to_string())?;
        }
        fs::write(folder.join("status"), "").map_err(|error| error.to_string())?;
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let codename = release
            .lines()
            .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
            .unwrap_or_default();
        // What `apt-get update` would fetch is known without any lists, as on a fresh container image.
        let mut uris = process::command("apt-get");
        uris.arg("-o")
            .arg(option("Dir::State::Lists", &folder.join("none")))
            .args(["--print-uris", "update"]);
        let mirror = mirror(&process::output(&mut uris)?, codename)
            .ok_or_else(|| format!("apt's sources name no archive for Debian `{codename}`"))?;
        Ok(Self { folder, mirror })
    }

    /// One of apt's programs on our state.
    fn apt(&self, program: &str) -> Command {
        let user = process::output(&mut {
            let mut id = process::command("id");
            id.arg("-un");
            id
        });
        let mut apt = process::command(program);
        let options = [
            option("Dir::Etc::SourceList", &self.folder.join("sources.list")),
            option("Dir::Etc::SourceParts", &self.folder.join("parts")),
            option("Dir::State", &self.folder),
            option("Dir::State::Lists", &self.folder.join("lists")),
            option("Dir::State::Status", &self.folder.join("status")),
            option("Dir::Cache", &self.folder.join("cache")),
            format!("APT::Sandbox::User={}", user.unwrap_or_default().trim()),
            "Acquire::Languages=none".into(),
            "Acquire::Retries=2".into(),
            "APT::Get::List-Cleanup=true".into(),
        ];
        for option in options {
            apt.arg("-o").arg(option);
        }
        apt
    }

    /// Fetches the package `rust-src` of the rustc in use from the first suite that has it.
    fn download_sources(&self, rustc: &Rustc) -> Result<PathBuf, Error> {
        for suite in SUITES {
            let line = format!(
                "deb [signed-by={KEYRING} target=Packages] {} {suite} main\n",
                self.mirror
            );
            fs::write(self.folder.join("sources.list"), line).map_err(|error| error.to_string())?;
            if process::run(self.apt("apt-get").args(["-qq", "update"])).is_err() {
                continue;
            }
            let known = process::output(self.apt("apt-cache").args(["madison", "rust-src"]))
                .unwrap_or_default();
            let Some(version) = package_version(&known, &rustc.version) else {
                continue;
            };
            say::step(&format!("rust-src {version} from Debian's {suite}"));
            let mut download = self.apt("apt-get");
            download
                .args(["-q", "download", &format!("rust-src={version}")])
                .current_dir(&self.folder);
            if process::run(download.stdout(Stdio::null())).is_ok()
                && let Some(package) = only_file(&self.folder, ".deb")
            {
                return Ok(package);
            }
        }
        Err(format!(
            "no suite of Debian's archive holds rust-src {}, the version of this rustc",
            rustc.version
        ))
    }
}

/// An option of apt's that names a path.
fn option(name: &str, path: &Path) -> String {
    format!("{name}={}", path.display())
}

/// The mirror of the archive in what `apt-get --print-uris update` prints: the part before
/// `/dists/bookworm/InRelease`.
fn mirror(uris: &str, codename: &str) -> Option<String> {
    let end = format!("/dists/{codename}/InRelease'");
    uris.lines()
        .find_map(|line| Some(line.strip_prefix('\'')?.split_once(&end)?.0.to_string()))
}

/// The version of the package in what `apt-cache madison` prints that has the sources of this rustc:
/// `1.95.0+dfsg1-1~bpo13+1` for `1.95.0`.
fn package_version(madison: &str, rustc: &str) -> Option<String> {
    let versions = madison
        .lines()
        .filter_map(|line| line.split('|').nth(1))
        .map(str::trim);
    let mut right = versions.filter(|version| {
        version
            .strip_prefix(rustc)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('+'))
    });
    right.next().map(str::to_string)
}

/// The file in a folder whose name ends so.
fn only_file(folder: &Path, end: &str) -> Option<PathBuf> {
    let files = fs::read_dir(folder)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| entry.path());
    files
        .into_iter()
        .find(|file| file.to_string_lossy().ends_with(end))
}

/// Unpacks the library's sources.
fn unpack(package: &Path, work: &Path) -> Result<PathBuf, Error> {
    let sources = work.join("src");
    fs::create_dir_all(&sources).map_err(|error| error.to_string())?;
    let mut unpacked = process::command("dpkg-deb");
    let mut unpacked = unpacked
        .arg("--fsys-tarfile")
        .arg(package)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("dpkg-deb cannot be run: {error}"))?;
    let archive = unpacked.stdout.take().ok_or("dpkg-deb has no output")?;
    let mut tar = process::command("tar");
    tar.stdin(archive).arg("-x").arg("-C").arg(&sources);
    let done = process::run(tar.args([
        "--strip-components=4",
        "--wildcards",
        "./usr/src/rustc-*/library/*",
    ]));
    let ended = unpacked.wait().is_ok_and(|status| status.success());
    done?;
    let library = sources.join("library");
    match ended && library.join("sysroot/Cargo.toml").is_file() {
        true => Ok(library),
        false => Err("Debian's rust-src is not laid out as expected".into()),
    }
}

/// Builds the library as the official one is built: profile `dist` is release in one codegen unit
/// with bitcode embedded, so that link-time optimisation works; both ways to panic, `proc_macro` and
/// `test` come along.
fn build(rustc: &Rustc, library: &Path, work: &Path) -> Result<PathBuf, Error> {
    let folder = work.join("build");
    let sources = work.join("src");
    let mut build = process::cargo();
    for variable in [
        "RUSTC_WRAPPER",
        "CARGO_BUILD_TARGET",
        "CARGO_ENCODED_RUSTFLAGS",
    ] {
        build.env_remove(variable);
    }
    build
        .env("RUSTC_BOOTSTRAP", "1")
        .env("__CARGO_DEFAULT_LIB_METADATA", "stablestd");
    build.env(
        "RUSTFLAGS",
        format!(
            "-Zforce-unstable-if-unmarked --remap-path-prefix={}=/rustc/{}",
            sources.display(),
            rustc.commit
        ),
    );
    build.env("CARGO_TARGET_DIR", &folder).current_dir(library);
    build.args([
        "build",
        "--quiet",
        "--locked",
        "--profile",
        "dist",
        "--target",
        TARGET,
    ]);
    build.args([
        "--manifest-path",
        "sysroot/Cargo.toml",
        "--features",
        "backtrace",
    ]);
    process::run(&mut build)?;
    Ok(folder.join(TARGET).join("dist/deps"))
}

/// Puts the built library into the sysroot: replaces, never adds.
fn install(rustc: &Rustc, built: &Path) -> Result<(), Error> {
    let failed = |error: std::io::Error| format!("{}: {error}", rustc.library.display());
    let staging = places::staging(&rustc.library)?;
    fs::create_dir_all(staging.join("lib")).map_err(failed)?;
    for entry in fs::read_dir(built).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let text = name.to_string_lossy();
        if text.ends_with(".rlib") && !text.starts_with("libsysroot") {
            fs::copy(built.join(&name), staging.join("lib").join(&name)).map_err(failed)?;
        }
    }
    fs::write(staging.join(MARKER), &rustc.all).map_err(failed)?;
    places::commit(&staging, &rustc.library)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_the_one_of_the_release() {
        let uris = "'http://mirror.example/debian/dists/bookworm/InRelease' mirror.example_InRelease 0 \n\
                    'http://mirror.example/debian-security/dists/bookworm-security/InRelease' x 0 \n";
        assert_eq!(
            mirror(uris, "bookworm").as_deref(),
            Some("http://mirror.example/debian")
        );
        assert_eq!(mirror(uris, "trixie"), None);
    }

    #[test]
    fn only_the_sources_of_this_very_rustc_will_do() {
        let madison = " rust-src | 1.95.01+dfsg1-1 | http://mirror.example stable/main all Packages\n \
                       rust-src | 1.95.0+dfsg1-1~bpo13+1 | http://mirror.example stable/main all Packages\n";
        assert_eq!(
            package_version(madison, "1.95.0").as_deref(),
            Some("1.95.0+dfsg1-1~bpo13+1")
        );
        assert_eq!(package_version(madison, "1.94.0"), None);
    }
}
