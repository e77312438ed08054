//! The words of the page around the picture: labels and short sentences, in every language.
//!
//! One line for each word, one column for each language: what is missing does not compile.

use super::Language;

impl Word {
    /// In a language.
    pub fn says(self, language: Language) -> &'static str {
        language.tongue().word(self)
    }
}

macro_rules! words {
    ($($word:ident: $english:literal, $german:literal;)*) => {
        /// A word of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each is explained by its English")]
        pub enum Word { $($word),* }

        impl Word {
            /// In English.
            pub(super) fn english(self) -> &'static str {
                match self {
                    $(Word::$word => $english,)*
                }
            }

            /// In German.
            pub(super) fn german(self) -> &'static str {
                match self {
                    $(Word::$word => $german,)*
                }
            }
        }
    };
}

words! {
    NextEvent: "Next event", "Nächstes Ereignis";
    PreviousEvent: "Previous event", "Voriges Ereignis";
    NextDelay: "To the end of the next delay", "Ans Ende der nächsten Verzögerung";
    PreviousDelay: "To the end of the delay before", "Ans Ende der vorigen Verzögerung";
    StepInto: "Into what is folded: one level closer", "Hinein ins Zusammengefasste: eine Ebene näher";
    StepOut: "Out of it: one level further away", "Heraus: eine Ebene weiter weg";
    LevelShown: "Level shown", "Gezeigte Ebene";
    First: "To the start", "An den Anfang";
    Last: "To the end", "Ans Ende";
    Play: "Play", "Abspielen";
    Pause: "Pause", "Anhalten";
    PlayOrPause: "Play or pause", "Abspielen oder anhalten";
    Faster: "Faster", "Schneller";
    Slower: "Slower", "Langsamer";
    Speed: "Speed", "Tempo";
    Pseudocode: "Pseudocode", "Pseudocode";
    State: "State", "Zustand";
    Events: "Events", "Ereignisse";
    WhatNext: "Next", "Möglich";
    Branches: "Runs", "Läufe";
    Lockstep: "Lockstep", "Gleichschritt";
    Random: "Random", "Zufall";
    ByHand: "By hand", "Von Hand";
    Seed: "Seed", "Startwert";
    SameAgain: "Same again", "Noch einmal";
    NextSeed: "Next seed", "Nächster Startwert";
    DrawFaults: "with faults", "mit Ausfällen";
    GoToStage: "To the stage", "Zur Bühne";
    Algorithm: "Algorithm", "Algorithmus";
    AlgorithmAndSetup: "Algorithm and setup", "Algorithmus und Einstellungen";
    Share: "Share", "Teilen";
    ShareTitle: "Share this run", "Diesen Lauf teilen";
    Lessons: "Lessons", "Lektionen";
    SearchAllRuns: "Search all runs", "Alle Läufe durchsuchen";
    NextTheme: "Another look", "Andere Darstellung";
    Theme: "Look", "Darstellung";
    Language: "Language", "Sprache";
    ThemeSystem: "as the system", "wie das System";
    ThemeLight: "light", "hell";
    ThemeDark: "dark", "dunkel";
    ThemeProjector: "projector", "Projektor";
    FullScreen: "Full screen", "Vollbild";
    Keys: "Keys", "Tasten";
    Help: "Help and settings", "Hilfe und Einstellungen";
    Close: "Close", "Schließen";
    Dismiss: "Got it", "Verstanden";
    Fetching: "This part of the page is being fetched …", "Dieser Teil der Seite wird geholt …";
    NotFetched: "This needs a part of the page that could not be fetched, and nothing has changed. Try again when there is a network; where there is one, the page has been renewed since: reload it, which loses nothing.", "Das braucht einen Teil der Seite, der nicht geholt werden konnte; nichts hat sich geändert. Versuch es noch einmal, wenn ein Netz da ist; ist eines da, wurde die Seite seither erneuert: Lade sie neu, dabei geht nichts verloren.";
    TryAgain: "Try again", "Noch einmal versuchen";
    UpdateReady: "A new version is ready. Reloading loses nothing.", "Eine neue Version ist da. Beim Neuladen geht nichts verloren.";
    NotHeard: "This window follows another one and hears nothing from it. Open it anew from there, by the help; where the page was opened from a disk, Chrome and Edge can do that.", "Dieses Fenster folgt einem anderen und hört nichts von ihm. Es lässt sich von dort, über die Hilfe, neu öffnen; wo die Seite von einem Datenträger kommt, können Chrome und Edge das.";
    ReloadNow: "Reload", "Neu laden";
    Stage: "Stage", "Bühne";
    DelaysSoFar: "delays so far", "Verzögerungen bisher";
    DelaySoFar: "delay so far", "Verzögerung bisher";
    Properties: "Properties", "Eigenschaften";
    Violated: "violated", "verletzt";
    NoDecision: "Decision: none yet", "Entscheidung: noch keine";
    Start: "Start", "Starten";
    Cancel: "Cancel", "Abbrechen";
    Processes: "Processes (n)", "Prozesse (n)";
    Memories: "Memories (m)", "Speicher (m)";
    Inputs: "Inputs", "Eingaben";
    ProcessFaults: "Processes that may fail (f_P)", "Prozesse, die ausfallen dürfen (f_P)";
    MemoryFaults: "Memories that may crash (f_M)", "Speicher, die ausfallen dürfen (f_M)";
    Byzantine: "Byzantine processes", "Byzantinische Prozesse";
    Mutations: "What if …", "Was wäre, wenn …";
    Reads: "Reads", "Lesen";
    ReadsRow: "all of a region in one operation", "eine Region in einer Operation";
    ReadsRegister: "one register at a time", "ein Register nach dem anderen";
    FirstPhase: "p1’s first phase", "Erste Phase von p1";
    FirstPhaseDone: "done before the run", "vor dem Lauf getan";
    FirstPhaseRun: "part of the run", "Teil des Laufs";
    Attempts: "Attempts of each process", "Versuche je Prozess";
    Unlimited: "no limit", "unbegrenzt";
    LinksLabel: "Links", "Verbindungen";
    LinksReliable: "reliable", "verlässlich";
    LinksFairLossy: "fair-lossy", "verlustbehaftet";
    QuorumLabel: "Quorums", "Quoren";
    QuorumMajority: "majorities", "Mehrheiten";
    QuorumAllButF: "all but f (an experiment)", "alle bis auf f (ein Experiment)";
    Breaks: "breaks", "verletzt";
    Line: "line", "Zeile";
    FindWhatBreaks: "Find what breaks", "Finde, was bricht";
    BreakIt: "Break it", "Stören";
    StepOf: "of", "von";
    Step: "step", "Schritt";
    Rename: "Rename", "Umbenennen";
    ChooseWhatHappens: "Choose what happens next. Elsewhere than at the end of a run, your choice starts another run; this one stays.", "Wähle, was als Nächstes geschieht. Anders als am Ende eines Laufs beginnt deine Wahl einen neuen Lauf; dieser bleibt erhalten.";
    CopyLink: "Copy link", "Link kopieren";
    Copied: "Copied", "Kopiert";
    MarkedToCopy: "Marked: copy it", "Markiert: jetzt kopieren";
    LinkOfFile: "This page is a file, so the link opens on this computer only. For others, put what follows the # behind the address of any mnmscope, or send the file along.", "Diese Seite ist eine Datei, der Link öffnet sich also nur auf diesem Rechner. Für andere gehört das, was nach dem # steht, hinter die Adresse irgendeines mnmscope, oder die Datei geht mit.";
    Variables: "Variables", "Variablen";
    Registers: "Registers", "Register";
    SkipToStage: "Skip to the stage", "Zur Bühne springen";
    Settings: "Settings", "Einstellungen";
    Scrub: "Place in the run", "Stelle im Lauf";
    CommonCase: "delays in the common case", "Verzögerungen im Normalfall";
    MoreSettings: "More settings", "Weitere Einstellungen";
    Decides: "decides", "entscheidet";
    Delays: "delays", "Verzögerungen";
    Steps: "steps", "Schritte";
    Search: "Search", "Suche";
    SearchHint: "Visits every state that any schedule can reach in this configuration, within its faults. Small ones can be searched to the end.", "Besucht jeden Zustand, den irgendein Ablauf in dieser Konfiguration erreicht, mit ihren Ausfällen. Kleine lassen sich ganz durchsuchen.";
    SearchAttempts: "Attempts of each process, where there is no limit", "Versuche je Prozess, wo es keine Grenze gibt";
    SearchFromHere: "from this step on only", "nur ab diesem Schritt";
    StartSearch: "Search all runs", "Alle Läufe durchsuchen";
    StopSearch: "Stop", "Anhalten";
    SearchBegins: "Random runs first …", "Erst zufällige Läufe …";
    DistinctStates: "distinct states", "verschiedene Zustände";
    StatesASecond: "states a second", "Zustände je Sekunde";
    SearchDepth: "depth, in events", "Tiefe, in Ereignissen";
    SearchMemory: "memory", "Speicherbedarf";
    FrontierLeft: "of the states found are still to visit", "der gefundenen Zustände noch zu besuchen";
    Seconds: "seconds", "Sekunden";
    NoViolationInAll: "No violation in all", "Keine Verletzung in allen";
    StatesOfThisScope: "states of this scope.", "Zuständen dieses Bereichs.";
    SearchRanOut: "The memory or the states allowed ran out: no violation in the", "Speicher oder Zustände sind aufgebraucht: keine Verletzung in den";
    StatesSeen: "states seen.", "gesehenen Zuständen.";
    StepThroughIt: "Step through it", "Schritt für Schritt ansehen";
    ReductionsUsed: "Reductions", "Reduktionen";
    ChanceOfMissed: "Chance of a missed state", "Chance eines übersehenen Zustands";
    NeverShown: "No run showed", "Kein Lauf zeigte";
    Undo: "Undo", "Rückgängig";
    Redo: "Redo", "Wiederherstellen";
    Lesson: "Lesson", "Lektion";
    LeaveLesson: "Leave", "Verlassen";
    NextLesson: "Next lesson:", "Nächste Lektion:";
    GoOn: "Go on", "Weiter";
    EndLesson: "End", "Beenden";
    BackToLesson: "Back to the lesson", "Zurück zur Lektion";
    LeftTheLesson: "You have left the lesson's run: this one is yours.", "Du hast den Lauf der Lektion verlassen: dieser gehört dir.";
    RightAnswer: "Right. Go on to see it.", "Richtig. Geh weiter und sieh es dir an.";
    WrongAnswer: "Not so. Go on and see why.", "Nicht ganz. Geh weiter und sieh, warum.";
    Delete: "Delete", "Löschen";
    PasteScenario: "Paste a scenario or a list of events, or drop a file here", "Füge ein Szenario oder eine Liste von Ereignissen ein, oder leg eine Datei hier ab";
    ChooseFile: "Choose a file", "Datei wählen";
    OpenIt: "Open", "Öffnen";
    QrCode: "QR code of the link", "QR-Code des Links";
    TooLongForQr: "This link is too long for a QR code.", "Dieser Link ist zu lang für einen QR-Code.";
    OnlyAt: "only at", "nur bei";
    LieFreely: "what it does, in the words of scenarios", "was er tut, in den Worten der Szenarien";
    LieHint: "Pick one and change what you like: the register, the memory or receiver, the value (a to z).", "Wähle etwas aus und ändere, was du magst: das Register, den Speicher oder Empfänger, den Wert (a bis z).";
    LieImpossible: "That cannot be done now: there is no such register, receiver or signature, or an operation of the liar is under way there.", "Das geht jetzt nicht: Dieses Register, diesen Empfänger oder diese Unterschrift gibt es nicht, oder dort ist schon eine Operation des Lügners unterwegs.";
    DoIt: "Do it", "Tun";
    LoseAllOf: "Lose everything in flight from", "Alles verlieren, was unterwegs ist von";
    OnlyUpToHere: "only up to this step", "nur bis zu diesem Schritt";
    StartsPlaying: "starts playing", "spielt von selbst";
    Locked: "locked: step, but do not act", "gesperrt: ansehen, nicht eingreifen";
    EmbedOnly: "for a slide deck: the picture alone", "für Folien: nur das Bild";
    LinkLabel: "Link to this run", "Link zu diesem Lauf";
    EmbedLine: "Line for a slide deck", "Zeile für Folien";
    Characters: "characters", "Zeichen";
    SaveAs: "Save as", "Speichern als";
    LockedHere: "This run is locked: it can be stepped through, not changed.", "Dieser Lauf ist gesperrt: er lässt sich ansehen, nicht ändern.";
    Earlier: "Earlier steps", "Frühere Schritte";
    Later: "Later steps", "Spätere Schritte";
    AsRecorded: "(as recorded)", "(wie aufgezeichnet)";
    GroupProgress: "The algorithm and the network", "Algorithmus und Netz";
    GroupOracle: "Time-outs and the leader oracle", "Zeitabläufe und Leader-Orakel";
    GroupFaults: "Faults within the budget", "Ausfälle im Rahmen des Budgets";
    GroupStart: "Start here", "Fang hier an";
    GroupModel: "Memories and delays", "Speicher und Verzögerungen";
    GroupRegisters: "One register, several memories", "Ein Register, mehrere Speicher";
    GroupCrashes: "Crashes", "Ausfälle";
    GroupPermissions: "Permissions", "Rechte";
    GroupLeaders: "Leaders", "Leader";
    GroupWithout: "Without permissions", "Ohne Rechte";
    GroupLies: "Lies", "Lügen";
    GroupByzantine: "Agreement among liars", "Einigkeit unter Lügnern";
    LessonDone: "done", "fertig";
    OpenYours: "Open your own", "Eigenes öffnen";
    DiagramTable: "The diagram as a table", "Das Diagramm als Tabelle";
    ForgetAll: "Forget everything kept in this browser", "Alles vergessen, was dieser Browser behalten hat";
    PresenterWindow: "Open a window with the stage alone, for the projector", "Fenster nur mit der Bühne öffnen, für den Projektor";
    RunUntil: "Run until …", "Laufen bis …";
    UntilDecided: "a decision", "zu einer Entscheidung";
    UntilAllDecided: "everyone has decided", "alle entschieden haben";
    UntilNak: "a nak", "zu einem nak";
    UntilViolation: "a property is violated", "eine Eigenschaft verletzt ist";
    UntilQuiescent: "nothing is left to happen", "nichts mehr geschehen kann";
    UntilOther: "something else …", "etwas anderem …";
    NeverHappened: "Looked ahead, and that does not happen; you are where you were. Steps looked at:", "Vorausgeschaut: das geschieht nicht; du bist, wo du warst. Angesehene Schritte:";
    GoOnUntil: "Go on until …", "Weiter, bis …";
    RegisterTakes: "a register takes a value", "ein Register einen Wert annimmt";
    ProcessReaches: "a process reaches a line", "ein Prozess eine Zeile erreicht";
    PropertyChanges: "a property changes", "eine Eigenschaft sich ändert";
    WaitedFor: "What is waited for", "Worauf gewartet wird";
    LineReached: "Line", "Zeile";
    Memory: "Memory", "Speicher";
    Register: "Register", "Register";
    ValueTaken: "Value, as shown; empty for any other than now", "Wert, wie gezeigt; leer für jeden anderen als jetzt";
    Process: "Process", "Prozess";
    Property: "Property", "Eigenschaft";
    AnyProperty: "any", "irgendeine";
    AtMostSteps: "Steps to look ahead, at most", "Schritte voraus, höchstens";
    Partition: "Partition", "Partition";
    PartitionTold: "Nothing gets from one side to the other until you release it. Press a name to put it on the other side.", "Nichts kommt von einer Seite auf die andere, bis du es freigibst. Ein Druck auf einen Namen setzt ihn auf die andere Seite.";
    SideLabel: "side", "Seite";
    Direction: "What is held", "Was angehalten wird";
    BothWays: "everything between A and B", "alles zwischen A und B";
    OnlyAToB: "only what goes from A to B", "nur was von A nach B geht";
    OnlyBToA: "only what goes from B to A", "nur was von B nach A geht";
    BothSidesNeeded: "Each side needs somebody.", "Auf jeder Seite muss jemand stehen.";
    ReleaseAll: "Release all", "Alles freigeben";
    ThisPacket: "this packet alone", "nur dieses Paket";
    Hangs: "it hangs until it is released", "er hängt, bis er freigegeben wird";
    AllOthers: "all others", "alle anderen";
    ZoomIn: "Look closer at the stage", "Die Bühne näher ansehen";
    ZoomOut: "Look from further away", "Von weiter weg ansehen";
    ZoomReset: "The whole stage", "Die ganze Bühne";
    Stubborn: "Stubborn", "Störrisch";
    LockstepTold: "The papers' common case: everything that is sent arrives one delay later", "Der Normalfall der Arbeiten: was gesandt wird, kommt eine Verzögerung später an";
    RandomTold: "A seed draws what happens", "Ein Startwert lost aus, was geschieht";
    StubbornTold: "Keeps the run undecided as long as it can", "Hält den Lauf unentschieden, solange es geht";
    SlowDown: "Slow down", "Verlangsamen:";
    PartsAfter: "parts from the run shown after step", "trennt sich vom gezeigten Lauf nach Schritt";
    SameTo: "looks the same to", "sieht gleich aus für";
    SameToNobody: "looks different to everyone", "sieht für alle anders aus";
    Beside: "Side by side", "Nebeneinander";
    PutBeside: "Put something beside the run", "Etwas neben den Lauf stellen";
    BesideIt: "beside", "daneben";
    AlgorithmBeside: "Another algorithm: same inputs, same faults, in step by delays", "Ein anderer Algorithmus: gleiche Eingaben, gleiche Ausfälle, im Takt der Verzögerungen";
    RunBeside: "Another of your runs, step by step", "Ein anderer deiner Läufe, Schritt für Schritt";
    NoRunBeside: "There is one run so far. Act in the past, and there are two.", "Bisher gibt es einen Lauf. Greif in der Vergangenheit ein, und es sind zwei.";
    InStepBy: "In step by", "Im Takt:";
    PaceDelays: "delays", "Verzögerungen";
    PaceSteps: "events", "Ereignisse";
    PaceOf: "events at", "Ereignisse bei";
    DiffersHere: "first difference", "erster Unterschied";
    GoThere: "Go there", "Dorthin";
    ThisRun: "This run", "Dieser Lauf";
    TheOtherRun: "The other run", "Der andere Lauf";
    NotBeside: "This cannot happen beside it:", "Das kann daneben nicht geschehen:";
    NotInBoth: "What fails here fails in the run at hand too, and that one has no such thing: open this algorithm by itself to let it fail.", "Was hier ausfällt, fällt auch im ersten Lauf aus, und dort gibt es das nicht: Öffne diesen Algorithmus allein, um es ausfallen zu lassen.";
    LensSigns: "? is what it cannot know; @7 is what it learnt in step 7", "? ist, was er nicht wissen kann; @7 hat er in Schritt 7 erfahren";
    SeeEverything: "See everything", "Alles sehen";
    SeenBy: "Seen by", "Gesehen von";
    Everyone: "everyone", "allen";
    NextView: "See it as the next process knows it", "Sehen, was der nächste Prozess weiß";
    StandAlone: "Close what stands beside", "Nebenstehendes schließen";
    Leave: "Leave one process’s view, or what stands beside", "Sicht eines Prozesses oder Nebenstehendes verlassen";
    Survival: "Which algorithm survives?", "Welcher Algorithmus übersteht das?";
    Promise: "The theorem", "Der Satz";
    WhatHappens: "When that many fail", "Wenn so viele ausfallen";
    WithSmallQuorums: "With quorums of all but f", "Mit Quoren aus allen bis auf f";
    Promised: "promises a decision", "verspricht eine Entscheidung";
    PromisedSafety: "promises that nothing wrong happens, not that it ends", "verspricht, dass nichts Falsches geschieht, nicht, dass es endet";
    NotPromised: "promises nothing", "verspricht nichts";
    FateDecides: "decides in", "entscheidet in";
    FateBlocks: "blocks: someone waits for ever", "blockiert: jemand wartet für immer";
    FateBreaks: "breaks: two values are decided", "bricht: zwei Werte werden entschieden";
}
