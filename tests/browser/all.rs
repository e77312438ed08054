//! The list of tests. How to add one: see the crate's documentation.

mod beside;
mod everyone;
mod first_visit;
mod lessons;
mod levels;
mod offline;
mod parts;
mod room;
mod safety;
mod sharing;
mod steady;
mod stepping;

use browser::{anywhere, chromium, suite};
use std::process::ExitCode;

fn main() -> ExitCode {
    suite::run(&[
        anywhere!(first_visit::the_page_starts),
        anywhere!(first_visit::it_works_under_any_path),
        chromium!(first_visit::it_asks_for_its_own_files_only),
        chromium!(first_visit::it_fits_a_telephone),
        chromium!(first_visit::it_is_accessible_in_light_and_dark),
        chromium!(first_visit::a_missing_file_is_told_to_the_reader),
        chromium!(parts::the_first_lesson_fetches_no_part),
        chromium!(parts::what_is_needed_is_fetched_once),
        chromium!(parts::what_cannot_be_fetched_is_told_and_nothing_is_lost),
        chromium!(parts::a_part_of_another_build_is_refused),
        anywhere!(stepping::it_opens_on_a_guided_run),
        anywhere!(stepping::back_at_the_start_stays_there),
        anywhere!(stepping::two_delays_decide),
        anywhere!(stepping::it_plays_and_pauses),
        anywhere!(stepping::acting_in_the_past_forks),
        anywhere!(stepping::by_hand_each_event_is_a_button),
        anywhere!(stepping::a_liar_does_what_is_typed),
        anywhere!(stepping::the_stage_works_by_keyboard_alone),
        anywhere!(stepping::the_seed_is_shown_and_means_the_same),
        anywhere!(stepping::keys_in_a_field_are_not_commands),
        anywhere!(stepping::an_impossible_setup_explains_itself),
        chromium!(stepping::less_motion_jumps),
        anywhere!(lessons::a_lesson_asks_before_it_shows),
        anywhere!(lessons::a_question_is_answered_on_the_stage),
        anywhere!(lessons::a_lecturers_own_lesson_is_one),
        anywhere!(lessons::lessons_and_errors_speak_german),
        chromium!(levels::a_broadcast_is_stepped_over_and_into),
        anywhere!(levels::the_level_goes_with_a_link),
        anywhere!(levels::without_levels_nothing_is_folded),
        chromium!(levels::the_diagram_filters_and_shows_other_runs),
        chromium!(levels::slides_are_one_download),
        anywhere!(sharing::a_link_reopens_the_step),
        anywhere!(sharing::a_damaged_link_loses_nothing),
        anywhere!(sharing::a_reload_loses_nothing),
        anywhere!(sharing::undo_reaches_everything),
        anywhere!(sharing::forgetting_leaves_nothing),
        anywhere!(sharing::a_partition_holds_and_heals),
        anywhere!(sharing::it_goes_on_until_a_register_takes_a_value),
        chromium!(sharing::what_is_dropped_or_pasted_opens),
        anywhere!(sharing::back_returns_to_what_was_open),
        anywhere!(sharing::back_and_forward_bring_back_everything),
        anywhere!(sharing::a_lock_is_not_lost_on_the_way),
        anywhere!(sharing::a_scenario_can_be_pasted),
        anywhere!(sharing::what_a_mutation_breaks_is_found_and_opened),
        anywhere!(sharing::a_clean_search_names_its_scope),
        anywhere!(sharing::what_survives_is_a_press_away),
        anywhere!(sharing::a_locked_link_can_be_stepped_and_not_changed),
        chromium!(sharing::a_slide_deck_can_step_the_page),
        chromium!(offline::it_works_without_a_network),
        chromium!(offline::a_new_version_is_announced_and_taken_whole),
        chromium!(offline::a_build_for_developers_clears_what_was_kept),
        chromium!(offline::it_can_be_installed),
        chromium!(offline::one_file_opens_from_a_disk),
        chromium!(safety::nothing_is_refused_and_no_cookie_is_left),
        chromium!(safety::the_policy_is_strict),
        anywhere!(safety::what_others_wrote_is_text),
        chromium!(room::fingers_find_what_they_press),
        chromium!(room::large_text_has_room),
        chromium!(room::twice_the_zoom_has_room),
        chromium!(steady::no_note_scrolls_and_the_stage_keeps_its_size),
        chromium!(steady::a_seek_draws_the_diagram_once),
        chromium!(beside::two_algorithms_run_side_by_side),
        anywhere!(beside::what_is_only_beside_says_why_it_cannot_fail),
        chromium!(beside::the_stage_as_one_process_knows_it),
        chromium!(beside::two_runs_stand_side_by_side),
        chromium!(beside::the_lower_bound_shows_the_views_side_by_side),
        chromium!(everyone::every_view_is_accessible_in_every_theme),
        chromium!(everyone::nothing_sticks_out_on_any_screen),
    ])
}
