// Reads the suite's results and the list of what does not apply, and counts.
// A listed check that passes is as wrong as an unlisted one that fails: the list must stay true.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [results, list] = process.argv.slice(2);

const reasons = new Map();
for (const line of readFileSync(list, "utf8").split("\n")) {
  if (line.trim() === "" || line.startsWith("#")) continue;
  const [check, ...reason] = line.trim().split(/\s+/);
  if (reason.length === 0) throw new Error(`${check} is listed without a reason`);
  reasons.set(check, reason.join(" "));
}

function* checks() {
  for (const server of ["real", "fixtures"]) {
    for (const version of readdirSync(join(results, server))) {
      const folder = join(results, server, version);
      for (const run of readdirSync(folder)) {
        const scenario = run.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
        for (const check of JSON.parse(readFileSync(join(folder, run, "checks.json"), "utf8"))) {
          yield { server, version, scenario, ...check };
        }
      }
    }
  }
}

const ran = { real: new Set(), fixtures: new Set() };
const unused = new Set(reasons.keys());
let passed = 0;
let notApplicable = 0;
const failures = [];
for (const { server, version, scenario, id, status, errorMessage } of checks()) {
  ran[server].add(scenario);
  const listed = [`${server}/${scenario}:${id}`, `${scenario}:${id}`, scenario].find((key) => reasons.has(key));
  // The suite validates every message beside the scenario's own checks: that always applies.
  if (status === "SUCCESS" || status === "INFO") {
    passed += status === "SUCCESS";
    if (listed?.endsWith(`:${id}`)) failures.push(`${listed} passes: take it off the list`);
  } else if (listed && id !== "wire-schema-valid") {
    notApplicable += 1;
    unused.delete(listed);
  } else if (status !== "SKIPPED") {
    failures.push(`${server} ${version} ${scenario} ${id}: ${errorMessage ?? status}`);
  }
}
for (const check of unused) failures.push(`${check} is listed, but did not fail`);
for (const server of ["real", "fixtures"]) {
  if (ran[server].size === 0) failures.push(`no scenario ran against the ${server} server`);
}

for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${notApplicable} checks do not apply (tests/conformance/not-applicable.txt)`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
