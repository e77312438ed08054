//! What algorithms say of themselves, in the languages other than English.
//!
//! An algorithm's file says in English what it shows, what its properties demand and what its
//! mutations bend. The other languages stand here, found by the English sentence, so that a
//! sentence that changes is missed at once: a test goes through the registry.

use super::Language;

/// A sentence of an algorithm in a language. A sentence that the language lacks is better said in
/// English than not at all; the test sees to it that none is lacking.
pub fn said(language: Language, english: &'static str) -> &'static str {
    language.tongue().said(english)
}

pub(super) fn german(english: &str) -> Option<&'static str> {
    Some(match english {
        // What they show.
        "By messages alone a majority of the processes has to be up: two of them always meet." => {
            "Allein mit Nachrichten muss eine Mehrheit der Prozesse laufen: Zwei Mehrheiten treffen sich immer."
        }
        "Two delays by messages alone, paid for with larger quorums and with collisions." => {
            "Zwei Verzögerungen allein mit Nachrichten, bezahlt mit größeren Quoren und mit Kollisionen."
        }
        "Memories let all processes but one fail; without permissions it takes a read after the write." => {
            "Mit Speichern dürfen alle Prozesse bis auf einen ausfallen; ohne Rechte braucht es nach dem Schreiben noch ein Lesen."
        }
        "Taking away the write permission makes an old leader's write fail, so one write decides." => {
            "Wird das Schreibrecht entzogen, scheitert das Schreiben eines alten Leaders: Ein einziges Schreiben entscheidet."
        }
        "Copies and proofs in shared memory make a liar say the same to everyone, or nothing." => {
            "Kopien und Beweise in gemeinsamem Speicher zwingen einen Lügner, allen dasselbe zu sagen oder nichts."
        }
        "Copy first, then read the others' copies: a lie told twice is seen, though some may miss the message." => {
            "Erst kopieren, dann die Kopien der anderen lesen: Eine doppelte Lüge fällt auf, auch wenn manche die Nachricht verpassen."
        }
        "Paxos survives liars when every message brings its sender's history along, and everyone checks it." => {
            "Paxos übersteht Lügner, wenn jede Nachricht die Geschichte ihres Absenders mitbringt und alle sie prüfen."
        }
        "One write and one signature decide; whoever doubts locks the leader out and keeps its value." => {
            "Ein Schreiben und eine Unterschrift entscheiden; wer zweifelt, sperrt den Leader aus und behält seinen Wert."
        }
        "What enough processes hold with good evidence cannot be passed over, whatever a liar claims." => {
            "Was genügend Prozesse gut belegt halten, lässt sich nicht übergehen, was immer ein Lügner behauptet."
        }
        "Byzantine agreement in two delays with one signature, and no lie that breaks it when it gets slow." => {
            "Byzantinische Einigung in zwei Verzögerungen mit einer Unterschrift, und keine Lüge bricht sie, wenn es langsam wird."
        }

        "Why nobody decides in two delays with static permissions, and what taking them away changes." => {
            "Warum mit festen Rechten niemand in zwei Verzögerungen entscheidet, und was es ändert, sie zu entziehen."
        }
        "One register out of memories that crash: any two majorities share a memory." => {
            "Ein Register aus Speichern, die abstürzen: Zwei Mehrheiten haben immer einen Speicher gemeinsam."
        }

        "Processes and memories are equal agents: any majority of both together decides." => {
            "Prozesse und Speicher sind gleichberechtigt: Jede Mehrheit aus beiden zusammen entscheidet."
        }

        "By messages alone liars take n > 3f; neither signatures nor a ban on equivocation helps alone, both together do." => {
            "Allein mit Nachrichten kosten Lügner n > 3f; weder Unterschriften noch ein Verbot doppelter Aussagen helfen allein, beides zusammen schon."
        }
        "p1 signs, and its signature travels with every word about what it said." => {
            "p1 unterschreibt, und seine Unterschrift reist mit jeder Meldung über das, was es sagte."
        }
        "Nobody can tell two receivers different words." => {
            "Niemand kann zwei Empfängern Verschiedenes sagen."
        }
        "One that is ready is enough to deliver." => {
            "Ein einziger, der bereit ist, genügt zum Ausliefern."
        }
        "One echo is enough to be ready." => "Ein einziges Echo genügt, um bereit zu sein.",
        "Whatever p1 says is echoed, not only what it says first." => {
            "Alles, was p1 sagt, wird wiederholt, nicht nur das Erste."
        }
        "Nobody joins those that are ready: only echoes make ready." => {
            "Niemand schließt sich denen an, die bereit sind: Nur Echos machen bereit."
        }

        // What their properties demand.
        "Once v is decided at proposal b, every accept above b carries v, at either kind of agent." => {
            "Ist v mit Vorschlag b entschieden, so trägt jedes Annehmen über b den Wert v, bei beiden Arten von Beteiligten."
        }
        "Whoever decides by its own proposal has acceptances from a majority of all agents." => {
            "Wer mit eigenem Vorschlag entscheidet, hat Zustimmungen von einer Mehrheit aller Beteiligten."
        }
        "If everyone trusts one correct leader and a majority of all agents is up, everyone correct decides." => {
            "Vertrauen alle einem korrekten Leader und läuft eine Mehrheit aller Beteiligten, so entscheiden alle Korrekten."
        }
        "A majority of the processes alone, or of the memories alone, is enough." => {
            "Eine Mehrheit der Prozesse allein oder der Speicher allein genügt."
        }
        "Only what memories show is adopted, not what promises report." => {
            "Nur was Speicher zeigen, wird übernommen, nicht was Zusagen berichten."
        }
        "One agent's acceptance is enough to decide." => {
            "Die Zustimmung eines einzigen Beteiligten genügt zum Entscheiden."
        }
        "A read that begins after the write returned, returns what was written." => {
            "Ein Lesen, das nach dem Ende des Schreibens beginnt, ergibt das Geschriebene."
        }
        "A read returns the written value or empty, nothing else." => {
            "Ein Lesen ergibt den geschriebenen Wert oder leer, nichts anderes."
        }
        "Some run has a read that returns the written value." => {
            "Es gibt einen Lauf, in dem ein Lesen den geschriebenen Wert ergibt."
        }
        "While a majority of memories is up, every operation of a correct process returns." => {
            "Solange eine Mehrheit der Speicher läuft, kommt jede Operation eines korrekten Prozesses zurück."
        }
        "No two processes decide different values." => {
            "Keine zwei Prozesse entscheiden verschiedene Werte."
        }
        "No two correct processes decide different values." => {
            "Keine zwei korrekten Prozesse entscheiden verschiedene Werte."
        }
        "Only a value that some process proposed is decided." => {
            "Entschieden wird nur ein Wert, den ein Prozess vorgeschlagen hat."
        }
        "Only a value that some process had as its input is decided." => {
            "Entschieden wird nur ein Wert, den ein Prozess als Eingabe hatte."
        }
        "A write is acknowledged only if its writer held the permission at that instant." => {
            "Ein Schreiben wird nur bestätigt, wenn der Schreiber in diesem Augenblick das Recht hatte."
        }
        "Some run reaches a decision." => "Es gibt einen Lauf, der entscheidet.",
        "Every memory has one exclusive writer." => "Jeder Speicher hat genau einen Schreiber.",
        "Once v is decided at proposal b, every accept above b carries v." => {
            "Ist v beim Vorschlag b entschieden, trägt jedes Annehmen über b den Wert v."
        }
        "Once v is decided at ballot b, every later ballot's second phase carries v." => {
            "Ist v im Wahlgang b entschieden, trägt die zweite Phase jedes späteren Wahlgangs den Wert v."
        }
        "Once v is decided in round r, every accept above r carries v." => {
            "Ist v in Runde r entschieden, trägt jedes Annehmen über r den Wert v."
        }
        "Once a majority accepted (n,v), every accept above n carries v." => {
            "Hat eine Mehrheit (n,v) angenommen, trägt jedes Annehmen über n den Wert v."
        }
        "Whoever decides has acknowledgements of its accept from a majority of memories." => {
            "Wer entscheidet, hat die Bestätigungen einer Mehrheit der Speicher."
        }
        "Whoever decides by its own proposal has acceptances from a quorum." => {
            "Wer durch eigenen Vorschlag entscheidet, hat die Zustimmung eines Quorums."
        }
        "Whoever decides by its own ballot has written and read a majority of disks." => {
            "Wer durch eigenen Wahlgang entscheidet, hat eine Mehrheit der Platten beschrieben und gelesen."
        }
        "All accepts of one attempt carry the same value." => {
            "Alles Annehmen eines Versuchs trägt denselben Wert."
        }
        "All accepts of one number carry the same value." => {
            "Alles Annehmen einer Nummer trägt denselben Wert."
        }
        "If everyone trusts one correct leader and a majority of memories is up, everyone correct decides." => {
            "Trauen alle einem korrekten Leader und läuft eine Mehrheit der Speicher, entscheiden alle Korrekten."
        }
        "If everyone trusts one correct leader and a majority of processes is up, everyone correct decides." => {
            "Trauen alle einem korrekten Leader und läuft eine Mehrheit der Prozesse, entscheiden alle Korrekten."
        }
        "If everyone trusts one correct leader and a majority of disks is up, that leader decides." => {
            "Trauen alle einem korrekten Leader und läuft eine Mehrheit der Platten, entscheidet dieser Leader."
        }
        "If everyone trusts one correct leader and n-f processes are up, everyone correct decides." => {
            "Trauen alle einem korrekten Leader und laufen n-f Prozesse, entscheiden alle Korrekten."
        }
        "If everyone trusts one correct leader, and majorities of processes and memories are up, everyone correct decides." => {
            "Trauen alle einem korrekten Leader und laufen Mehrheiten der Prozesse und Speicher, entscheiden alle Korrekten."
        }
        "If time-outs strike, everyone trusts one correct leader, and majorities are up, everyone correct decides." => {
            "Laufen Fristen ab, trauen alle einem korrekten Leader und laufen Mehrheiten, entscheiden alle Korrekten."
        }
        "Every correct process decides or aborts, once time-outs strike." => {
            "Jeder korrekte Prozess entscheidet oder bricht ab, sobald Fristen ablaufen."
        }
        "An acceptor's promised number never falls." => {
            "Die versprochene Nummer eines Annehmers sinkt nie."
        }
        "An acceptor votes at most once in a round." => {
            "Ein Annehmer stimmt in einer Runde höchstens einmal ab."
        }
        "A block's mbal and bal never fall, and bal never exceeds mbal." => {
            "mbal und bal eines Blocks sinken nie, und bal ist nie größer als mbal."
        }
        "A process reads the others' blocks at a disk only after its own block of this phase is there." => {
            "Ein Prozess liest auf einer Platte die Blöcke der anderen erst, wenn sein eigener dieser Phase dort steht."
        }
        "No two correct processes deliver different messages under one key of one sender." => {
            "Keine zwei korrekten Prozesse liefern unter einem Schlüssel eines Absenders verschiedene Nachrichten aus."
        }
        "Of every sender, correct processes deliver the same packets in the same order." => {
            "Von jedem Absender liefern korrekte Prozesse dieselben Pakete in derselben Reihenfolge aus."
        }
        "What is delivered from a correct sender is what it broadcast." => {
            "Was von einem korrekten Absender ausgeliefert wird, hat er auch gesandt."
        }
        "What a correct process broadcasts is delivered by every correct process." => {
            "Was ein korrekter Prozess sendet, liefert jeder korrekte Prozess aus."
        }
        "A correct process never writes a second value into one of its registers." => {
            "Ein korrekter Prozess schreibt nie einen zweiten Wert in eines seiner Register."
        }
        "Some run delivers a message." => "Es gibt einen Lauf, der eine Nachricht ausliefert.",
        "What one correct process delivers, every correct process delivers." => {
            "Was ein korrekter Prozess ausliefert, liefert jeder korrekte aus."
        }
        "No two valid L2 proofs for different messages under one key exist." => {
            "Unter einem Schlüssel gibt es keine zwei gültigen L2-Beweise für verschiedene Nachrichten."
        }
        "Some run shows a correct process two messages that a liar signed under one key." => {
            "Es gibt einen Lauf, der einem korrekten Prozess zwei Nachrichten zeigt, die ein Lügner unter einem Schlüssel unterschrieb."
        }
        "Some run lets one correct process deliver what another never will: the proofs of the other form prevent that." => {
            "Es gibt einen Lauf, in dem ein korrekter Prozess ausliefert, was ein anderer nie ausliefern wird: Die Beweise der anderen Form verhindern das."
        }
        "A process that decides again decides the same." => {
            "Wer noch einmal entscheidet, entscheidet dasselbe."
        }
        "If no process is faulty, what is decided was some process's input." => {
            "Ist kein Prozess fehlerhaft, war das Entschiedene die Eingabe eines Prozesses."
        }
        "If no process is faulty, what is decided or aborted with was an input." => {
            "Ist kein Prozess fehlerhaft, war jeder Wert der Entscheidung oder des Abbruchs eine Eingabe."
        }
        "No correct process rejects a correct one." => {
            "Kein korrekter Prozess verwirft einen korrekten."
        }
        "Some run rejects a liar for its impossible history." => {
            "Es gibt einen Lauf, der einen Lügner wegen seiner unmöglichen Geschichte verwirft."
        }
        "If a correct process decides v, every correct one that aborts does so with v, and with a unanimity proof if the decider was a follower." => {
            "Entscheidet ein korrekter Prozess v, bricht jeder korrekte nur mit v ab, und mit einem Einstimmigkeitsbeweis, wenn nicht der Leader entschied."
        }
        "At most one value has a unanimity proof." => {
            "Höchstens ein Wert hat einen Einstimmigkeitsbeweis."
        }
        "No permission ever changes but by revoking the leader's." => {
            "Kein Recht ändert sich je, außer dass dem Leader seines entzogen wird."
        }
        "Some run lets a follower decide." => {
            "Es gibt einen Lauf, in dem jemand anders als der Leader entscheidet."
        }
        "Some run lets a process abort after another has decided." => {
            "Es gibt einen Lauf, in dem ein Prozess abbricht, nachdem ein anderer entschieden hat."
        }
        "Once a correct process decided v in Cheap Quorum, whoever correct hands over brings v with evidence." => {
            "Hat ein korrekter Prozess in Cheap Quorum v entschieden, bringt jeder korrekte, der übergibt, v mit Beleg."
        }
        "Some run decides in the backup." => {
            "Es gibt einen Lauf, der im Ersatzverfahren entscheidet."
        }
        "The decision is among the first f_P + 1 inputs in the order of their priority." => {
            "Die Entscheidung ist unter den ersten f_P + 1 Eingaben nach ihrem Vorrang."
        }

        // What their mutations bend.
        "Permissions can be taken: p2 takes p1's memory before it reads there." => {
            "Rechte lassen sich entziehen: p2 nimmt sich den Speicher von p1, bevor er dort liest."
        }
        "One memory's answer is enough, for the write and for reads." => {
            "Die Antwort eines Speichers genügt, beim Schreiben wie beim Lesen."
        }
        "The writer says that it has written before it has." => {
            "Der Schreiber sagt, er habe geschrieben, bevor er es hat."
        }
        "A new leader proposes its own input, whatever the promises report." => {
            "Ein neuer Leader schlägt seine eigene Eingabe vor, was immer die Versprechen melden."
        }
        "Of the reported proposals, the one with the lowest number is adopted." => {
            "Von den gemeldeten Vorschlägen wird der mit der kleinsten Nummer übernommen."
        }
        "An acceptor promises without remembering it." => {
            "Ein Annehmer verspricht, ohne es sich zu merken."
        }
        "An acceptor accepts any proposal, even below its promise." => {
            "Ein Annehmer nimmt jeden Vorschlag an, auch unterhalb seines Versprechens."
        }
        "One promise is enough to begin phase 2." => "Ein Versprechen genügt für Phase 2.",
        "One acceptance is enough to decide." => "Eine Zustimmung genügt zum Entscheiden.",
        "A recovering leader proposes its own input, whatever was voted." => {
            "Ein Leader, der eine Kollision auflöst, schlägt seine eigene Eingabe vor, wie auch immer abgestimmt wurde."
        }
        "An acceptor votes for every proposal of the fast round." => {
            "Ein Annehmer stimmt für jeden Vorschlag der schnellen Runde."
        }
        "A mere majority of votes decides in the fast round." => {
            "In der schnellen Runde entscheidet schon eine bloße Mehrheit der Stimmen."
        }
        "Votes of older rounds count beside those of the highest one." => {
            "Stimmen älterer Runden zählen neben denen der höchsten."
        }
        "Phase 2 begins with the own input, whatever the blocks say." => {
            "Phase 2 beginnt mit der eigenen Eingabe, was immer die Blöcke sagen."
        }
        "The others' blocks are read before the own one is written." => {
            "Die Blöcke der anderen werden gelesen, bevor der eigene geschrieben ist."
        }
        "Phase 2 ends with the writes: two delays, but nobody looks for a rival." => {
            "Phase 2 endet mit dem Schreiben: zwei Verzögerungen, aber niemand sieht nach einem Rivalen."
        }
        "One disk is enough to decide." => "Eine Platte genügt zum Entscheiden.",
        "p1 uses ballot 1, whose phase 1 was done, again after a crash." => {
            "p1 benutzt den Wahlgang 1, dessen Phase 1 erledigt war, nach einem Absturz noch einmal."
        }
        "A recovering process keeps its block with the greatest mbal, whatever its bal." => {
            "Ein zurückkehrender Prozess behält seinen Block mit dem größten mbal, gleich welches bal er hat."
        }
        "Permissions are static: everyone may write everywhere, and nobody is locked out." => {
            "Die Rechte sind fest: Alle dürfen überall schreiben, und niemand wird ausgesperrt."
        }
        "Phase 2 starts at each memory as soon as that memory is ready." => {
            "Phase 2 beginnt an jedem Speicher, sobald er selbst bereit ist."
        }
        "Phase 1 erases the accepted fields, and a process goes on proposing after it decided." => {
            "Phase 1 löscht die angenommenen Felder, und ein Prozess schlägt nach seiner Entscheidung weiter vor."
        }
        "One acknowledgement is enough to decide." => "Eine Bestätigung genügt zum Entscheiden.",
        "A value seen after phase 2 began is still adopted." => {
            "Ein Wert, der erst nach Beginn von Phase 2 auftaucht, wird noch übernommen."
        }
        "A process reads the others' copies before it writes its own." => {
            "Ein Prozess liest die Kopien der anderen, bevor er seine eigene schreibt."
        }
        "A process writes no copy of what it read." => {
            "Ein Prozess schreibt keine Kopie von dem, was er las."
        }
        "A copy counts even without the sender's signature." => {
            "Eine Kopie zählt auch ohne die Unterschrift des Absenders."
        }
        "One L1 proof makes an L2 proof." => "Ein L1-Beweis genügt für einen L2-Beweis.",
        "A delivered packet is believed without a look at its history." => {
            "Einem ausgelieferten Paket wird geglaubt, ohne seine Geschichte anzusehen."
        }
        "A claimed class counts without the evidence for it." => {
            "Ein behaupteter Vorrang zählt ohne den Beleg dafür."
        }
        "A panicking process reads Value[l] at a memory before it revokes the permission there." => {
            "Ein Prozess in Panik liest Value[l] an einem Speicher, bevor er dort das Recht entzieht."
        }
        "A follower decides when all copies agree, without unanimity proofs." => {
            "Es wird entschieden, sobald alle Kopien übereinstimmen, ohne Einstimmigkeitsbeweise."
        }
        "legalChange lets anyone give the leader its permission back." => {
            "legalChange lässt jeden dem Leader sein Recht zurückgeben."
        }
        "Whoever has no copy aborts with its own input, whatever Value[l] shows." => {
            "Wer keine Kopie hat, bricht mit der eigenen Eingabe ab, was immer Value[l] zeigt."
        }
        "A proof counts only once its write is acknowledged." => {
            "Ein Beweis zählt erst, wenn sein Schreiben bestätigt ist."
        }
        "Whoever has no copy hands over its own input, whatever Value[l] shows." => {
            "Wer keine Kopie hat, übergibt die eigene Eingabe, was immer Value[l] zeigt."
        }
        "The backup takes a claimed class on trust, without the evidence for it." => {
            "Das Ersatzverfahren glaubt einem behaupteten Vorrang ohne Beleg."
        }
        "A process that decided in Cheap Quorum does not join the backup." => {
            "Ein Prozess, der in Cheap Quorum entschied, macht im Ersatzverfahren nicht mit."
        }
        _ => return None,
    })
}
