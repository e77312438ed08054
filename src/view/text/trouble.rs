//! What can go wrong, in words. The core's errors say it in English themselves, for the command
//! line; the other languages stand here, one exhaustive `match` an error.

use super::{Language, Word};
use crate::model::{ConfigError, Event, MOST, Refusal};
use crate::scenario::{Beyond, Deed, Expected, Over, Problem, ScenarioError};
use crate::share::{LinkError, Revisions};
use crate::sim::{DeleteError, StepError};

/// Something that could not be done, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// An impossible configuration.
    Config(ConfigError),
    /// A step that cannot be taken.
    Step(StepError),
    /// A run that cannot be deleted.
    Delete(DeleteError),
    /// A link that cannot be opened as it is, or not be made.
    Link(LinkError),
    /// A scenario that cannot be read or played.
    Scenario(ScenarioError),
    /// An event before a search that cannot happen there.
    BeforeSearch {
        /// Which of them, from 1.
        place: usize,
        /// The event.
        event: Event,
        /// Why not.
        refusal: Refusal,
    },
    /// What was waited for did not happen within so many steps.
    NotWithin(usize),
    /// A word of the page.
    Word(Word),
    /// What the browser says, in its own words.
    Browser(String),
}

macro_rules! troubles {
    ($($kind:ident: $error:ty;)*) => {
        $(impl From<$error> for Trouble {
            fn from(error: $error) -> Self {
                Trouble::$kind(error)
            }
        })*
    };
}

troubles! {
    Config: ConfigError;
    Step: StepError;
    Delete: DeleteError;
    Link: LinkError;
    Scenario: ScenarioError;
    Word: Word;
    Browser: String;
}

impl Trouble {
    /// In a language: what is wrong, where, and what to do about it.
    pub fn says(&self, language: Language) -> String {
        language.tongue().trouble(self)
    }
}

/// What is beyond a theorem, in a language.
pub fn beyond(language: Language, beyond: &Beyond) -> String {
    language.tongue().beyond(beyond)
}

/// A trouble in English.
pub(super) fn english(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Word(word) => word.english().to_owned(),
        Trouble::Browser(text) => text.clone(),
        Trouble::NotWithin(steps) => format!("{} {steps}", Word::NeverHappened.english()),
        Trouble::BeforeSearch {
            place,
            event,
            refusal,
        } => format!("event {place} before the search, '{event}', cannot happen: {refusal}"),
        Trouble::Config(error) => error.to_string(),
        Trouble::Step(error) => error.to_string(),
        Trouble::Delete(error) => error.to_string(),
        Trouble::Link(error) => error.to_string(),
        Trouble::Scenario(error) => error.to_string(),
    }
}

/// A trouble in German.
pub(super) fn german(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Word(word) => word.german().to_owned(),
        Trouble::Browser(text) => text.clone(),
        Trouble::NotWithin(steps) => format!("{} {steps}", Word::NeverHappened.german()),
        Trouble::BeforeSearch {
            place,
            event,
            refusal: why,
        } => format!(
            "Ereignis {place} vor der Suche, „{event}“, ist unmöglich. {}",
            refusal(why)
        ),
        Trouble::Config(error) => config(error),
        Trouble::Step(error) => step(error),
        Trouble::Delete(error) => delete(*error).to_owned(),
        Trouble::Link(error) => link(error),
        Trouble::Scenario(error) => format!(
            "Zeile {}, Spalte {}: {}",
            error.line,
            error.column,
            problem(&error.problem)
        ),
    }
}

/// What is beyond a theorem, in German.
pub(super) fn german_beyond(beyond: &Beyond) -> String {
    let over = beyond.0.iter().map(|over| {
        let Over {
            name,
            given,
            most,
            bound,
        } = over;
        format!("{name}={given} (die Schranke {bound} erlaubt hier {most})")
    });
    let over: Vec<String> = over.collect();
    format!(
        "Jenseits des Satzes, ein Experiment: {}",
        over.join(" und ")
    )
}

fn config(error: &ConfigError) -> String {
    match error {
        ConfigError::Processes(n) => format!("{n} Prozesse: Wähle zwischen 1 und {MOST}."),
        ConfigError::Memories { given, least, most } => {
            format!("{given} Speicher: Dieser Algorithmus braucht zwischen {least} und {most}.")
        }
        ConfigError::Inputs { given, processes } => format!(
            "{given} Eingaben für {processes} Prozesse: Gib jedem Prozess einen Buchstaben."
        ),
        ConfigError::Attempts { given, processes } => format!(
            "{given} Grenzen der Versuche für {processes} Prozesse: Gib eine Zahl für alle oder eine für jeden."
        ),
        ConfigError::ProcessFaults { given, processes } => {
            format!("f_p={given}: Es gibt nur {processes} Prozesse, mehr können nicht ausfallen.")
        }
        ConfigError::MemoryFaults { given, memories } => {
            format!("f_m={given}: Es gibt nur {memories} Speicher, mehr können nicht ausfallen.")
        }
        ConfigError::Byzantine(process) => format!("byzantine: Hier gibt es kein {process}."),
        ConfigError::CrashOnly => {
            "Dieser Algorithmus ist für Abstürze gemacht: Byzantinische Prozesse gibt es in ihm nicht.".to_owned()
        }
        ConfigError::RowsOnly => {
            "Dieser Algorithmus liest seine Register zeilenweise: Lass reads=register weg.".to_owned()
        }
        ConfigError::FastRoundOpen => {
            "first_phase=run: Fast Paxos beginnt hier mit offener schneller Runde; lass die Einstellung weg.".to_owned()
        }
        ConfigError::FastFaults { given, processes } => {
            format!("e={given}: Es gibt nur {processes} Prozesse, mehr können nicht ausfallen.")
        }
        ConfigError::OnlyTwo(n) => {
            format!("{n} Prozesse: Der Beweis der unteren Schranke hat genau zwei.")
        }
    }
}

fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NoProcess(process) => format!("Hier gibt es kein {process}."),
        Refusal::NoMemory(memory) => format!("Hier gibt es kein {memory}."),
        Refusal::NoMessage { from, to } => {
            format!("Von {from} an {to} ist keine solche Nachricht unterwegs (oder nicht so viele).")
        }
        Refusal::NoRequest { process, memory } => {
            format!("Von {process} ist keine Anfrage an {memory} unterwegs.")
        }
        Refusal::NoResponse { process, memory } => {
            format!("Von {memory} ist keine Antwort an {process} unterwegs.")
        }
        Refusal::NotReady { process } => format!(
            "{process} hat keinen solchen Faden, der weitermachen kann: Worauf er wartet, gilt noch nicht."
        ),
        Refusal::NoTimeout { process } => format!("{process} wartet auf nichts, das Zeitablauf kennt."),
        Refusal::Crashed(process) => format!("{process} ist abgestürzt."),
        Refusal::MemoryCrashed(memory) => format!("{memory} ist abgestürzt."),
        Refusal::NotCrashed(process) => {
            format!("{process} ist nicht abgestürzt und kann darum nicht zurückkommen.")
        }
        Refusal::NoRecovery => {
            "In diesem Algorithmus kommt niemand zurück: Wer abstürzt, bleibt es.".to_owned()
        }
        Refusal::Reliable => {
            "Die Verbindungen sind verlässlich: Verloren geht nur, was ein abgestürzter Prozess unterwegs hatte.".to_owned()
        }
        Refusal::AlreadyLeader { at, leader } => {
            format!("{at} hält {leader} schon für den Leader.")
        }
        Refusal::NotByzantine(process) => {
            format!("{process} ist hier nicht byzantinisch: Nur ein byzantinischer Prozess lügt.")
        }
        Refusal::NoAct(process) => format!("Das kann {process} jetzt nicht tun."),
        Refusal::NoCoin(process) => format!("{process} wirft keine Münze."),
    }
}

fn step(error: &StepError) -> String {
    match error {
        StepError::Refused(why) => refusal(why),
        StepError::AlreadyHeld(hold) => format!("{hold} ist schon angehalten."),
        StepError::NotHeld(hold) => format!("{hold} ist nicht angehalten."),
        StepError::NoSuchHold(hold) => format!("{hold} gibt es hier nicht."),
    }
}

fn delete(error: DeleteError) -> &'static str {
    match error {
        DeleteError::NoBranch => "Diesen Lauf gibt es nicht.",
        DeleteError::Only => "Das ist der einzige Lauf: Setze ihn zurück, um neu zu beginnen.",
    }
}

fn revisions(revisions: &Revisions) -> String {
    let Revisions { link, here } = revisions;
    if link == here {
        "seitdem haben sich Algorithmus oder Modell geändert".to_owned()
    } else {
        format!("er stammt aus Fassung {link} des Algorithmus, hier ist Fassung {here}")
    }
}

fn link(error: &LinkError) -> String {
    match error {
        LinkError::Empty => "Der Link ist leer: Kopiere ihn ganz, von # bis zum Ende.".to_owned(),
        LinkError::NoLink => {
            "Das ist keiner unserer Links oder nur sein Anfang: Kopiere ihn noch einmal ganz.".to_owned()
        }
        LinkError::Version { found, known } => format!(
            "Ein Link beginnt mit einer hier bekannten Version ({known}), dieser mit „{found}“: Er gehört zu einer anderen Seite oder ist neuer; dann lade diese Seite neu."
        ),
        LinkError::TooLong { length, most } => format!(
            "Der Link hat {length} Zeichen, und keiner hat mehr als {most}: Kopiere ihn noch einmal."
        ),
        LinkError::Newer => {
            "Der Link braucht eine neuere Version dieser Seite: Lade sie neu.".to_owned()
        }
        LinkError::HeadDamaged => {
            "Der Anfang des Links ist beschädigt, darum gilt nichts von ihm: Kopiere ihn noch einmal.".to_owned()
        }
        LinkError::UnknownAlgorithm(id) => format!(
            "Der Link ist für den Algorithmus {id}, den diese Version nicht hat: Lade die Seite neu."
        ),
        LinkError::Impossible(error) => {
            format!("Der Link verlangt Unmögliches. {}", config(error))
        }
        LinkError::TooManySteps { claimed, most } => format!(
            "{claimed} Schritte sind mehr, als ein Link fasst ({most}): Nimm einen bis zu einem früheren Schritt oder speichere den Lauf als Datei."
        ),
        LinkError::TooManyBranches { claimed } => {
            format!("{claimed} Läufe sind mehr, als sich behalten lassen: Lösche einige.")
        }
        LinkError::LongHistory { claimed, most } => format!(
            "{claimed} Schritte sind mehr, als sich behalten lassen ({most}): Lösche einen Lauf."
        ),
        LinkError::Cut { have, of, steps } => format!(
            "Der Link ist abgeschnitten: {have} von {of} Zeichen seines Laufs sind da und ergeben die ersten {steps} Schritte. Kopiere ihn ganz, dann kommt der Rest."
        ),
        LinkError::Foreign { at, found, steps } => format!(
            "Zeichen {at} des Links ist „{found}“, und Links bestehen nur aus Buchstaben und Ziffern. Was davor steht, ergibt die ersten {steps} Schritte: Kopiere ihn noch einmal."
        ),
        LinkError::Damaged { steps } => format!(
            "Der Link ist beschädigt, ein Zeichen hat sich geändert. Seine ersten {steps} Schritte sind bestätigt: Kopiere ihn noch einmal, dann kommt der Rest."
        ),
        LinkError::Trailing { extra } => {
            format!("Dem Link folgen {extra} Zeichen, die nicht zu ihm gehören. Sie wurden übergangen.")
        }
        LinkError::NewerStep { steps } => format!(
            "Nach Schritt {steps} steht im Link etwas, das nur eine neuere Version dieser Seite kennt: Lade sie neu."
        ),
        LinkError::Refused { step: place, choice, why, revisions: made } => format!(
            "Schritt {place} des Links ({choice}) ist unmöglich. {} Der Grund: {}.",
            step(why),
            revisions(made)
        ),
        LinkError::Diverged { steps, revisions: made } => format!(
            "Bis Schritt {steps} ist es der Lauf seines Autors, dann geht er anders weiter: {}.",
            revisions(made)
        ),
    }
}

fn nearest(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |word| format!("; am nächsten kommt `{word}`"))
}

fn problem(problem: &Problem) -> String {
    match problem {
        Problem::Unexpected { found, expected: fitting, nearest: near } => {
            let found = match found {
                Some(word) => format!("`{word}`"),
                None => "das Ende der Zeile".to_owned(),
            };
            format!("Erwartet: {}; gefunden: {found}{}.", expected(fitting), nearest(near.as_deref()))
        }
        Problem::Twice(word) => format!("`{word}` steht zweimal da: Lass eines weg."),
        Problem::NoSetup => "Noch kein setup: Beginne mit einer Zeile wie `setup protected-memory-paxos processes=2 memories=3`.".to_owned(),
        Problem::SecondSetup => {
            "Ein zweites setup: Ein Szenario hat eines, vor dem ersten Ereignis.".to_owned()
        }
        Problem::Impossible(error) => config(error),
        Problem::Refused(error) => step(error),
        Problem::NoThread { process, name, threads } => {
            let others = match threads.as_slice() {
                [] => "kein anderer kann es".to_owned(),
                able => format!("es gibt {}", able.join(", ")),
            };
            format!("{process} hat keinen Faden `{name}`, der das hier kann; {others}.")
        }
        Problem::NothingTo { process, deed } => {
            let deed = match deed {
                Deed::GoOn => "weitermachen",
                Deed::TimeOut => "das Warten aufgeben",
                Deed::Toss => "eine Münze werfen",
            };
            format!("Kein Faden von {process} kann hier {deed}.")
        }
        Problem::NoAct { process, label, nearest: near } => {
            format!("{process} kann `{label}` nicht tun{}.", nearest(near.as_deref()))
        }
        Problem::NothingLeft(process) => {
            format!("Von {process} ist nichts mehr unterwegs, das verloren gehen könnte.")
        }
        Problem::AllTrust(process) => {
            format!("Alle, die laufen, halten {process} schon für den Leader.")
        }
        Problem::NoProcess(process) => format!("Einen Prozess {process} gibt es hier nicht."),
        Problem::TooLong(most) => format!(
            "Der Lauf hat mehr als {most} Schritte: Kürze ihn, oder lass ihn früher enden, mit `until` oder `steps=`."
        ),
        Problem::TooMuch => "Bis hier verlangt der Text mehr, als sich in einer Sekunde spielen lässt: Lass `run stubborn` weniger Schritte tun, oder lass einiges von dem weg, was er erwartet oder daneben stellt.".to_owned(),
        Problem::TooManyLines(most) => {
            format!("Der Text hat mehr als {most} Zeilen: Lass einige weg, oder mach mehrere Texte daraus.")
        }
    }
}

fn expected(expected: &Expected) -> String {
    let words = match expected {
        Expected::OneOf(words) => return words.join(" oder "),
        Expected::Number { least, most } => return format!("eine Zahl von {least} bis {most}"),
        Expected::Command => "ein Befehl",
        Expected::EndOfLine => "das Ende der Zeile",
        Expected::Act => "was er tut, in den Worten seines Menüs",
        Expected::Lane => "ein Prozess und ein Speicher, etwa p1@m2",
        Expected::Link => "zwei Prozesse, etwa p1->p2",
        Expected::Lost => "p1@m2, p1->p2 oder all p1",
        Expected::View => "ein Prozess, p1 bis p9, oder everything",
        Expected::Beside => "der Name eines Algorithmus, run und seine Befehle oder nothing",
        Expected::Steps => "ein Befehl, der Schritte tut",
        Expected::Text => "ein Text bis zum Ende der Zeile",
        Expected::Question => {
            "eine Frage und mindestens zwei Antworten, die richtige zuerst: Frage | richtig | falsch"
        }
        Expected::Toss => "ein Münzwurf, etwa p1=0",
        Expected::Process => "ein Prozess, p1 bis p9",
        Expected::Processes => "Prozesse, etwa p1,p3",
        Expected::At => "at oder das Ende der Zeile",
        Expected::Thing => "ein Prozess oder ein Speicher",
        Expected::Input => "input=, etwa input=c",
        Expected::Expectation => {
            "decided, undecided, eine Eigenschaft dieses Algorithmus, nak, register, line, delays=, quiescent oder blocked"
        }
        Expected::Standing => "holds, violated, open oder no-promise",
        Expected::Decision => "ein Prozess und sein Wert, etwa p1=a",
        Expected::Delays => "delays=, etwa delays=2",
        Expected::Hold => {
            "was anzuhalten ist: p1@m2, p1->p2, p1, m2, eine Richtung wie p1,m1->p2,m2, eine Partition wie p1,m1|p2,m2 oder packet p1->p2"
        }
        Expected::Way => "der Weg eines Pakets: p1->p2, p1->m2 oder m2->p1",
        Expected::Strategy => "lockstep, random, slow oder stubborn",
        Expected::Count => "eine Zahl von Verzögerungen oder Schritten",
        Expected::Unit => "delays oder steps",
        Expected::OnOrOff => "on oder off",
        Expected::RunMore => "until, for, steps= (und nach random seed=, faults=)",
        Expected::Seed => "ein Startwert, etwa seed=7",
        Expected::Until => {
            "decided, all-decided, quiescent, nak, violation, property, line oder register"
        }
        Expected::Property => "eine Eigenschaft dieses Algorithmus",
        Expected::PlaceInCode => "ein Prozess und eine Zeile des Pseudocodes, etwa p1=18",
        Expected::Content => "ein Register und sein Inhalt, etwa slot[p1]@m2=(1,1,a)",
        Expected::Value => "ein Wert, ein Buchstabe von a bis z",
        Expected::List => "eine Liste, die mit einer Klammer endet, etwa (a,b)",
        Expected::Algorithm => "der Name eines Algorithmus",
        Expected::Setting => "eine Einstellung, etwa processes=2",
        Expected::Mutation => "eine Mutation dieses Algorithmus",
    };
    words.to_owned()
}
