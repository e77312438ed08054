//! Links: short, exact, and never a panic, a hang or a loss of what still applies.

use mnmscope::model::{Config, Event, FirstPhase, Level, MemoryId, ProcessId, ProcessSet, Reads};
use mnmscope::share::{Extent, LinkError, MOST_STEPS, Options, Scenery, decode, encode};
use mnmscope::sim::{
    Adversary, Choice, Entry, Hold, Lockstep, Pace, Pair, Random, Session, Side, Stop, Stubborn,
    algorithms, find,
};
use proptest::prelude::*;

const P1: ProcessId = ProcessId(0);
const P2: ProcessId = ProcessId(1);

fn standard(id: &str) -> Session {
    let entry = find(id).expect("registered");
    Session::new(entry, &(entry.standard)()).expect("its own configuration")
}

fn link(session: &Session) -> String {
    encode(session, Options::default()).expect("few steps")
}

/// Everything by which a run is known.
fn run(session: &Session) -> (Vec<Choice>, u64) {
    let trace = &session.trace;
    let last = trace.step(trace.len()).after.fingerprint();
    (trace.choices(usize::MAX).collect(), last)
}

/// A user who chooses as a strategy does, and whom nobody knows to do so.
fn by_hand(session: &mut Session, strategy: &mut dyn Adversary, steps: usize) {
    for _ in 0..steps {
        let Some(event) = strategy.choose(&session.trace) else {
            return;
        };
        session.event(event).expect("enabled");
    }
}

/// Protected Memory Paxos under a user who keeps it from deciding.
fn long_by_hand(steps: usize) -> Session {
    let mut s = standard("protected-memory-paxos");
    by_hand(&mut s, &mut Stubborn, steps);
    assert_eq!(s.trace.len(), steps);
    s
}

/// The algorithm with many processes and memories, under a user who chooses at random.
fn crowd_by_hand(steps: usize) -> Session {
    let entry = find("protected-memory-paxos").expect("registered");
    let mut s = Session::new(entry, &Config::new(9, 9)).expect("possible");
    let mut random = Random::new(1, false);
    for _ in 0..steps {
        // Whoever could decide hesitates.
        let hesitant = |s: &Session, e| {
            let after = s.machine().apply(s.trace.state(), e);
            after.is_ok_and(|o| o.decided.is_empty())
        };
        let mut draws = std::iter::repeat_with(|| random.choose(&s.trace)).take(1000);
        let event = draws.find(|e| e.is_some_and(|e| hesitant(&s, e)));
        s.event(event.flatten().expect("something else"))
            .expect("enabled");
    }
    s
}

#[test]
fn a_lockstep_run_takes_few_characters() {
    for entry in algorithms() {
        let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
        s.run(&mut Lockstep, &Stop::Quiescent, 2000);
        let text = link(&s);
        assert!(text.len() < 80, "{}: {text}", entry.info.id);
        assert_eq!(run(&decode(&text).expect("whole").session), run(&s));
    }
}

#[test]
fn a_lesson_with_three_faults_takes_few_characters() {
    let mut s = standard("protected-memory-paxos");
    s.run(&mut Lockstep, &Stop::Quiescent, 2);
    s.event(Event::CrashMemory(MemoryId(1))).expect("up");
    s.run(&mut Lockstep, &Stop::Quiescent, 2);
    s.event(Event::Leader { at: P2, leader: P2 })
        .expect("other");
    s.run(&mut Lockstep, &Stop::Quiescent, 5);
    s.event(Event::CrashProcess(P1)).expect("up");
    s.run(&mut Lockstep, &Stop::Quiescent, 2000);
    let text = link(&s);
    assert!(text.len() < 120, "{text}");
    assert_eq!(run(&decode(&text).expect("whole").session), run(&s));
}

#[test]
fn a_choice_by_hand_takes_less_than_a_character() {
    for entry in algorithms() {
        let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
        by_hand(&mut s, &mut Random::new(1, true), 500);
        let text = link(&s);
        assert!(
            text.len() < 20 + s.trace.len(),
            "{}: {} characters for {} steps",
            entry.info.id,
            text.len(),
            s.trace.len()
        );
        assert_eq!(run(&decode(&text).expect("whole").session), run(&s));
    }
    for s in [long_by_hand(500), crowd_by_hand(500)] {
        let text = link(&s);
        assert!(text.len() < 500, "{} characters: {text}", text.len());
        assert_eq!(run(&decode(&text).expect("whole").session), run(&s));
    }
}

#[test]
fn ten_choices_with_lockstep_between_them_take_few_characters() {
    for entry in algorithms() {
        let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
        for k in 0..10 {
            s.run(&mut Lockstep, &Stop::Quiescent, 30);
            let enabled = s.trace.enabled();
            if !enabled.is_empty() {
                // Late ones are seldom lockstep's own: faults, Omega, what it would do last.
                s.event(enabled[enabled.len() - 1 - k % enabled.len().min(3)])
                    .expect("enabled");
            }
        }
        s.run(&mut Lockstep, &Stop::Quiescent, 300);
        let text = link(&s);
        assert!(text.len() < 200, "{}: {}", entry.info.id, text.len());
        assert_eq!(run(&decode(&text).expect("whole").session), run(&s));
    }
}

/// How many processes and memories there are.
fn agents(s: &Session) -> usize {
    usize::from(s.config().processes) + usize::from(s.config().memories)
}

/// The hold of the packet that an event lets arrive.
fn packet(event: Event) -> Option<Hold> {
    Some(match event {
        Event::Deliver { to, from, nth } => Hold::Message { from, to, nth },
        Event::Effect { process, memory } => Hold::Request(process, memory),
        Event::Return { process, memory } => Hold::Response(process, memory),
        _ => return None,
    })
}

/// Partitions of all kinds that cut off the first process, with the first memory or without.
fn partitions(s: &Session) -> impl Iterator<Item = Hold> {
    let alone = Side::EMPTY.and_process(P1);
    let with = match s.config().memories {
        0 => alone,
        _ => alone.and_memory(MemoryId(0)),
    };
    let all = Side::all(s.config());
    let of = |side: Side| {
        let other = all.without(side);
        [
            Hold::between(side, other),
            Hold::way(side, other),
            Hold::way(other, side),
        ]
    };
    of(alone).into_iter().chain(of(with)).flatten()
}

/// How many characters a choice adds to a link.
fn added(before: &Session, choice: Choice) -> usize {
    let mut after = before.clone();
    after.trace.act(choice).expect("possible");
    link(&after).len().saturating_sub(link(before).len())
}

#[test]
fn a_fault_or_a_hold_takes_at_most_eight_characters() {
    for entry in algorithms() {
        let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
        by_hand(&mut s, &mut Random::new(3, true), 40);
        let mut choices: Vec<Choice> = Vec::new();
        for p in s.config().process_ids() {
            choices.push(Choice::Event(Event::CrashProcess(p)));
            choices.push(Choice::Hold(Hold::Process(p)));
            choices.push(Choice::Hold(Hold::Link(p, P1)));
        }
        for m in s.config().memory_ids() {
            choices.push(Choice::Event(Event::CrashMemory(m)));
            choices.push(Choice::Hold(Hold::Lane(P1, m)));
        }
        let mut packets = Vec::new();
        for event in s.trace.enabled() {
            packets.extend(packet(event).map(Choice::Hold));
            choices.push(Choice::Event(event));
        }
        choices.extend(packets);
        choices.extend(partitions(&s).map(Choice::Hold));
        for choice in choices {
            let mut possible = s.clone();
            if possible.trace.act(choice).is_ok() {
                let characters = added(&s, choice);
                let value = match choice {
                    // The act's number is its value: 32 bits at most.
                    Choice::Event(Event::Byzantine { .. }) => 6,
                    // Who stands on which side is a partition's value.
                    Choice::Hold(Hold::Way(..) | Hold::Between(..)) => agents(&s) * 3 / 11 + 1,
                    _ => 0,
                };
                assert!(characters <= 8 + value, "{choice:?}: {characters}");
            }
        }
    }
}

#[test]
fn a_seed_that_is_known_is_told_instead_of_its_choices() {
    let entry = find("protected-memory-paxos").expect("registered");
    let mut s = Session::new(entry, &Config::new(9, 9)).expect("possible");
    s.run(&mut Random::new(3, false), &Stop::Quiescent, 500);
    assert!(s.trace.len() > 20, "{} steps", s.trace.len());
    let text = link(&s);
    assert!(text.len() < 40, "{text}");
    assert_eq!(run(&decode(&text).expect("whole").session), run(&s));
}

#[test]
fn a_seed_goes_on_where_the_user_interrupted_it() {
    let mut s = standard("protected-memory-paxos");
    let mut random = Random::new(7, false);
    s.run(&mut random, &Stop::Quiescent, 100);
    s.event(Event::CrashMemory(MemoryId(0))).expect("up");
    s.run(&mut random, &Stop::Quiescent, 400);
    let text = link(&s);
    assert!(text.len() < 60, "{text}");
    assert_eq!(run(&decode(&text).expect("whole").session), run(&s));
}

#[test]
fn a_link_says_how_it_opens() {
    let mut s = standard("protected-memory-paxos");
    s.run(&mut Lockstep, &Stop::Quiescent, 2000);
    let all = s.trace.len();
    for at in [0, 3, all] {
        s.trace.seek(at);
        for extent in [Extent::Whole, Extent::UpToHere] {
            let options = Options {
                extent,
                playing: at == 3,
                locked: extent == Extent::Whole,
                embed: at == 0,
            };
            let opened = decode(&encode(&s, options).expect("few")).expect("whole");
            assert_eq!(opened.problem, None);
            assert_eq!((opened.position, opened.session.trace.position()), (at, at));
            let len = if extent == Extent::Whole { all } else { at };
            assert_eq!(opened.session.trace.len(), len);
            let extent = Extent::Whole;
            assert_eq!(opened.options, Options { extent, ..options });
            assert!(!opened.session.trace.can_undo(), "opening is no change");
        }
    }
}

#[test]
fn a_whole_address_and_what_a_chat_puts_around_it_are_understood() {
    let mut s = standard("protected-memory-paxos");
    s.run(&mut Lockstep, &Stop::Quiescent, 2000);
    let text = link(&s);
    assert!(text.chars().all(|c| c.is_ascii_alphanumeric()), "{text}");
    for address in [
        format!("https://example.org/sub/path/#{text}"),
        format!("#{text}"),
        format!("  {text}\n"),
        format!("{text})."),
    ] {
        let opened = decode(&address).expect("whole");
        assert_eq!(opened.problem, None, "{address}");
        assert_eq!(run(&opened.session), run(&s));
    }
    let opened = decode(&format!("{text}xyz")).expect("whole");
    assert_eq!(opened.problem, Some(LinkError::Trailing { extra: 3 }));
    assert_eq!(run(&opened.session), run(&s));
}

#[test]
fn what_is_there_of_a_cut_link_applies() {
    let s = long_by_hand(300);
    let (choices, _) = run(&s);
    let text = link(&s);
    let mut last = 0;
    for length in 0..text.len() {
        let Ok(opened) = decode(&text[..length]) else {
            assert!(length < 25, "the head is there");
            continue;
        };
        let (part, _) = run(&opened.session);
        assert_eq!(part, choices[..part.len()], "cut at {length}");
        assert!(part.len() >= last, "more characters tell more");
        last = part.len();
        let told = opened.problem.expect("it was cut").to_string();
        assert!(
            told.contains(&format!("first {} steps", part.len())),
            "{told}"
        );
    }
    assert!(last > 290, "{last}");
    let half = decode(&text[..text.len() / 2]).expect("the head is there");
    assert!(half.session.trace.len() > 120);
    // A foreign character cuts it, too.
    let spoilt = format!("{}~{}", &text[..100], &text[101..]);
    let opened = decode(&spoilt).expect("the head is there");
    let (part, _) = run(&opened.session);
    assert!(part.len() > 120);
    assert_eq!(part, choices[..part.len()]);
    let told = opened.problem.expect("spoilt").to_string();
    assert!(
        told.starts_with("character 101 of the link is '~'"),
        "{told}"
    );
}

#[test]
fn of_a_damaged_link_what_a_check_confirms_applies() {
    let s = long_by_hand(400);
    let (choices, _) = run(&s);
    let text = link(&s);
    let mut wrong = 0;
    for at in 20..text.len() {
        let other = if text.as_bytes()[at] == b'k' {
            "q"
        } else {
            "k"
        };
        let damaged = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        let opened = decode(&damaged).expect("the head is whole");
        let (part, _) = run(&opened.session);
        assert!(matches!(opened.problem, Some(LinkError::Damaged { .. })));
        // A check on the way overlooks one damage in 62.
        wrong += usize::from(part != choices[..part.len().min(choices.len())]);
    }
    assert!(wrong * 20 < text.len(), "{wrong} of {}", text.len());
}

#[test]
fn strange_links_get_plain_words() {
    let told = |text: &str| decode(text).err().expect("no link").to_string();
    assert!(told("").contains("empty"));
    assert!(told("#").contains("empty"));
    assert!(told("9abc").contains("begins with '9'"));
    assert!(told("hello").contains("begins with 'h'"));
    assert!(told("1").contains("only its first characters"));
    assert!(told("1a").contains("only its first characters"));
    assert!(told(&"1".repeat(200_000)).contains("200000 characters"));
    assert!(told("1é").contains("not one of our links"));
}

#[test]
fn more_steps_than_a_link_holds_are_refused_by_their_number() {
    let mut s = standard("protected-memory-paxos");
    for k in 0..=MOST_STEPS {
        let p1 = Hold::Process(P1);
        let choice = if k % 2 == 0 {
            Choice::Hold(p1)
        } else {
            Choice::Release(p1)
        };
        s.trace.act(choice).expect("in turn");
    }
    let refused = encode(&s, Options::default());
    assert_eq!(
        refused,
        Err(LinkError::TooManySteps {
            claimed: 10_001,
            most: MOST_STEPS,
        })
    );
    s.trace.seek(MOST_STEPS);
    let options = Options {
        extent: Extent::UpToHere,
        ..Options::default()
    };
    let opened = decode(&encode(&s, options).expect("as many as it holds"));
    let opened = opened.expect("whole");
    assert_eq!(opened.problem, None);
    assert_eq!(opened.session.trace.len(), MOST_STEPS);
}

fn config(entry: &'static Entry, n: u64) -> Config {
    let mut config = (entry.standard)();
    let bits = |from: u32, count: u32| (n >> from) & ((1 << count) - 1);
    if bits(0, 1) == 1 {
        let byzantine = config.byzantine;
        let (f_p, f_m) = (config.f_p, config.f_m);
        let memories = config.memories.max(1) - 1 + bits(1, 2) as u8;
        config = Config::new(config.processes + bits(3, 1) as u8, memories);
        config.byzantine = byzantine;
        config.f_p = f_p;
        config.f_m = f_m.min(memories);
    }
    if bits(4, 2) == 0 {
        config.mutations = bits(6, 3) as u32 & ((1 << entry.info.mutations.len().min(16)) - 1);
    }
    if bits(9, 2) == 0 {
        config.reads = Reads::Register;
    }
    if bits(11, 2) == 0 {
        config.first_phase = FirstPhase::Run;
    }
    if bits(13, 2) == 0 {
        config.inputs.reverse();
    }
    if bits(15, 2) == 0 {
        config.attempts[0] = bits(17, 2) as u8;
    }
    if bits(19, 3) == 0 {
        config.byzantine = ProcessSet::only(P2);
    }
    config
}

/// What a user may do, as numbers for a test to choose.
fn do_something(s: &mut Session, deed: u8, n: u64) {
    let mut choices: Vec<Choice> = s.trace.enabled().into_iter().map(Choice::Event).collect();
    match deed {
        0..=4 => {}
        5 => {
            s.run(&mut Lockstep, &Stop::Quiescent, n as usize % 30);
            return;
        }
        6 => {
            s.run(
                &mut Random::new(n, n.is_multiple_of(2)),
                &Stop::Quiescent,
                n as usize % 40,
            );
            return;
        }
        7 => {
            let c = s.config();
            choices.extend(c.process_ids().map(|p| Choice::Hold(Hold::Process(p))));
            choices.extend(c.memory_ids().map(|m| Choice::Hold(Hold::Memory(m))));
            choices.extend(c.memory_ids().map(|m| Choice::Hold(Hold::Lane(P1, m))));
            choices.push(Choice::Hold(Hold::Link(P2, P1)));
            let packets = s.trace.enabled().into_iter().filter_map(packet);
            choices.extend(packets.map(Choice::Hold));
            choices.extend(partitions(s).map(Choice::Hold));
            choices.extend(s.trace.here().holds.iter().map(|h| Choice::Release(*h)));
        }
        _ => {
            let c = s.config();
            choices.extend(
                c.process_ids()
                    .map(|p| Choice::Event(Event::CrashProcess(p))),
            );
            choices.extend(c.memory_ids().map(|m| Choice::Event(Event::CrashMemory(m))));
            for process in c.process_ids() {
                let acts = s.machine().acts(s.trace.state(), process);
                choices.extend(
                    acts.into_iter()
                        .map(|act| Choice::Event(Event::Byzantine { process, act })),
                );
            }
            let leader = P2;
            choices.extend(
                c.process_ids()
                    .map(|at| Choice::Event(Event::Leader { at, leader })),
            );
        }
    }
    if !choices.is_empty() {
        let choice = choices[n as usize % choices.len()];
        // What is not possible is refused and changes nothing.
        let _ = s.trace.act(choice);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Of any run of any algorithm, the link opens the same run.
    #[test]
    fn decoding_what_was_encoded_gives_the_same_run(
        settings in any::<u64>(),
        deeds in proptest::collection::vec((0u8..9, any::<u64>()), 0..60),
        at in any::<u16>(),
    ) {
        for entry in algorithms() {
            let config = config(entry, settings);
            let Ok(mut s) = Session::new(entry, &config) else { continue };
            for (deed, n) in &deeds {
                do_something(&mut s, *deed, *n);
            }
            s.trace.seek(at as usize % (s.trace.len() + 1));
            let text = link(&s);
            let opened = decode(&text).expect("whole");
            prop_assert_eq!(&opened.problem, &None, "{}", text);
            prop_assert_eq!(opened.session.config(), s.config());
            prop_assert_eq!(run(&opened.session), run(&s));
            prop_assert_eq!(opened.position, s.trace.position());
            // And it is the shortest that we know: making it again does not change it.
            let again = link(&opened.session);
            prop_assert!(again.len() <= text.len() + 2, "{} {}", text, again);
        }
    }
}

/// What stands beside a run follows its link, which stays as it is.
#[test]
fn a_link_reopens_what_stands_beside_the_run() {
    let entry = find("protected-memory-paxos").expect("registered");
    let mut one = Session::new(entry, &(entry.standard)()).expect("possible");
    one.run(&mut Lockstep, &Stop::Quiescent, 500);
    one.trace.seek(3);
    let link = encode(&one, Options::default()).expect("short");
    let disk = find("disk-paxos").expect("registered");
    let pair = Pair::with_algorithm(disk, &one).expect("possible beside it");
    let scenery = Scenery::of(Some(ProcessId(1)), Level::Registers, Some(&pair)).expect("short");
    assert_eq!(
        scenery.to_string(),
        "&view=p2&level=registers&beside=disk-paxos"
    );
    let mut run = one.clone();
    run.trace.seek(1);
    run.event(Event::CrashProcess(ProcessId(0)))
        .expect("it is up");
    let tip = run.trace.state().fingerprint();
    let pair = Pair::with_run(run, "other", Pace::Of(ProcessId(1)), &one);
    let other = Scenery::of(None, Level::Copies, Some(&pair)).expect("short");
    for scenery in [scenery, other] {
        let whole = format!("https://example.org/#{link}{scenery}");
        assert_eq!(Scenery::read(&whole), scenery);
        let opened = decode(&whole).expect("it opens");
        assert_eq!((opened.problem, opened.position), (None, 3));
        assert!(scenery.pair(&opened.session).is_some());
    }
    let again = Scenery::of(None, Level::Copies, Some(&pair)).expect("short");
    let pair = again.pair(&one).expect("it opens");
    let there = &pair.other().trace;
    assert_eq!(pair.pace(), Pace::Of(ProcessId(1)));
    assert_eq!(there.step(there.len()).after.fingerprint(), tip);
}

/// The level follows the link of whatever else is shown; the closest, which is the usual one, is left
/// out.
#[test]
fn a_link_reopens_the_level() {
    for level in Level::ALL {
        let scenery = Scenery::of(None, level, None).expect("nothing is beside it");
        assert_eq!(Scenery::read(&format!("1abc{scenery}")), scenery);
        assert_eq!(scenery.level.unwrap_or_default(), level);
        assert_eq!(scenery.to_string().is_empty(), level == Level::Copies);
    }
}

/// Whatever follows a link, it opens nothing that is not there, and harms nothing.
#[test]
fn strange_scenery_is_passed_over() {
    for text in [
        "&view=p0",
        "&view=p10",
        "&beside=1zz",
        "&pace=x&&=",
        "&beside=",
        "&a=b&view",
        "&level=",
        "&level=Copies",
    ] {
        let scenery = Scenery::read(text);
        let known = (scenery.lens, scenery.level, scenery.pace);
        assert_eq!(known, (None, None, None), "{text}");
        let entry = find("paxos").expect("registered");
        let one = Session::new(entry, &(entry.standard)()).expect("possible");
        assert!(scenery.pair(&one).is_none(), "{text}");
    }
}
