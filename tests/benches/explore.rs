//! How fast the search is, and how much memory it takes: `cargo bench --no-default-features --bench
//! explore`, or with the names of some scopes behind `--`.
#![expect(
    clippy::disallowed_types,
    reason = "a bench is what a clock is for; the library has none"
)]

use std::time::Instant;

use mnmscope::explore::{Options, Order, Reductions, search};
use mnmscope::model::Config;

struct Scope {
    name: &'static str,
    algorithm: &'static str,
    config: Config,
    reductions: Reductions,
    order: Order,
}

fn paxos(attempts: [u8; 2], faults: u8) -> Config {
    Config {
        f_p: faults,
        f_m: faults,
        attempts: attempts.to_vec(),
        ..Config::new(2, 3)
    }
}

fn scopes() -> Vec<Scope> {
    let mut all = Vec::new();
    let mut add = |name, config: Config, reductions: &str, order| {
        let reductions = reductions
            .parse()
            .expect("the bench names reductions that exist");
        let algorithm = if config.memories == 0 {
            "paxos"
        } else {
            "protected-memory-paxos"
        };
        all.push(Scope {
            name,
            algorithm,
            config,
            reductions,
            order,
        });
    };
    let breadth = Order::Breadth;
    add("1-crashes-none", paxos([1, 1], 1), "none", breadth);
    add("1-crashes-none-dfs", paxos([1, 1], 1), "none", Order::Depth);
    add("1-crashes-all", paxos([1, 1], 1), "all", breadth);
    add("12-crashes-none", paxos([1, 2], 1), "none", breadth);
    add("1-none", paxos([1, 1], 0), "none", breadth);
    add("1-omega", paxos([1, 1], 0), "omega", breadth);
    add("1-symmetry", paxos([1, 1], 0), "symmetry,omega", breadth);
    add("1-all", paxos([1, 1], 0), "all", breadth);
    add("12-crashes-all", paxos([1, 2], 1), "all", breadth);
    add("21-crashes-all", paxos([2, 1], 1), "all", breadth);
    let messages = |attempts: [u8; 3], f_p| Config {
        f_p,
        attempts: attempts.to_vec(),
        ..Config::new(3, 0)
    };
    add("paxos-110-all", messages([1, 1, 0], 1), "all", breadth);
    add("paxos-210-all", messages([2, 1, 0], 1), "all", breadth);
    add("paxos-120-all", messages([1, 2, 0], 1), "all", breadth);
    add("2-paxos-220-all", messages([2, 2, 0], 1), "all", breadth);
    add("2-all", paxos([2, 2], 0), "all", breadth);
    add("2-crashes-all", paxos([2, 2], 1), "all", breadth);
    all
}

/// Seconds that this thread has had a processor, where the system tells: on a busy machine the
/// clock on the wall says little.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    println!(
        "scope               verdict             distinct  transitions  depth     wall  processor s  distinct/s  transitions/s  bytes/state"
    );
    for scope in scopes() {
        let slow = scope.name.starts_with("2-");
        let named = wanted.iter().any(|w| w == scope.name);
        if !named && (slow || !wanted.is_empty()) {
            continue;
        }
        let options = Options {
            reductions: scope.reductions,
            order: scope.order,
            memory: 16 << 10,
            walks: 0,
            ..Options::default()
        };
        let (begin, idle) = (Instant::now(), busy());
        let mut search =
            search(scope.algorithm, &scope.config, &[], &options).expect("the scope is possible");
        let report = search.finish();
        let wall = begin.elapsed().as_secs_f64();
        let seconds = idle.zip(busy()).map_or(wall, |(from, to)| to - from);
        println!(
            "{:18}  {:18}  {:>8}  {:>11}  {:>5}  {:>7.2}  {:>11.2}  {:>10.0}  {:>13.0}  {:>11.1}",
            scope.name,
            format!("{:?}", report.verdict),
            report.distinct_states,
            report.transitions,
            report.depth,
            wall,
            seconds,
            report.distinct_states as f64 / seconds,
            report.transitions as f64 / seconds,
            report.bytes as f64 / report.distinct_states as f64,
        );
    }
}
