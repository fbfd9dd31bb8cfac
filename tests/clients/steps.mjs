// A driver's side of the contract: one JSON line a step, with what was seen.

export const SHOP = "com.example.shop";
export const EMAIL = "demo@example.com";
export const PASSWORD = "secret123";

const say = (step, ok, note) => console.log(JSON.stringify({ step, ok, note }));

/** Runs a step: what it returns is the note, what it throws is why it failed. */
export async function step(name, run) {
  try {
    say(name, true, (await run()) ?? "");
  } catch (error) {
    say(name, false, short(error.message ?? String(error)));
  }
}

/** The program has nothing that does this. */
export const notOffered = (name, why) => say(name, null, why);

export function check(condition, what) {
  if (!condition) throw new Error(what);
}

/** `text` holds every one of `words`; says which it lacks and what it was instead. */
export function contains(text, ...words) {
  for (const word of words) check(text.includes(word), `no ${JSON.stringify(word)} in: ${short(text)}`);
}

export function pngSize(bytes) {
  check(bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47, `not a PNG, ${bytes.length} bytes`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

/** Tries again until it does not throw: for screens that take a moment to come. */
export async function eventually(run, milliseconds = 20000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

const short = (text) => (text.length > 600 ? `${text.slice(0, 600)}…` : text);
