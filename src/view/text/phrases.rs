//! What algorithms say in their own words while they run, in the languages other than English:
//! notes, roles, the names of variables and of runs, what a Byzantine process does.
//!
//! A phrase is found by its English with holes, `{}`, and its translation takes what stood there by
//! number, itself translated. Names and values have no holes and stay as they are.

/// A phrase in German; as it stands where no translation is known, as for names and values.
pub(super) fn german(english: &str) -> String {
    translated(GERMAN, english).unwrap_or_else(|| english.to_owned())
}

/// The translation of a phrase; none where none is known.
fn translated(known: &[(&str, &str)], english: &str) -> Option<String> {
    known.iter().find_map(|(pattern, translation)| {
        let held = holes(pattern, english)?;
        let mut out = (*translation).to_owned();
        for (k, text) in held.into_iter().enumerate() {
            let text = translated(known, text).unwrap_or_else(|| text.to_owned());
            out = out.replace(&format!("{{{k}}}"), &text);
        }
        Some(out)
    })
}

/// What stands in a pattern's holes; none where the text is not of the pattern.
fn holes<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = text.strip_prefix(pieces.next().unwrap_or_default())?;
    let mut held = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        // The last hole reaches as far as it can, the others as little as they may.
        let end = match (piece, pieces.peek()) {
            ("", None) => rest.len(),
            (last, None) => rest.strip_suffix(last)?.len(),
            (inner, Some(_)) => rest.find(inner)?,
        };
        held.push(rest.get(..end).filter(|text| !text.is_empty())?);
        rest = rest.get(end + piece.len()..)?;
    }
    rest.is_empty().then_some(held)
}

/// Longer patterns stand before shorter ones that would fit as well.
static GERMAN: &[(&str, &str)] = &[
    // Notes.
    (
        "delivers message {} of {}: {}",
        "liefert Nachricht {0} von {1} aus: {2}",
    ),
    (
        "sees two different messages signed by {} under key {}",
        "sieht zwei verschiedene Nachrichten, die {0} unter Schlüssel {1} unterschrieb",
    ),
    (
        "sees two different packets signed by {} under key {}",
        "sieht zwei verschiedene Pakete, die {0} unter Schlüssel {1} unterschrieb",
    ),
    (
        "ignores {}'s copy of message {} of {}: {} did not sign it",
        "übergeht die Kopie, die {0} von Nachricht {1} des {2} vorlegt: {3} hat sie nicht unterschrieben",
    ),
    (
        "ignores {}'s copy of packet {} of {}: {} did not sign it",
        "übergeht die Kopie, die {0} von Paket {1} des {2} vorlegt: {3} hat es nicht unterschrieben",
    ),
    (
        "rejects {} for good at its packet {}: {}",
        "verwirft {0} für immer, bei seinem Paket {1}: {2}",
    ),
    (
        "its history obliges it to send {} to {} first",
        "nach seiner Geschichte muss er zuerst {0} an {1} schicken",
    ),
    (
        "no step of the algorithm sends {} to {} after its history",
        "nach seiner Geschichte schickt kein Schritt des Algorithmus {0} an {1}",
    ),
    (
        "it claims to have received packet {} of {}, which it cannot have",
        "er behauptet, Paket {0} von {1} empfangen zu haben, und das kann nicht sein",
    ),
    (
        "it claims to have believed packet {} of {}, which is rejected",
        "er behauptet, Paket {0} von {1} geglaubt zu haben, und das ist verworfen",
    ),
    (
        "it does not say its input once, at the start",
        "er nennt seine Eingabe nicht genau einmal, am Anfang",
    ),
    ("delivers {}", "liefert {0} aus"),
    (
        "ignores {}'s word about {}: {} did not sign it",
        "übergeht, was {0} über {1} sagt: {2} hat es nicht unterschrieben",
    ),
    (
        "sees two different values signed by {}",
        "sieht zwei verschiedene Werte, die {0} unterschrieb",
    ),
    ("aborts with {}", "bricht mit {0} ab"),
    (
        "takes {} over to the backup",
        "nimmt {0} ins Ersatzverfahren mit",
    ),
    (
        "the write of {} returns",
        "das Schreiben von {0} ist zu Ende",
    ),
    ("the read returns empty", "das Lesen ergibt: leer"),
    ("the read returns {}", "das Lesen ergibt {0}"),
    // Roles.
    ("acceptor, promised {}", "Annehmer, zugesagt {0}"),
    ("acceptor, round {}", "Annehmer, Runde {0}"),
    ("acceptor", "Annehmer"),
    (
        "proposer, phase {} of number {}",
        "Vorschlagender, Phase {0} der Nummer {1}",
    ),
    ("phase {} of proposal {}", "Phase {0} des Vorschlags {1}"),
    ("phase {} of ballot {}", "Phase {0} des Wahlgangs {1}"),
    (
        "between ballots, highest seen {}",
        "zwischen Wahlgängen, höchster gesehen {0}",
    ),
    ("recovering", "kehrt zurück"),
    ("backup: {}", "Ersatzverfahren: {0}"),
    ("fast round", "schnelle Runde"),
    ("leader, round {}", "Leader, Runde {0}"),
    ("delivered {}", "ausgeliefert: {0}"),
    ("ready for {}", "bereit für {0}"),
    ("echoed {}", "Echo für {0} gegeben"),
    ("waits for p1’s word", "wartet auf das Wort von p1"),
    ("not begun", "noch nicht begonnen"),
    (
        "decided, still an acceptor",
        "hat entschieden, nimmt weiter an",
    ),
    ("set-up with {}", "Vorbereitung mit {0}"),
    ("attempts so far: {}", "Versuche bisher: {0}"),
    ("attempt {}, proposal {}", "Versuch {0}, Vorschlag {1}"),
    ("{} of 2 operations over", "{0} von 2 Operationen beendet"),
    ("read: empty", "gelesen: leer"),
    ("read {}", "gelesen: {0}"),
    ("told", "benachrichtigt"),
    ("nothing read yet", "noch nichts gelesen"),
    ("aborted with {}", "mit {0} abgebrochen"),
    ("panicking", "in Panik"),
    ("decided as the leader", "als Leader entschieden"),
    ("decided as a follower", "entschieden, ohne Leader zu sein"),
    ("waiting for proofs", "wartet auf Beweise"),
    ("waiting for copies", "wartet auf Kopien"),
    ("waiting for the leader", "wartet auf den Leader"),
    // Variables.
    ("accept issued", "accept geschickt"),
    ("accepted", "angenommen"),
    ("acknowledged", "bestätigt"),
    ("agents that accepted", "Beteiligte, die annahmen"),
    ("answered", "beantwortet"),
    ("attempt", "Versuch"),
    ("believed/delivered", "geglaubt/ausgeliefert"),
    ("broadcast so far", "bisher gesandt"),
    ("broadcast states", "Zustände der Broadcasts"),
    ("classic quorum", "klassisches Quorum"),
    ("delivered", "ausgeliefert"),
    ("disks done", "fertige Platten"),
    ("fast quorum", "schnelles Quorum"),
    ("greatest bal read", "größtes gelesenes bal"),
    ("greatest shown", "größtes gezeigtes"),
    ("highest seen", "höchste gesehene"),
    ("input", "Eingabe"),
    ("last key broadcast", "letzter gesandter Schlüssel"),
    ("over", "vorbei"),
    ("own input", "eigene Eingabe"),
    ("panicked", "in Panik"),
    ("phase {}", "Phase {0}"),
    ("phase", "Phase"),
    ("promised", "zugesagt"),
    ("proposer", "Vorschlagender"),
    ("read", "gelesen"),
    ("read after revoking", "nach dem Entzug gelesen"),
    ("ready for", "bereit für"),
    ("signed by {}", "unterschrieben von {0}"),
    ("ready", "bereit"),
    ("said", "gesagt"),
    ("echoes", "Echos"),
    ("rejected", "verworfen"),
    ("reported", "gemeldet"),
    ("set-ups heard", "gehörte Vorbereitungen"),
    ("to be broadcast", "noch zu senden"),
    ("aborts with", "bricht ab mit"),
    ("reads returned", "beendetes Lesen"),
    ("votes heard", "gehörte Stimmen"),
    ("yes", "ja"),
    ("no", "nein"),
    // Runs that nobody has named.
    ("main", "Hauptlauf"),
    ("branch {}", "Lauf {0}"),
    // What a Byzantine process does.
    ("say {} to {}", "sagt {0} zu {1}"),
    ("say {}", "behauptet {0}"),
    ("copy {}", "kopiert {0}"),
    ("forge {}", "fälscht {0}"),
    ("prove {}", "beweist {0}"),
    ("claim {} to all @{}", "behauptet {0} vor allen an {1}"),
    ("claim {} to {} @{}", "behauptet {0} vor {1} an {2}"),
    ("claim {}", "behauptet {0}"),
    ("revoke {}", "entzieht {0}"),
    ("grant {}", "gewährt {0}"),
    ("raise {}", "meldet {0}"),
    ("follow {}", "folgt den Regeln {0}"),
    ("replay {} to {}", "schreibt {0} nach {1}"),
    ("ask {} for mine", "verlangt {0} für sich allein"),
    ("ask {} for open", "verlangt {0} für alle"),
    ("ask {} for closed", "verlangt {0} für niemanden"),
    ("echo {} to {}", "gibt vor {1} das Echo {0}"),
    ("ready {} to {}", "erklärt sich vor {1} bereit für {0}"),
];
