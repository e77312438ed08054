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

            /// Its text.
            pub const fn text(self, language: Language) -> &'static str {
                match language {
                    Language::English => match self {
                        $(Ui::$label => $english,)*
                    },
                    Language::German => match self {
                        $(Ui::$label => $german,)*
                    },
                }
            }
        }
    };
}

labels! {
    // Transport.
    Play: "Play", "Abspielen";
    Pause: "Pause", "Anhalten";
    First: "To the start", "Zum Anfang";
    Last: "To the end", "Zum Ende";
    NextEvent: "Next event", "Nächstes Ereignis";
    PreviousEvent: "Previous event", "Voriges Ereignis";
    NextDelay: "Next delay", "Nächste Verzögerung";
    PreviousDelay: "Previous delay", "Vorige Verzögerung";
    Speed: "Speed", "Tempo";
    Step: "Step", "Schritt";
    Of: "of", "von";
    Position: "Place in the run", "Stelle im Lauf";
    Undo: "Undo", "Rückgängig";
    Redo: "Redo", "Wiederholen";
    RunUntil: "Run until", "Laufen bis";
    UntilDecided: "a decision", "zu einer Entscheidung";
    UntilAllDecided: "everyone decided", "alle entschieden haben";
    UntilNak: "a nak", "zu einem nak";
    UntilViolation: "a property is violated", "eine Eigenschaft verletzt ist";
    UntilQuiescent: "nothing is left to happen", "nichts mehr geschehen kann";

    // Who chooses.
    Mode: "Who chooses", "Wer wählt";
    Lockstep: "Lockstep", "Gleichschritt";
    Random: "Random", "Zufall";
    ByHand: "By hand", "Von Hand";
    Seed: "Seed", "Startwert";
    SameAgain: "Same again", "Noch einmal";
    NextSeed: "Next seed", "Nächster Startwert";
    WithFaults: "With faults", "Mit Fehlern";

    // Faults.
    BreakIt: "Break it", "Mach es kaputt";
    Crash: "Crash", "Absturz";
    Recover: "Recover", "Zurückholen";
    Hold: "Hold", "Anhalten";
    Release: "Release", "Freigeben";
    Lose: "Lose", "Verlieren";
    MakeLeader: "Make leader", "Zum Leader machen";
    FireTimeout: "Fire time-out", "Zeit ablaufen lassen";
    Lie: "Lie", "Lügen";
    FlipCoin: "Flip coin", "Münze werfen";
    Leader: "Leader", "Leader";
    Budget: "Fault budget", "Fehlerbudget";
    BeyondBudget: "Beyond the theorem", "Jenseits des Satzes";
    NoPromiseLeft: "More has failed than the theorem allows: nothing is promised any more.", "Es ist mehr ausgefallen, als der Satz erlaubt: Nichts ist mehr versprochen.";

    // Panels.
    Stage: "Stage", "Bühne";
    Diagram: "Space-time diagram", "Raum-Zeit-Diagramm";
    Pseudocode: "Pseudocode", "Pseudocode";
    State: "State", "Zustand";
    Events: "Events", "Ereignisse";
    Next: "Next", "Als Nächstes";
    NothingEnabled: "Nothing is left to happen.", "Es kann nichts mehr geschehen.";
    Properties: "Properties", "Eigenschaften";
    DelaysSoFar: "delays so far", "Verzögerungen bisher";
    DelaySoFar: "delay so far", "Verzögerung bisher";
    Decision: "Decision", "Entscheidung";
    NoDecisionYet: "none yet", "noch keine";
    WhyItMatters: "Why it matters:", "Warum es zählt:";
    Legend: "Legend", "Legende";
    Table: "Table", "Tabelle";
    Variables: "Variables", "Variablen";
    Registers: "Registers", "Register";
    Permissions: "Permissions", "Rechte";
    Process: "Process", "Prozess";
    Memory: "Memory", "Speicher";
    Processes: "Processes", "Prozesse";
    Memories: "Memories", "Speicher";
    Branch: "Branch", "Zweig";
    Branches: "Branches", "Zweige";
    Others: "others", "andere";
    Rename: "Rename", "Umbenennen";
    Compare: "Compare", "Vergleichen";
    Delete: "Delete", "Löschen";
    Filter: "Show only", "Zeige nur";
    AxisRounds: "By delays", "Nach Verzögerungen";
    AxisSteps: "By steps", "Nach Schritten";
    CriticalPath: "Critical path", "Kritischer Pfad";
    CausalPast: "Causal past", "Ursachen";
    NoHighlight: "No highlight", "Ohne Hervorhebung";
    ZoomIn: "Zoom in", "Vergrößern";
    ZoomOut: "Zoom out", "Verkleinern";
    ZoomReset: "Whole stage", "Ganze Bühne";
    FullScreen: "Full screen", "Vollbild";
    Holds: "Held", "Angehalten";

    // Setup.
    Setup: "Setup", "Aufbau";
    Algorithm: "Algorithm", "Algorithmus";
    Inputs: "Inputs", "Eingaben";
    Mutations: "What if", "Was wäre, wenn";
    MutationsHint: "Leave a line out and see what breaks.", "Lass eine Zeile weg und sieh, was bricht.";
    Breaks: "breaks", "bricht";
    FaultyProcesses: "Processes that may fail", "Prozesse, die ausfallen dürfen";
    FaultyMemories: "Memories that may crash", "Speicher, die abstürzen dürfen";
    ByzantineProcesses: "Byzantine processes", "Byzantinische Prozesse";
    Attempts: "Attempts of each process", "Versuche je Prozess";
    Unbounded: "unbounded", "unbegrenzt";
    Reads: "Reads", "Lesen";
    ReadsRow: "all slots at once", "alle Felder auf einmal";
    ReadsRegister: "one register at a time", "ein Register nach dem anderen";
    FirstPhase: "First phase of the first leader", "Erste Phase des ersten Leaders";
    FirstPhaseDone: "done before the run", "vor dem Lauf erledigt";
    FirstPhaseRun: "run", "wird ausgeführt";
    Links: "Links", "Verbindungen";
    LinksReliable: "reliable", "zuverlässig";
    LinksFairLossy: "fair-lossy", "verlustbehaftet";
    Quorums: "Quorums", "Quoren";
    QuorumMajority: "majority", "Mehrheit";
    QuorumAllButF: "all but f (an experiment)", "alle bis auf f (ein Versuch)";
    Start: "Start this run", "Diesen Lauf beginnen";
    Cancel: "Cancel", "Abbrechen";
    Close: "Close", "Schließen";
    BeyondTheorem: "This f is beyond the theorem's bound: an experiment.", "Dieses f liegt jenseits der Schranke des Satzes: ein Versuch.";
    DecidesIn: "decides in", "entscheidet in";
    Needs: "needs", "braucht";

    // Share.
    Share: "Share", "Teilen";
    CopyLink: "Copy link", "Link kopieren";
    Copied: "Copied", "Kopiert";
    LinkHere: "Opens at this step", "Öffnet bei diesem Schritt";
    LinkStart: "Opens at the start", "Öffnet am Anfang";
    Export: "Export", "Ausgeben";
    ExportScenario: "Scenario text", "Szenariotext";
    ExportSvgStage: "Stage as SVG", "Bühne als SVG";
    ExportSvgDiagram: "Diagram as SVG", "Diagramm als SVG";
    ExportPng: "Picture as PNG", "Bild als PNG";
    ExportTikz: "Picture as TikZ", "Bild als TikZ";
    ExportSequence: "Numbered SVGs for slides", "Nummerierte SVGs für Folien";
    Import: "Open a file", "Datei öffnen";
    Paste: "Paste text", "Text einfügen";
    QrCode: "QR code", "QR-Code";
    Embed: "Embed", "Einbetten";

    // Appearance.
    Theme: "Theme", "Farben";
    ThemeSystem: "As the system", "Wie das System";
    ThemeLight: "Light", "Hell";
    ThemeDark: "Dark", "Dunkel";
    ThemeProjector: "Projector", "Projektor";
    LanguageLabel: "Language", "Sprache";
    ReducedMotion: "Reduced motion", "Weniger Bewegung";

    // Help.
    Help: "Help", "Hilfe";
    Keys: "Keys", "Tasten";
    KeyPlay: "play or pause", "abspielen oder anhalten";
    KeyNext: "next event", "nächstes Ereignis";
    KeyPrevious: "previous event", "voriges Ereignis";
    KeyNextDelay: "next delay", "nächste Verzögerung";
    KeyPreviousDelay: "previous delay", "vorige Verzögerung";
    KeyFirst: "to the start", "zum Anfang";
    KeyLast: "to the end", "zum Ende";
    KeyHelp: "this list", "diese Liste";
    KeyShare: "share", "teilen";
    KeyTheme: "projector theme", "Projektorfarben";
    KeyFullScreen: "full screen", "Vollbild";
    KeyChoose: "choose an event", "ein Ereignis wählen";
    KeyClose: "close", "schließen";
    Lessons: "Lessons", "Lektionen";
    Search: "Search all runs", "Alle Läufe durchsuchen";
    FindWhatBreaks: "Find what breaks", "Finde, was bricht";
    About: "About", "Über";
    SkipToStage: "Skip to the stage", "Zur Bühne springen";
    Notes: "Notes", "Notizen";
    Presenter: "Presenter window", "Fenster für Vortragende";
    More: "More", "Mehr";

    // What goes wrong.
    ErrorLink: "This link cannot be opened.", "Dieser Link lässt sich nicht öffnen.";
    ErrorScenario: "This scenario cannot be read.", "Dieses Szenario lässt sich nicht lesen.";
    ErrorSetup: "This setup is not possible.", "Dieser Aufbau ist nicht möglich.";
    ErrorRefused: "That cannot happen here.", "Das kann hier nicht geschehen.";
    ErrorKept: "What was open is still here.", "Was offen war, ist noch da.";
    Dismiss: "Dismiss", "Verstanden";

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
    MayWrite: "may write", "darf schreiben";
    MayRead: "may read", "darf lesen";
    MayNothing: "may do neither", "darf keines von beiden";

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
        }
    }
}
