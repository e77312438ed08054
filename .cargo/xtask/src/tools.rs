//! trunk and wasm-bindgen: in the versions that belong together, from the search path if they are
//! there, else installed once into the user's cache.

use crate::{Error, places, process, say};
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// A tool that is installed from crates.io.
pub struct Tool {
    /// The package.
    package: &'static str,
    /// The one version that is known to work.
    version: &'static str,
    /// Its programs.
    programs: &'static [&'static str],
    /// How long its installation takes on two cores.
    usually: &'static str,
}

/// Builds and bundles the page.
pub const TRUNK: Tool = Tool {
    package: "trunk",
    version: "0.21.14",
    programs: &["trunk"],
    usually: "2 min, up to 6 on a busy machine",
};

/// Makes the glue between the page's WebAssembly and the browser; must be of the same version as the
/// crate `wasm-bindgen`.
pub const WASM_BINDGEN: Tool = Tool {
    package: "wasm-bindgen-cli",
    version: "0.2.129",
    programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
    usually: "1 min, up to 3 on a busy machine",
};

/// Firefox's WebDriver server.
pub const GECKODRIVER: Tool = Tool {
    package: "geckodriver",
    version: "0.37.1",
    programs: &["geckodriver"],
    usually: "1 min, up to 4 on a busy machine",
};

/// What makes a tool quick to compile. It is quick enough to use.
const QUICK: [(&str, &str); 5] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "64"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
];

impl Tool {
    /// Where it is installed.
    fn home(&self) -> PathBuf {
        places::cache().join(format!("{}-{}", self.package, self.version))
    }

    /// One of its programs where it is installed.
    fn installed(&self, program: &str) -> PathBuf {
        self.home()
            .join("bin")
            .join(format!("{program}{}", env::consts::EXE_SUFFIX))
    }

    /// Whether the search path has all of it in this version.
    fn on_path(&self) -> bool {
        let right = |line: String| line.split_whitespace().nth(1) == Some(self.version);
        process::version(self.programs[0]).is_some_and(right)
            && self
                .programs
                .iter()
                .all(|program| process::find(program).is_some())
    }

    /// Whether it is installed.
    fn is_installed(&self) -> bool {
        self.programs
            .iter()
            .all(|program| self.installed(program).is_file())
    }

    /// Installs it if it is missing.
    pub fn ensure(&self) -> Result<(), Error> {
        if self.is_installed() || self.on_path() {
            return Ok(());
        }
        let _lock = places::installing()?;
        if self.is_installed() {
            return Ok(());
        }
        let what = format!(
            "installing {} {} for all checkouts",
            self.package, self.version
        );
        say::timed(&what, self.usually, || self.install())
    }

    /// Installs it: a ready-made one where the user has `cargo binstall`, else from its source.
    fn install(&self) -> Result<(), Error> {
        let staging = places::staging(&self.home())?;
        if process::find("cargo-binstall").is_some() {
            let mut binstall = process::cargo();
            binstall
                .args([
                    "binstall",
                    "--no-confirm",
                    "--disable-strategies",
                    "compile",
                    "--root",
                ])
                .arg(&staging);
            binstall.arg(format!("{}@{}", self.package, self.version));
            match process::run(&mut binstall) {
                Ok(()) => return places::commit(&staging, &self.home()),
                Err(error) => say::step(&format!("{error}: compiling it instead")),
            }
        }
        // The folder outlives an interruption, so that the next run goes on where this one stopped.
        let build = places::cache().join("build").join(self.package);
        let mut install = process::cargo();
        install.args([
            "install",
            "--locked",
            "--no-default-features",
            "--version",
            self.version,
            "--target-dir",
        ]);
        install
            .arg(&build)
            .arg("--root")
            .arg(&staging)
            .arg(self.package)
            .envs(QUICK);
        for variable in [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_BUILD_TARGET",
            "CARGO_TARGET_DIR",
        ] {
            install.env_remove(variable);
        }
        process::run(&mut install)?;
        places::commit(&staging, &self.home())?;
        places::remove(&build)
    }

    /// The path of one of its programs, which must have been ensured.
    pub fn program(&self, program: &str) -> PathBuf {
        if self.is_installed() {
            self.installed(program)
        } else {
            PathBuf::from(program)
        }
    }
}

/// Puts what is installed before everything else on a command's search path, so that trunk finds the
/// right wasm-bindgen.
pub fn with_tools(command: &mut Command) -> Result<&mut Command, Error> {
    let own = [&TRUNK, &WASM_BINDGEN]
        .into_iter()
        .filter(|tool| tool.is_installed())
        .map(|tool| tool.home().join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(own.chain(env::split_paths(&path)))
        .map_err(|error| format!("PATH: {error}"))?;
    Ok(command.env("PATH", path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A file of the checkout.
    fn file(name: &str) -> String {
        fs::read_to_string(places::root().join(name)).unwrap()
    }

    #[test]
    fn wasm_bindgen_is_of_one_version_everywhere() {
        let version = WASM_BINDGEN.version;
        assert!(
            file("Cargo.toml").contains(&format!("wasm-bindgen = {{ version = \"={version}\""))
        );
        assert!(file("Trunk.toml").contains(&format!("wasm_bindgen = \"{version}\"")));
        let split = file(".cargo/split/Cargo.toml");
        assert!(split.contains(&format!("wasm-bindgen-cli-support = \"={version}\"")));
        assert!(
            file("Cargo.lock")
                .contains(&format!("name = \"wasm-bindgen\"\nversion = \"{version}\""))
        );
    }
}
