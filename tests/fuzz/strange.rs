//! Scenario texts that nobody wrote: real ones, cut, changed and joined.
//!
//! Those with long runs are drawn seldom: most of a run is the schedule's, and what is changed in a
//! text that plays in a blink tells as much.

use std::fs;
use std::path::Path;

use mnmscope::scenario::{RULE, export, parse};
use mnmscope::sim::{Lockstep, Random, Session, Stop, algorithms};
use rand::{Rng, RngExt};
use rand_pcg::Pcg32;

/// Texts to draw from.
pub struct Texts {
    /// Those whose runs are short.
    short: Vec<String>,
    /// All others.
    long: Vec<String>,
}

/// The most steps of a short run.
const SHORT: usize = 200;
/// One in so many texts has a long run.
const ONE_IN_LONG: u32 = 100;

impl Texts {
    fn draw(&self, random: &mut Pcg32) -> &str {
        let long = random.random_range(0..ONE_IN_LONG) == 0;
        let texts = if long { &self.long } else { &self.short };
        &texts[random.random_range(0..texts.len())]
    }
}

/// Every transcript of the repository without its output, and exported runs of every algorithm.
pub fn texts() -> Texts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("tests/scenarios")
        .flat_map(|algorithm| fs::read_dir(algorithm.expect("a folder").path()).expect("a folder"))
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let text = |file| fs::read_to_string(file).expect("it reads");
    let commands = |text: String| text.split(RULE).next().unwrap_or_default().to_owned();
    let mut out: Vec<String> = files.into_iter().map(text).map(commands).collect();
    for entry in algorithms() {
        let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
        s.run(&mut Lockstep, &Stop::Quiescent, 9);
        s.run(&mut Random::new(1, true), &Stop::Quiescent, 60);
        out.push(export(&s, usize::MAX));
    }
    let steps = |text: &String| {
        let played = parse(text).map(|scenario| scenario.play());
        played.map_or(0, |played| played.map_or(0, |p| p.session.trace.len()))
    };
    let (short, long) = out.into_iter().partition(|text| steps(text) <= SHORT);
    Texts { short, long }
}

/// One of the texts, changed in a few places: characters, words, numbers and lines.
pub fn strange(random: &mut Pcg32, whole: &Texts) -> String {
    let mut lines: Vec<String> = whole.draw(random).lines().map(str::to_owned).collect();
    for _ in 0..random.random_range(1..4) {
        if lines.is_empty() {
            break;
        }
        let at = random.random_range(0..lines.len());
        match random.random_range(0..8) {
            0 => lines.truncate(at),
            1 => {
                lines.remove(at);
            }
            // A line of another text, which may mean something here too.
            2 | 3 => {
                let other: Vec<&str> = whole.draw(random).lines().collect();
                let line = other[random.random_range(0..other.len())].to_owned();
                lines.insert(at, line);
            }
            // A word of another line.
            4 => {
                let other = lines[random.random_range(0..lines.len())].clone();
                let words: Vec<&str> = other.split(' ').collect();
                let word = words[random.random_range(0..words.len())];
                let mut mine: Vec<&str> = lines[at].split(' ').collect();
                let place = random.random_range(0..mine.len());
                mine[place] = word;
                lines[at] = mine.join(" ");
            }
            // A digit more, or another one.
            5 | 6 => {
                let digit = char::from(b'0' + random.random_range(0..10u8));
                let mut letters: Vec<char> = lines[at].chars().collect();
                if let Some(k) = letters.iter().rposition(char::is_ascii_digit) {
                    match random.random_bool(0.5) {
                        true => letters[k] = digit,
                        false => letters.insert(k, digit),
                    }
                }
                lines[at] = letters.into_iter().collect();
            }
            _ => {
                let mut letters: Vec<char> = lines[at].chars().collect();
                let k = random.random_range(0..=letters.len());
                letters.insert(k, char::from_u32(random.next_u32() % 0x3000).unwrap_or('#'));
                lines[at] = letters.into_iter().collect();
            }
        }
    }
    lines.join("\n")
}
