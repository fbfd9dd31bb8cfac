// What the clients' client.json say: which there are, what they need, what must happen, and the table of it.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const STEPS = [
  "connect",
  "list apps",
  "read the screen",
  "tap through the sign-in",
  "type",
  "screenshot",
  "logs",
];
const OUTCOMES = ["yes", "no", "not offered"];
const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, "../../docs/phone.md");

function read(name) {
  const client = JSON.parse(readFileSync(join(here, name, "client.json"), "utf8"));
  for (const step of STEPS) {
    if (!OUTCOMES.includes(client.steps[step])) throw new Error(`${name}: ${step} must be one of ${OUTCOMES.join(", ")}`);
  }
  const unknown = Object.keys(client.steps).filter((step) => !STEPS.includes(step));
  if (unknown.length > 0) throw new Error(`${name}: unknown steps: ${unknown.join(", ")}`);
  for (const step of STEPS.filter((step) => client.steps[step] === "no")) {
    if (!client.because?.[step]) throw new Error(`${name}: because must have a piece of the text with which ${step} fails`);
  }
  if (!client.notes && STEPS.some((step) => client.steps[step] !== "yes")) {
    throw new Error(`${name}: what does not work needs a note that says why`);
  }
  return client;
}

function list() {
  const names = readdirSync(here).filter((name) => existsSync(join(here, name, "client.json")));
  return names.sort();
}

function driver(name) {
  const folder = join(here, name);
  const named = read(name).driver;
  const candidates = named ? [named] : ["drive.mjs", "drive.py"];
  const found = candidates.map((file) => join(folder, file)).find((file) => existsSync(file));
  if (!found) throw new Error(`${name} has no driver`);
  return found;
}

function results(work, name) {
  const file = join(work, `${name}.results`);
  const seen = new Map();
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n") : []) {
    if (!line.startsWith("{")) continue;
    const { step, ok, note } = JSON.parse(line);
    seen.set(step, { outcome: ok === null ? "not offered" : ok ? "yes" : "no", note: note ?? "" });
  }
  return seen;
}

function verdict(work, names) {
  let passed = 0;
  const failures = [];
  for (const name of names) {
    const client = read(name);
    const seen = results(work, name);
    const wrong = [];
    for (const step of STEPS) {
      const { outcome, note } = seen.get(step) ?? { outcome: "no", note: "the driver ended before" };
      const expected = client.steps[step];
      // A failure counts as the one that is known only when it says so.
      const known = outcome !== "no" || note.includes(client.because?.[step]);
      if (outcome === expected && known) passed += 1;
      else wrong.push(`${name}: ${step}: expected ${expected}, was ${outcome}: ${note}`);
    }
    failures.push(...wrong);
    const time = join(work, `${name}.seconds`);
    const seconds = existsSync(time) ? readFileSync(time, "utf8").trim() : "?";
    console.log(`${wrong.length === 0 ? "ok" : "FAILED"}: ${client.program} ${client.version} (${seconds} s)`);
    if (wrong.length > 0) {
      for (const line of wrong) console.log(`  ${line}`);
      const log = join(work, `${name}.log`);
      const end = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(-20) : [];
      for (const line of end) console.log(`  | ${line}`);
    }
  }
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

const BEGIN = "<!-- Made by tests/clients/run.sh --write. Do not edit. -->";
const END = "<!-- The end of what is made. -->";

function table() {
  const lines = [
    BEGIN,
    `| program | ${STEPS.join(" | ")} | notes |`,
    `|---|${STEPS.map(() => "---|").join("")}---|`,
  ];
  for (const name of list()) {
    const { program, version, steps, notes } = read(name);
    lines.push(`| ${program} ${version} | ${STEPS.map((step) => steps[step]).join(" | ")} | ${notes ?? ""} |`);
  }
  return lines.join("\n") + "\n" + END;
}

// The page with the table as it should be.
function rewritten() {
  const text = readFileSync(page, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${page} has no place for the table`);
  return text.slice(0, begin) + table() + text.slice(end + END.length);
}

function check() {
  if (readFileSync(page, "utf8") === rewritten()) return 0;
  console.error(`the table in ${relative(process.cwd(), page)} is stale: run tests/clients/run.sh --write`);
  return 1;
}

function main([command, ...rest]) {
  switch (command) {
    case "list":
      console.log(list().join("\n"));
      return 0;
    case "needs":
      for (const [kind, packages] of Object.entries(read(rest[0]).needs)) console.log(`${kind}\t${packages.join(" ")}`);
      return 0;
    case "tool":
      console.log(read(rest[0]).tool ?? rest[0]);
      return 0;
    case "environment":
      for (const [name, value] of Object.entries(read(rest[0]).environment ?? {})) console.log(`${name}=${value}`);
      return 0;
    case "driver":
      console.log(driver(rest[0]));
      return 0;
    case "verdict":
      return verdict(rest[0], rest.slice(1));
    case "write":
      writeFileSync(page, rewritten());
      return 0;
    case "check":
      return check();
    default:
      throw new Error(`no such command: ${command}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
