//! The keyboard: one table, which the help shows as it is.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, KeyboardEvent};

use crate::view::text::Word;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// One event on.
    Next,
    /// One event back.
    Back,
    /// To the end of the next delay.
    NextDelay,
    /// To the end of the delay before.
    BackDelay,
    /// To the start.
    First,
    /// To the end.
    Last,
    /// One level closer, and one event of it on.
    Into,
    /// One level further away, and to its next event.
    Out,
    /// Start or stop the clock.
    PlayPause,
    /// Play faster.
    Faster,
    /// Play slower.
    Slower,
    /// Show a tab, by its number.
    Tab(usize),
    /// Lockstep drives.
    Lockstep,
    /// A seed drives.
    Random,
    /// The reader drives.
    ByHand,
    /// The next seed.
    NextSeed,
    /// Take the last change back.
    Undo,
    /// Do it again.
    Redo,
    /// Part the processes and memories.
    Partition,
    /// Go on until something happens.
    Until,
    /// Look closer at the stage, or from further away.
    Zoom(i8),
    /// To the stage.
    Stage,
    /// Another algorithm or setup.
    Setup,
    /// Share the run.
    Share,
    /// The lessons.
    Lessons,
    /// Which algorithm survives what.
    Survival,
    /// Something beside the run.
    Beside,
    /// See what the next process knows.
    View,
    /// Leave the closest view.
    Leave,
    /// Another look.
    Theme,
    /// Full screen.
    FullScreen,
    /// The keys.
    Help,
}

/// Each key with its command: the key as the browser names it, whether with Shift, how it is
/// shown, and in which words.
pub const KEYS: &[(&str, bool, &str, Command, Word)] = &[
    ("ArrowRight", false, "→", Command::Next, Word::NextEvent),
    ("n", false, "n", Command::Next, Word::NextEvent),
    (
        "PageDown",
        false,
        "Page Down",
        Command::Next,
        Word::NextEvent,
    ),
    ("ArrowLeft", false, "←", Command::Back, Word::PreviousEvent),
    ("b", false, "b", Command::Back, Word::PreviousEvent),
    (
        "PageUp",
        false,
        "Page Up",
        Command::Back,
        Word::PreviousEvent,
    ),
    (
        "ArrowRight",
        true,
        "Shift →",
        Command::NextDelay,
        Word::NextDelay,
    ),
    (
        "ArrowLeft",
        true,
        "Shift ←",
        Command::BackDelay,
        Word::PreviousDelay,
    ),
    ("i", false, "i", Command::Into, Word::StepInto),
    ("o", false, "o", Command::Out, Word::StepOut),
    ("Home", false, "Home", Command::First, Word::First),
    ("End", false, "End", Command::Last, Word::Last),
    (" ", false, "Space", Command::PlayPause, Word::PlayOrPause),
    (".", false, ".", Command::PlayPause, Word::PlayOrPause),
    ("+", false, "+", Command::Faster, Word::Faster),
    ("-", false, "-", Command::Slower, Word::Slower),
    ("1", false, "1", Command::Tab(0), Word::Pseudocode),
    ("2", false, "2", Command::Tab(1), Word::State),
    ("3", false, "3", Command::Tab(2), Word::Events),
    ("4", false, "4", Command::Tab(3), Word::WhatNext),
    ("5", false, "5", Command::Tab(4), Word::Branches),
    ("6", false, "6", Command::Tab(5), Word::Search),
    ("l", false, "l", Command::Lockstep, Word::Lockstep),
    ("r", false, "r", Command::Random, Word::Random),
    ("h", false, "h", Command::ByHand, Word::ByHand),
    ("x", false, "x", Command::NextSeed, Word::NextSeed),
    ("u", false, "u", Command::Undo, Word::Undo),
    ("y", false, "y", Command::Redo, Word::Redo),
    ("p", false, "p", Command::Partition, Word::Partition),
    ("j", false, "j", Command::Until, Word::GoOnUntil),
    ("]", false, "]", Command::Zoom(1), Word::ZoomIn),
    ("[", false, "[", Command::Zoom(-1), Word::ZoomOut),
    ("0", false, "0", Command::Zoom(i8::MIN), Word::ZoomReset),
    ("g", false, "g", Command::Stage, Word::GoToStage),
    ("a", false, "a", Command::Setup, Word::AlgorithmAndSetup),
    ("s", false, "s", Command::Share, Word::ShareTitle),
    ("c", false, "c", Command::Lessons, Word::Lessons),
    ("w", false, "w", Command::Survival, Word::Survival),
    ("d", false, "d", Command::Beside, Word::PutBeside),
    ("v", false, "v", Command::View, Word::NextView),
    ("Escape", false, "Esc", Command::Leave, Word::Leave),
    ("t", false, "t", Command::Theme, Word::NextTheme),
    ("f", false, "f", Command::FullScreen, Word::FullScreen),
    ("?", true, "?", Command::Help, Word::Keys),
];

/// The command that a key asks for here; none while it belongs to what has the focus.
pub fn command(event: &KeyboardEvent) -> Option<Command> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented() {
        return None;
    }
    let key = event.key();
    let focus = gloo::utils::document().active_element();
    if focus.is_some_and(|element| takes(&element, &key)) {
        return None;
    }
    let shift = event.shift_key();
    // With Shift or without, a sign is that sign: keyboards differ.
    let is_sign = key.len() == 1 && !key.chars().all(char::is_alphabetic) && key != " ";
    let mut keys = KEYS.iter();
    keys.find(|(name, with_shift, ..)| *name == key && (is_sign || *with_shift == shift))
        .map(|(.., command, _)| *command)
}

/// Whether an element does something of its own with a key.
fn takes(element: &Element, key: &str) -> bool {
    let tag = element.tag_name().to_ascii_lowercase();
    let role = element.get_attribute("role").unwrap_or_default();
    match tag.as_str() {
        "textarea" | "select" => return true,
        "input" => {
            let input = element.dyn_ref::<HtmlInputElement>();
            return match input.map(HtmlInputElement::type_).as_deref() {
                Some("range") => {
                    key.starts_with("Arrow")
                        || matches!(key, "Home" | "End" | "PageUp" | "PageDown")
                }
                Some("checkbox" | "radio") => key == " " || key.starts_with("Arrow"),
                _ => true,
            };
        }
        _ => {}
    }
    if matches!(role.as_str(), "tab" | "menuitem") {
        return key.starts_with("Arrow") || matches!(key, "Home" | "End" | " " | "Enter");
    }
    let presses = matches!(tag.as_str(), "button" | "a" | "summary") || role == "button";
    presses && matches!(key, " " | "Enter")
}
