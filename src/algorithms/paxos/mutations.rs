//! What can be bent in Paxos.

use crate::model::Mutation;

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "adopt-nothing",
        title: "A new leader proposes its own input, whatever the promises report.",
        line: 7,
        breaks: "agreement",
        scope: "processes=2 attempts=1 f_p=0",
    },
    Mutation {
        id: "adopt-lowest",
        title: "Of the reported proposals, the one with the lowest number is adopted.",
        line: 7,
        breaks: "agreement",
        scope: "processes=3 attempts=(2,1,0) f_p=0",
    },
    Mutation {
        id: "forget-promise",
        title: "An acceptor promises without remembering it.",
        line: 13,
        breaks: "agreement",
        scope: "processes=2 attempts=1 f_p=0",
    },
    Mutation {
        id: "accept-anything",
        title: "An acceptor accepts any proposal, even below its promise.",
        line: 17,
        breaks: "agreement",
        scope: "processes=2 attempts=1 f_p=0",
    },
    Mutation {
        id: "one-promise",
        title: "One promise is enough to begin phase 2.",
        line: 5,
        breaks: "agreement",
        scope: "processes=3 attempts=(1,1,0) f_p=0",
    },
    Mutation {
        id: "one-acceptance",
        title: "One acceptance is enough to decide.",
        line: 9,
        breaks: "agreement",
        scope: "processes=3 attempts=(1,1,0) f_p=0",
    },
];
