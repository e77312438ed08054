//! Why things matter: the words for each reason, one exhaustive `match` a language.

use super::Language;
use crate::model::{Stake, Why};

/// A reason in English.
pub(super) fn english(why: Why) -> String {
    match why {
        Why::NakSavesAgreement { old, memory } => format!(
            "{old} cannot reach a majority without noticing that another leader was at {memory}. This refusal replaces the last read of Disk Paxos, and saves two delays."
        ),
        Why::AckReplacesRead { writer, memory } => format!(
            "An acknowledgement proves that nobody took {memory} before the write landed, so {writer} need not read again to know it."
        ),
        Why::LandedIsVisible { writer, memory } => format!(
            "From this moment a later leader that reads {memory} sees what {writer} wrote, whether or not {writer} ever hears back."
        ),
        Why::TakeBeforeRead { taker, memory } => format!(
            "{taker} locks the old writer out of {memory} before it reads: whatever was written is there to be seen, and nothing can be written after it looked."
        ),
        Why::AdoptsValue { process, value } => format!(
            "{value} may have been decided already, so {process} must propose it instead of its own value."
        ),
        Why::FreeToPropose { process } => format!(
            "Nothing was accepted where {process} read, so nothing was decided before: it is free to propose its own value."
        ),
        Why::BarrierPassed { process } => format!(
            "A majority of memories belongs to {process} now. Any decided value lies in one of them, so {process} has seen it."
        ),
        Why::MajorityAcknowledged { value, .. } => format!(
            "Any two majorities share a memory, so every later leader will read {value} there and keep it."
        ),
        Why::StragglerAborts { process } => format!(
            "{process} has already sent accepts with another value. Adopting this one now could put two values under one proposal number, so it gives the attempt up."
        ),
        Why::HigherNumberSeen { process } => format!(
            "Somebody with a higher proposal number was here, so {process} gives way and tries again with a higher one."
        ),
        Why::TooLate { process } => format!(
            "The attempt that asked for it is over, so {process} must not count this answer towards the next one."
        ),
        Why::MinorityMayFail => {
            "A minority of the memories may stay silent for ever: a majority of the others is enough to go on.".to_owned()
        }
        Why::LeaderOnlyForProgress => {
            "Safety never rests on who is trusted: with two leaders at once nothing goes wrong, it only takes longer.".to_owned()
        }
        Why::LeftoversMayLand { process } => format!(
            "What {process} sent before is on its way all the same, and may still land."
        ),
        Why::PromiseShutsOut { acceptor } => format!(
            "{acceptor} promises to accept nothing older: whoever proposed with a lower number can no longer win {acceptor} over."
        ),
        Why::RefusalKeepsPromise { acceptor } => format!(
            "{acceptor} has promised to follow a higher number. To give in to this lower one would break the promise on which that other proposer relies."
        ),
        Why::QuorumAccepted { value, .. } => format!(
            "Any two quorums share a process, so every later proposer hears of {value} and keeps it."
        ),
        Why::NothingStopsLateWrite { writer, memory } => format!(
            "Permissions are static, so nothing that anyone did meanwhile could stop {writer}’s late write: {memory} acknowledges it as if it had come first."
        ),
        Why::SeesNobody { process } => format!(
            "{process} read no trace of the other, which may have crashed, so {process} must decide; it cannot tell a crash from a write that is only late."
        ),
        Why::WriteIsOver { process } => format!(
            "{process}’s write is at a majority of the memories, so every read that begins from now on meets it."
        ),
        Why::MayMissOverlappingWrite { process } => format!(
            "{process}’s read overlaps the write, so it may miss it, even after another read saw it: the register is regular, not atomic."
        ),
        Why::FastQuorumVoted { process, value } => format!(
            "So many voted for {value} that whoever recovers meets it in every classic quorum: {process} can decide two delays after the proposal."
        ),
        Why::CollisionRecovery { process } => format!(
            "The votes of the fast round serve {process} as promises for the next: nobody votes twice in it, and no round lies between."
        ),
        Why::PassedOn { process } => format!(
            "{process} passes the decision on, since whoever decided may crash while it tells the others."
        ),
        Why::MinorityOfProcessesMayFail => {
            "A minority of the processes may crash: the others are a majority and can go on, but fewer could not.".to_owned()
        }
        Why::CopyBeforeReading { process } => format!(
            "{process} puts its copy in place before it reads the others’: of two correct processes that copy one sender’s message at least one sees the other’s copy, so a lie told twice is seen."
        ),
        Why::ProofBindsSender { process } => format!(
            "With {process}’s proof in place, no other message of this sender can be proved under this key: a majority of proofs always holds one by a correct process, so the lie has nowhere to go."
        ),
        Why::EquivocationSeen { process, sender } => format!(
            "Two different messages bear {sender}’s signature under one key. Only {sender} can have made them, so it is caught, and {process} delivers neither."
        ),
        Why::NoSignatureNoCopy { by, sender } => format!(
            "A copy without {sender}’s signature proves nothing: {by} could have made it up, so it counts as no copy at all."
        ),
        Why::OneWriteDecides { process } => format!(
            "A majority acknowledged {process}’s write before anyone revoked its permission, so whoever panics later meets the value: one write and one signature decide."
        ),
        Why::ProofIsUnique { process } => format!(
            "{process}’s proof needs the signature of every correct process, and each signs one copy only: no other value can ever have a proof."
        ),
        Why::EveryoneHasProof { process } => format!(
            "All proofs are there, so every correct process has written its own and could abort with nothing but this value: {process} may decide."
        ),
        Why::RevokeBeforeRead { process } => format!(
            "{process} revokes the permission before it reads the leader’s value at the same memory: a write acknowledged earlier is seen, and none can be acknowledged later."
        ),
        Why::NothingToKeep { process } => format!(
            "{process} has no copy and nothing from the leader, so nobody can have decided: its own input will do."
        ),
        Why::KeepsLeadersValue { process, value } => format!(
            "The leader may have decided {value}, which it signed, so {process} keeps it."
        ),
        Why::KeepsProvedValue { process, value } => format!(
            "A follower may have decided {value}, so {process} keeps it, with the proof that makes it outrank every other."
        ),
        Why::HistoryChecked { process } => format!(
            "{process} receives the message only now that its sender’s whole history could have led to it: a liar can do no more than choose its input and its timing."
        ),
        Why::HistoryIsImpossible { process, sender } => format!(
            "No run of the algorithm leads from {sender}’s history to that message, so {sender} lies: for {process}, as for every correct process, it counts as crashed from now on."
        ),
        Why::OnlyRevocationIsLegal { process, memory } => format!(
            "At {memory} legalChange lets anyone revoke and nobody grant: a leader that was locked out stays locked out, whatever {process} asks."
        ),
        Why::WriteBeforeRead { process, memory } => format!(
            "{process}’s block is on {memory} before it reads the others’ there, so of two rivals at least one sees the other. That is why the read may not come first."
        ),
        Why::NobodyCameBetween { process, value } => format!(
            "{process} found no higher ballot after its writes, so whoever starts one later reads {value} on a shared disk. This last read costs two delays; permissions would save them."
        ),
        Why::PastOwnBallots { process } => format!(
            "{process} forgot which ballots it used before the crash, so its next one must be above every trace of them: one ballot may never carry two values."
        ),
        Why::AgentsAccepted { value, .. } => format!(
            "Any two majorities of the agents share one, be it a process or a memory, so every later leader finds {value} there and keeps it."
        ),
        Why::MoreFailedThanMay => {
            "More have failed than the run allows for: nothing promises any longer that it goes on.".to_owned()
        }
        Why::MinorityOfAgentsMayFail => {
            "Processes and memories are counted together: while a majority of all of them is up, the others may fail, whichever kind they are.".to_owned()
        }
        Why::EchoesOneValue { process } => format!(
            "{process} echoes the first value that it is told and no other, so whoever counts echoes can rely on {process} not being counted twice."
        ),
        Why::ReadyForOneValue { process, value } => format!(
            "Any two sets of words that make someone ready share a process that tells everyone the same, so nobody correct is ever ready for anything but {value}; {process} may spread it."
        ),
        Why::ReadyOnLiarsWord { process, value } => format!(
            "With n ≤ 3f {process} cannot wait for more words than these, since f processes may never speak. But all that they share with what another heard may be a liar: elsewhere something else than {value} may be ready."
        ),
        Why::OthersWillJoin { process } => format!(
            "{process} heard n − f that are ready, and at most f of them lie. The other n − 2f tell everyone, and nobody waits for more than that before it joins: all the others will deliver too."
        ),
        Why::LieSeenTooLate { process, sender } => format!(
            "Two values bear {sender}’s signature, so {sender} is caught. But someone may have delivered one of them by now, so {process} can do nothing but go on."
        ),
        Why::CannotWaitForAll => {
            "Who has crashed looks like someone slow, so nobody may wait for more than n − f words.".to_owned()
        }
        Why::FirstPhaseDone { process } => format!(
            "{process}’s first phase was done before anyone proposed, so it knows without asking that nothing is decided, and sends its own value at once."
        ),
        Why::LearnsDecision { process } => format!(
            "A decision is final, so {process} may take it over from whoever tells it."
        ),
        Why::NakEndsAttempt { process, memory } => format!(
            "One refusal is enough: {memory} is somebody else’s by now, so {process} cannot trust what it gathered, and starts again with a higher number."
        ),
        Why::RevokedInTime { leader, memory } => format!(
            "Whoever revoked the permission may already have read {memory} without this value, so {leader} must not count {memory} towards its decision."
        ),
        Why::PanicsRatherThanWait { process } => format!(
            "{process} cannot tell a liar from a slow process. To wait on might be for ever, so it panics: it revokes, reads what may be decided, and leaves with that."
        ),
        Why::NoCopyDiffers { process } => format!(
            "{process}’s copy is in place and no other differs. Whoever copies something else from now on sees {process}’s copy, and does not deliver it."
        ),
        Why::ProofBeforeDelivery { process } => format!(
            "{process}’s L2 proof was in place before it delivered. Everyone finds it there, so everyone delivers the same, whatever the sender does now."
        ),
    }
}

/// A reason in German.
pub(super) fn german(why: Why) -> String {
    match why {
        Why::NakSavesAgreement { old, memory } => format!(
            "{old} kann keine Mehrheit erreichen, ohne zu bemerken, dass ein anderer Leader an {memory} war. Diese Abweisung ersetzt das letzte Lesen von Disk Paxos und spart zwei Verzögerungen."
        ),
        Why::AckReplacesRead { writer, memory } => format!(
            "Die Bestätigung beweist, dass niemand {memory} übernommen hat, bevor das Schreiben eintraf. {writer} muss dafür nicht noch einmal lesen."
        ),
        Why::LandedIsVisible { writer, memory } => format!(
            "Von jetzt an sieht ein späterer Leader, der {memory} liest, was {writer} schrieb, ob {writer} je davon erfährt oder nicht."
        ),
        Why::TakeBeforeRead { taker, memory } => format!(
            "{taker} sperrt den alten Schreiber aus {memory} aus, bevor er liest: Was geschrieben wurde, ist zu sehen, und danach kommt nichts mehr hinzu."
        ),
        Why::AdoptsValue { process, value } => format!(
            "{value} kann schon entschieden sein, also muss {process} diesen Wert vorschlagen statt des eigenen."
        ),
        Why::FreeToPropose { process } => format!(
            "Wo {process} las, war nichts angenommen, also wurde vorher nichts entschieden: Er darf seinen eigenen Wert vorschlagen."
        ),
        Why::BarrierPassed { process } => format!(
            "Eine Mehrheit der Speicher gehört jetzt {process}. Jeder entschiedene Wert liegt in einem davon, also hat {process} ihn gesehen."
        ),
        Why::MajorityAcknowledged { value, .. } => format!(
            "Zwei Mehrheiten haben immer einen Speicher gemeinsam, also wird jeder spätere Leader dort {value} lesen und beibehalten."
        ),
        Why::StragglerAborts { process } => format!(
            "{process} hat schon einen anderen Wert zum Annehmen verschickt. Diesen jetzt zu übernehmen könnte zwei Werte unter eine Vorschlagsnummer bringen, also gibt er den Versuch auf."
        ),
        Why::HigherNumberSeen { process } => format!(
            "Jemand mit einer höheren Vorschlagsnummer war hier, also gibt {process} nach und versucht es mit einer höheren."
        ),
        Why::TooLate { process } => format!(
            "Der Versuch, der danach fragte, ist vorbei, also darf {process} diese Antwort nicht für den nächsten zählen."
        ),
        Why::MinorityMayFail => {
            "Eine Minderheit der Speicher darf für immer schweigen: Eine Mehrheit aus den anderen genügt.".to_owned()
        }
        Why::LeaderOnlyForProgress => {
            "Die Sicherheit hängt nie davon ab, wem vertraut wird: Mit zwei Leadern zugleich geht nichts schief, es dauert nur länger.".to_owned()
        }
        Why::LeftoversMayLand { process } => format!(
            "Was {process} vorher abgeschickt hat, ist trotzdem unterwegs und kann noch eintreffen."
        ),
        Why::PromiseShutsOut { acceptor } => format!(
            "{acceptor} verspricht, nichts Älteres mehr anzunehmen: Wer mit einer kleineren Nummer vorschlug, kann {acceptor} nicht mehr gewinnen."
        ),
        Why::RefusalKeepsPromise { acceptor } => format!(
            "{acceptor} hat versprochen, einer höheren Nummer zu folgen. Dieser niedrigeren nachzugeben bräche das Versprechen, auf das sich der andere verlässt."
        ),
        Why::QuorumAccepted { value, .. } => format!(
            "Zwei Quoren haben immer einen Prozess gemeinsam, also hört jeder spätere Vorschlagende von {value} und behält es bei."
        ),
        Why::NothingStopsLateWrite { writer, memory } => format!(
            "Die Rechte sind fest, also konnte nichts den verspäteten Schreibzugriff von {writer} aufhalten: {memory} bestätigt ihn, als wäre er zuerst gekommen."
        ),
        Why::SeesNobody { process } => format!(
            "{process} hat keine Spur des anderen gelesen, der abgestürzt sein kann, also muss {process} entscheiden. Einen Absturz kann {process} von einem bloß verspäteten Schreibzugriff nicht unterscheiden."
        ),
        Why::WriteIsOver { process } => format!(
            "Der Schreibzugriff von {process} liegt bei einer Mehrheit der Speicher, also trifft ihn jedes Lesen an, das von nun an beginnt."
        ),
        Why::MayMissOverlappingWrite { process } => format!(
            "Das Lesen von {process} überschneidet sich mit dem Schreiben und kann es verfehlen, auch nachdem ein anderes Lesen es sah: Das Register ist regulär, nicht atomar."
        ),
        Why::FastQuorumVoted { process, value } => format!(
            "So viele haben für {value} gestimmt, dass jede Erholung den Wert in jedem klassischen Quorum antrifft: {process} kann zwei Verzögerungen nach dem Vorschlag entscheiden."
        ),
        Why::CollisionRecovery { process } => format!(
            "Die Stimmen der schnellen Runde dienen {process} als Zusagen für die nächste: Niemand stimmt in ihr zweimal ab, und dazwischen liegt keine Runde."
        ),
        Why::PassedOn { process } => format!(
            "{process} gibt die Entscheidung weiter, denn wer entschied, kann abstürzen, während er es den anderen sagt."
        ),
        Why::MinorityOfProcessesMayFail => {
            "Eine Minderheit der Prozesse darf abstürzen: Die anderen sind eine Mehrheit und kommen voran, weniger könnten es nicht.".to_owned()
        }
        Why::CopyBeforeReading { process } => format!(
            "{process} legt seine Kopie ab, bevor er die der anderen liest: Von zwei korrekten Prozessen, die eine Nachricht desselben Absenders kopieren, sieht mindestens einer die Kopie des anderen, also fällt eine doppelte Lüge auf."
        ),
        Why::ProofBindsSender { process } => format!(
            "Mit dem Beweis von {process} lässt sich unter diesem Schlüssel keine andere Nachricht des Absenders mehr beweisen: In einer Mehrheit von Beweisen ist immer einer von einem korrekten Prozess, die Lüge kommt nirgends an."
        ),
        Why::EquivocationSeen { process, sender } => format!(
            "Zwei verschiedene Nachrichten tragen unter einem Schlüssel die Unterschrift von {sender}. Nur {sender} kann sie gemacht haben, ist also ertappt, und {process} liefert keine von beiden aus."
        ),
        Why::NoSignatureNoCopy { by, sender } => format!(
            "Eine Kopie ohne die Unterschrift von {sender} beweist nichts: {by} könnte sie erfunden haben, also zählt sie nicht als Kopie."
        ),
        Why::OneWriteDecides { process } => format!(
            "Eine Mehrheit bestätigte das Schreiben von {process}, bevor ihm jemand das Recht nahm. Wer später in Panik gerät, trifft auf den Wert: Ein Schreiben und eine Unterschrift entscheiden."
        ),
        Why::ProofIsUnique { process } => format!(
            "Der Beweis von {process} braucht die Unterschrift jedes korrekten Prozesses, und jeder unterschreibt nur eine Kopie: Kein anderer Wert kann je einen Beweis haben."
        ),
        Why::EveryoneHasProof { process } => format!(
            "Alle Beweise liegen vor, also hat jeder korrekte Prozess seinen geschrieben und könnte nur mit diesem Wert abbrechen: {process} darf entscheiden."
        ),
        Why::RevokeBeforeRead { process } => format!(
            "{process} entzieht das Recht, bevor er am selben Speicher den Wert des leaders liest: Ein früher bestätigtes Schreiben ist zu sehen, und später wird keines mehr bestätigt."
        ),
        Why::NothingToKeep { process } => format!(
            "{process} hat keine Kopie und nichts vom Leader, also kann niemand entschieden haben: Die eigene Eingabe genügt."
        ),
        Why::KeepsLeadersValue { process, value } => format!(
            "Der Leader kann {value} entschieden haben, das er unterschrieb, also behält {process} es bei."
        ),
        Why::KeepsProvedValue { process, value } => format!(
            "Jemand kann {value} entschieden haben, also behält {process} es bei, mit dem Beweis, der es über alle anderen stellt."
        ),
        Why::HistoryChecked { process } => format!(
            "{process} empfängt die Nachricht erst jetzt, da die ganze Vorgeschichte ihres Absenders zu ihr geführt haben kann: Wer lügt, kann nur noch seine Eingabe und den Zeitpunkt wählen."
        ),
        Why::HistoryIsImpossible { process, sender } => format!(
            "Kein Lauf des Algorithmus führt von der Vorgeschichte von {sender} zu dieser Nachricht, also lügt {sender}: Für {process} gilt es wie für jeden korrekten Prozess von nun an als abgestürzt."
        ),
        Why::OnlyRevocationIsLegal { process, memory } => format!(
            "An {memory} erlaubt legalChange jedem das Entziehen und niemandem das Erteilen: Ein ausgesperrter Leader bleibt ausgesperrt, was immer {process} verlangt."
        ),
        Why::WriteBeforeRead { process, memory } => format!(
            "Der Block von {process} steht auf {memory}, bevor es dort die anderen liest, also sieht von zwei Rivalen mindestens einer den anderen. Darum darf das Lesen nicht zuerst kommen."
        ),
        Why::NobodyCameBetween { process, value } => format!(
            "{process} fand nach seinem Schreiben keine höhere Wahlnummer. Wer später eine beginnt, liest also {value} auf einer gemeinsamen Platte. Dieses letzte Lesen kostet zwei Verzögerungen, die Rechte sparen würden."
        ),
        Why::PastOwnBallots { process } => format!(
            "{process} hat vergessen, welche Wahlnummern es vor dem Absturz benutzte. Die nächste muss über jeder Spur davon liegen: Eine Wahlnummer darf nie zwei Werte tragen."
        ),
        Why::AgentsAccepted { value, .. } => format!(
            "Zwei Mehrheiten der Beteiligten haben immer einen gemeinsam, ob Prozess oder Speicher, also findet jeder spätere leader dort {value} und behält es bei."
        ),
        Why::MoreFailedThanMay => {
            "Mehr sind ausgefallen, als der Lauf erlaubt: Dass es weitergeht, verspricht jetzt nichts mehr.".to_owned()
        }
        Why::MinorityOfAgentsMayFail => {
            "Prozesse und Speicher werden zusammen gezählt: Solange eine Mehrheit von allen läuft, dürfen die anderen ausfallen, gleich welcher Art.".to_owned()
        }
        Why::EchoesOneValue { process } => format!(
            "{process} wiederholt den ersten Wert, den es hört, und keinen anderen: Wer Echos zählt, kann sich darauf verlassen, {process} nicht doppelt zu zählen."
        ),
        Why::ReadyForOneValue { process, value } => format!(
            "Zwei Mengen von Meldungen, die jemanden bereit machen, haben einen Prozess gemeinsam, der allen dasselbe sagt. Also ist niemand Korrektes je für etwas anderes als {value} bereit, und {process} darf es verbreiten."
        ),
        Why::ReadyOnLiarsWord { process, value } => format!(
            "Mit n ≤ 3f kann {process} auf nicht mehr Meldungen warten, denn f Prozesse sprechen vielleicht nie. Aber was diese mit den Meldungen gemeinsam haben, die ein anderer hörte, kann allein der Lügner sein: Anderswo ist vielleicht etwas anderes als {value} bereit."
        ),
        Why::OthersWillJoin { process } => format!(
            "{process} hörte n − f, die bereit sind, und höchstens f davon lügen. Die übrigen n − 2f sagen es allen, und auf mehr wartet niemand, bevor er sich anschließt: Alle anderen liefern auch aus."
        ),
        Why::LieSeenTooLate { process, sender } => format!(
            "Zwei Werte tragen die Unterschrift von {sender}, also ist {sender} ertappt. Aber jemand kann einen davon schon ausgeliefert haben, also kann {process} nur weitermachen wie bisher."
        ),
        Why::CannotWaitForAll => {
            "Wer abgestürzt ist, sieht aus wie jemand Langsames, also darf niemand auf mehr als n − f Meldungen warten.".to_owned()
        }
        Why::FirstPhaseDone { process } => format!(
            "Die erste Phase von {process} war vorbei, bevor jemand etwas vorschlug. Er weiß ohne zu fragen, dass nichts entschieden ist, und schickt sofort seinen eigenen Wert."
        ),
        Why::LearnsDecision { process } => format!(
            "Eine Entscheidung ist endgültig, also darf {process} sie von jedem übernehmen, der sie nennt."
        ),
        Why::NakEndsAttempt { process, memory } => format!(
            "Eine Abweisung genügt: {memory} gehört inzwischen jemand anderem, also kann sich {process} auf das Gesammelte nicht verlassen und beginnt mit einer höheren Nummer neu."
        ),
        Why::RevokedInTime { leader, memory } => format!(
            "Wer das Recht entzog, hat {memory} vielleicht schon ohne diesen Wert gelesen. Darum darf {leader} für seine Entscheidung {memory} nicht mitzählen."
        ),
        Why::PanicsRatherThanWait { process } => format!(
            "{process} kann einen Lügner nicht von einem langsamen Prozess unterscheiden. Weiter zu warten hieße vielleicht ewig, also gerät er in Panik: Er entzieht das Recht, liest, was entschieden sein kann, und geht damit."
        ),
        Why::NoCopyDiffers { process } => format!(
            "Die Kopie von {process} liegt bereit, und keine andere weicht ab. Wer von nun an etwas anderes kopiert, sieht die Kopie von {process} und liefert nicht aus."
        ),
        Why::ProofBeforeDelivery { process } => format!(
            "Der L2-Beweis von {process} lag bereit, bevor er auslieferte. Alle finden ihn dort, also liefern alle dasselbe aus, was der Absender auch noch tut."
        ),
    }
}

/// What is at stake, in few words.
pub(super) fn stake(language: Language, stake: Stake) -> &'static str {
    match (language, stake) {
        (Language::English, Stake::Agreement) => "agreement",
        (Language::English, Stake::Progress) => "progress",
        (Language::English, Stake::Speed) => "two delays",
        (Language::English, Stake::NonEquivocation) => "one story for all",
        (Language::English, Stake::Regularity) => "a regular register",
        (Language::German, Stake::Agreement) => "Einigkeit",
        (Language::German, Stake::Progress) => "Fortschritt",
        (Language::German, Stake::Speed) => "zwei Verzögerungen",
        (Language::German, Stake::NonEquivocation) => "dasselbe für alle",
        (Language::German, Stake::Regularity) => "reguläres Register",
    }
}
