//! What all clients did, and what came of it.

use std::collections::BTreeMap;

use bench::held::Report;

pub(crate) struct Tally {
    wanted: u64,
    calls: BTreeMap<&'static str, u64>,
    /// Failures by code.
    failures: BTreeMap<String, u64>,
    /// Verdicts that were true, false, and excused because the app had just ended.
    verdicts: [u64; 3],
    actions: u64,
    /// Actions that failed, and yet arrived.
    late: u64,
    wrong: Vec<String>,
}

impl Tally {
    pub(crate) fn new(wanted: u64) -> Self {
        Self {
            wanted,
            calls: BTreeMap::new(),
            failures: BTreeMap::new(),
            verdicts: [0; 3],
            actions: 0,
            late: 0,
            wrong: Vec::new(),
        }
    }

    pub(crate) fn call(&mut self, tool: &'static str) {
        *self.calls.entry(tool).or_default() += 1;
    }

    pub(crate) fn failure(&mut self, code: &str) {
        *self.failures.entry(code.to_owned()).or_default() += 1;
    }

    pub(crate) fn verdict(&mut self, met: bool) {
        self.verdicts[usize::from(!met)] += 1;
    }

    pub(crate) fn excused(&mut self) {
        self.verdicts[2] += 1;
    }

    pub(crate) fn action(&mut self, late: u64) {
        self.actions += 1;
        self.late += late;
    }

    pub(crate) fn wrong(&mut self, what: String) {
        self.wrong.push(what);
    }

    pub(crate) fn calls(&self) -> u64 {
        self.calls.values().sum()
    }

    pub(crate) fn is_warm(&self) -> bool {
        self.calls() * 5 >= self.wanted
    }

    pub(crate) fn is_over(&self) -> bool {
        self.calls() >= self.wanted
    }

    pub(crate) fn tell(&self, report: &mut Report) {
        let list = |counts: Vec<String>| counts.join(", ");
        let calls = self.calls.iter().map(|(tool, count)| format!("{count} {tool}")).collect();
        report.told(&list(calls));
        let failures = self.failures.iter().map(|(code, count)| format!("{count} {code}"));
        report.told(&format!("failed with {}", list(failures.collect())));
        let [met, unmet, excused] = self.verdicts;
        let line = format!(
            "{} wrong answers: {met} verdicts were yes, {unmet} no, {excused} about an app that had just ended; \
             {} actions succeeded, each once; {} that failed arrived all the same",
            self.wrong.len(),
            self.actions,
            self.late
        );
        report.must(self.wrong.is_empty(), &line);
        for wrong in self.wrong.iter().take(20) {
            report.told(wrong);
        }
    }
}
