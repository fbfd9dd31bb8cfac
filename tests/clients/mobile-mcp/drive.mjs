// mobile-mcp over stdio: through its own binary mobilecli, or with MOBILEMCP_LEGACY_ROBOT=1 through adb alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server } from "../mcp.mjs";
import { EMAIL, PASSWORD, SHOP, check, contains, eventually, notOffered, pngSize, step } from "../steps.mjs";

const legacy = process.env.MOBILEMCP_LEGACY_ROBOT === "1";
const device = process.env.SERIAL;
const program = join(process.env.TOOL, "node_modules/@mobilenext/mobile-mcp/lib/index.js");
const server = await Server.start(process.execPath, [program]);
const call = async (tool, args = {}) => (await server.call(`mobile_${tool}`, { device, ...args })).text;
const line = (text, name) => {
  const found = text.split("\n").find((line) => line.includes(name));
  check(found, `no ${name} in: ${text}`);
  return found;
};
// Reading the screen may cost it five seconds in vain for its own server on the phone, so it is read as rarely as can be.
const read = (...words) =>
  eventually(async () => {
    const text = await call("list_elements_on_screen");
    contains(text, ...words);
    return text;
  });
let screen = "";
const tap = (name) => {
  const [x, y, width, height] = /at=(\d+),(\d+) size=(\d+)x(\d+)/.exec(line(screen, name)).slice(1).map(Number);
  return call("click_on_screen_at_coordinates", { x: x + width / 2, y: y + height / 2 });
};

await step("connect", async () => {
  const { devices } = JSON.parse((await server.call("mobile_list_available_devices")).text);
  check(devices.length === 1 && devices[0].id === device, JSON.stringify(devices));
  contains(await call("get_screen_size"), process.env.SIZE);
  return `${devices[0].name}, Android ${devices[0].version}`;
});

await step("list apps", async () => {
  const apps = await call("list_apps");
  contains(apps, SHOP, "com.example.chat");
  return apps;
});

await step("read the screen", async () => {
  await call("launch_app", { packageName: SHOP });
  screen = await read("Welcome to Shop", "EditText");
  return line(screen, 'id="com.example.shop:id/sign_in"');
});

await step("type", async () => {
  await tap('shop:id/email"');
  await call("type_keys", { text: EMAIL, submit: false });
  const field = line(await read(), 'shop:id/email"');
  contains(field, EMAIL, "focused");
  return field;
});

// Its log tool tells only what comes after it was called.
const logs = legacy ? undefined : server.call("mobile_get_device_logs", { device, limit: 1, filter: ["tag=Shop"] });
logs?.catch(() => {});

await step("tap through the sign-in", async () => {
  await tap('shop:id/password"');
  await call("type_keys", { text: PASSWORD, submit: false });
  await tap('shop:id/sign_in"');
  return line(await read("Walnut desk lamp"), "Walnut");
});

await step("screenshot", async () => {
  const file = join(process.env.TMPDIR, "screen.png");
  await call("save_screenshot", { saveTo: file });
  const size = pngSize(readFileSync(file));
  check(size === process.env.SIZE, size);
  return size;
});

if (legacy) {
  const refused = await call("get_device_logs", { limit: 1 }).catch((error) => error.message);
  notOffered("logs", refused);
} else {
  await step("logs", async () => {
    const { text } = await logs;
    contains(text, "Shop", `signed in as ${EMAIL}`);
    return text;
  });
}
server.stop();
