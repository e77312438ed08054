//! The labels of the page: one line each, in every language.

use super::Language;

macro_rules! labels {
    ($($(#[$doc:meta])* $label:ident: $english:literal, $german:literal;)*) => {
        /// A label of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "a label is documented by its English text")]
        pub enum Ui {
            $($(#[$doc])* $label,)*
        }

        impl Ui {
            /// Every label.
            pub const ALL: &'static [Ui] = &[$(Ui::$label),*];

            /// In English.
            pub(super) const fn english(self) -> &'static str {
                match self {
                    $(Ui::$label => $english,)*
                }
            }

            /// In German.
            pub(super) const fn german(self) -> &'static str {
                match self {
                    $(Ui::$label => $german,)*
                }
            }
        }
    };
}

labels! {

    // Faults.
    Crash: "Crash", "Absturz";
    Recover: "Recover", "Zurückholen";
    Hold: "Hold", "Anhalten";
    Release: "Release", "Freigeben";
    Lose: "Lose", "Verlieren";
    MakeLeader: "Make leader", "Zum Leader machen";

    // Panels.
    Diagram: "Space-time diagram", "Raum-Zeit-Diagramm";
    NothingEnabled: "Nothing is left to happen.", "Es kann nichts mehr geschehen.";
    WhyItMatters: "Why it matters", "Warum es zählt";
    Table: "Table", "Tabelle";
    AxisRounds: "By delays", "Nach Verzögerungen";
    AxisSteps: "By steps", "Nach Schritten";
    CriticalPath: "Critical path", "Kritischer Pfad";
    CausalPast: "Causal past", "Ursachen";
    NoHighlight: "No highlight", "Ohne Hervorhebung";
    ZoomIn: "Zoom in", "Vergrößern";
    ZoomOut: "Zoom out", "Verkleinern";
    ZoomReset: "Whole stage", "Ganze Bühne";
    Holds: "Held", "Angehalten";

    // Levels.
    LevelCopies: "memory copies", "Speicherkopien";
    LevelRegisters: "registers", "Register";
    LevelBroadcasts: "broadcasts", "Broadcasts";
    LevelMessages: "messages", "Nachrichten";
    Unfold: "Unfold", "Aufklappen";
    DeliveredBy: "delivered by", "ausgeliefert von";
    ReceivedBy: "T-received by", "T-empfangen von";
    AnsweredBy: "answered by", "beantwortet von";
    MemoriesLane: "memories", "Speicher";
    Filter: "Filter", "Filter";
    OtherRuns: "Other runs", "Andere Läufe";

    // Share.
    ExportScenario: "Scenario text", "Szenariotext";
    ExportSvgStage: "Stage as SVG", "Bühne als SVG";
    ExportSvgDiagram: "Diagram as SVG", "Diagramm als SVG";
    ExportSlides: "One SVG for each step (ZIP)", "Ein SVG je Schritt (ZIP)";
    ExportSlidesByDelay: "One SVG for each delay (ZIP)", "Ein SVG je Verzögerung (ZIP)";
    TooManySlides: "This run has too many steps for a picture of each: look at it from a level that shows fewer, or take a picture for each delay.", "Dieser Lauf hat zu viele Schritte für je ein Bild: Wähle eine Ebene, die weniger zeigt, oder nimm ein Bild je Verzögerung.";
    ExportPng: "Picture as PNG", "Bild als PNG";
    ExportTikz: "Picture as TikZ", "Bild als TikZ";

    // Kinds, for the legend and the filters.
    KindMessage: "message", "Nachricht";
    KindWrite: "write", "Schreiben";
    KindRead: "read", "Lesen";
    KindPermission: "permission change", "Rechteänderung";
    KindAck: "acknowledgement", "Bestätigung";
    KindNak: "nak: refused", "nak: abgewiesen";
    KindValue: "what a read returns", "was ein Lesen ergibt";
    KindDone: "permission change over", "Rechteänderung vorbei";
    KindCrash: "crash", "Absturz";
    KindDecision: "decision", "Entscheidung";
    KindLeader: "leader", "Leader";
    KindByzantine: "Byzantine act", "byzantinische Tat";
    KindProof: "proof or signature", "Beweis oder Unterschrift";
    KindProceed: "goes on past a wait", "Warten ist vorbei";
    KindTimeout: "time-out", "Zeit abgelaufen";
    KindLost: "lost", "verloren";
    KindCoin: "coin", "Münze";
    KindHold: "held", "angehalten";
    KindRecover: "recovery", "Rückkehr";
    KindCaught: "a lie, caught", "eine Lüge, ertappt";

    // The diagram as a table.
    ColumnStep: "step", "Schritt";
    ColumnDelay: "delay", "Verzögerung";
    ColumnWhere: "where", "wo";
    ColumnWhat: "what happened", "was geschah";
    ColumnWriters: "who may write", "wer schreiben darf";
    ColumnCause: "sent at step", "gesandt in Schritt";
}

impl super::super::icons::Icon {
    /// Its name in a legend.
    pub const fn label(self) -> Ui {
        use super::super::icons::Icon;
        match self {
            Icon::Message => Ui::KindMessage,
            Icon::Write => Ui::KindWrite,
            Icon::Read => Ui::KindRead,
            Icon::Permission => Ui::KindPermission,
            Icon::Ack => Ui::KindAck,
            Icon::Nak => Ui::KindNak,
            Icon::Value => Ui::KindValue,
            Icon::Done => Ui::KindDone,
            Icon::Crash => Ui::KindCrash,
            Icon::Decision => Ui::KindDecision,
            Icon::Leader => Ui::KindLeader,
            Icon::Byzantine => Ui::KindByzantine,
            Icon::Proof => Ui::KindProof,
            Icon::Proceed => Ui::KindProceed,
            Icon::Timeout => Ui::KindTimeout,
            Icon::Lost => Ui::KindLost,
            Icon::Coin => Ui::KindCoin,
            Icon::Hold => Ui::KindHold,
            Icon::Recover => Ui::KindRecover,
            Icon::Caught => Ui::KindCaught,
        }
    }
}

impl Ui {
    /// Its text.
    pub fn text(self, language: Language) -> &'static str {
        language.tongue().label(self)
    }

    /// The name of a level.
    pub const fn of_level(level: crate::model::Level) -> Ui {
        use crate::model::Level;
        match level {
            Level::Copies => Ui::LevelCopies,
            Level::Registers => Ui::LevelRegisters,
            Level::Broadcasts => Ui::LevelBroadcasts,
            Level::Messages => Ui::LevelMessages,
        }
    }
}
