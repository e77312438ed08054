//! Links to runs: the page's address, whose part after `#` is one, and what a link opens.

use super::auto::{Driver, Mode};
use super::store::{Notice, Store};
use crate::share::{LinkError, Opened, Options, Scenery, decode, encode};

/// The page's address with another run behind it.
pub fn address(hash: &str) -> String {
    let location = gloo::utils::window().location();
    let here = location.href().unwrap_or_default();
    let page = here.split('#').next().unwrap_or_default();
    format!("{page}#{hash}")
}

/// Whether the page was opened from a disk: its address means nothing to others.
pub fn from_file() -> bool {
    let protocol = gloo::utils::window().location().protocol();
    protocol.is_ok_and(|p| p == "file:")
}

/// What stands after the `#`, if anything does.
pub fn hash() -> Option<String> {
    let hash = gloo::utils::window().location().hash().unwrap_or_default();
    let link = hash.trim_start_matches('#');
    // The names of the page's own parts are no links.
    let part = link.is_empty() || matches!(link, "stage" | "app");
    (!part).then(|| link.to_owned())
}

/// The store that the address asks for, with a word about what is wrong with it; none where it asks
/// for nothing, or for nothing that can be opened (then only the word).
pub fn asked_for() -> (Option<Store>, Option<Notice>) {
    let Some(link) = hash() else {
        return (None, None);
    };
    match decode(&link) {
        Ok(mut opened) => {
            let notice = opened.problem.take().map(notice);
            (Some(store_of(opened, &link)), notice)
        }
        Err(error) => (None, Some(notice(error))),
    }
}

fn notice(error: LinkError) -> Notice {
    Notice {
        said: error.into(),
        error: true,
    }
}

/// Nobody drives a run that was sent: it is what it is until the reader says otherwise.
pub fn store_of(opened: Opened, link: &str) -> Store {
    let driver = Driver {
        mode: Mode::ByHand,
        ..Driver::default()
    };
    let mut store = Store::new(opened.session, driver);
    store.run().trace.seek(opened.position);
    store.run().trace.forget_changes();
    store.playing = opened.options.playing;
    store.locked = opened.options.locked;
    store.embed = opened.options.embed;
    store.from_link = true;
    store.dress(&Scenery::read(link));
    store
}

impl Store {
    /// Puts beside the run what stood beside it, and looks at it as was looked at it.
    pub(super) fn dress(&mut self, scenery: &Scenery) {
        let processes = self.session.config().processes;
        self.lens = scenery.lens.filter(|p| p.0 < processes);
        self.keep_level(scenery.level.unwrap_or_default());
        self.beside = scenery.pair(&self.session);
    }

    /// What is shown of the run besides it.
    pub(super) fn scenery(&self) -> Result<Scenery, LinkError> {
        Scenery::of(self.lens, self.level, self.beside.as_ref())
    }

    /// The link for what is shown: the run, what stands beside it, as whom and at which level it is
    /// seen. Of a run that is locked it is a locked one.
    pub(super) fn link(&self, options: Options) -> Result<String, LinkError> {
        let options = Options {
            locked: options.locked || self.locked,
            ..options
        };
        let scenery = self.scenery()?;
        Ok(format!("{}{scenery}", encode(&self.session, options)?))
    }
}
