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
const screen = () => call("list_elements_on_screen");
const element = async (name) => {
  const text = await screen();
  const line = text.split("\n").find((line) => line.includes(name));
  check(line, `no ${name} in: ${text}`);
  return line;
};
const tap = async (name) => call("click_on_screen_at_coordinates", { ref: /@e\d+/.exec(await element(name))[0] });

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
  await eventually(async () => contains(await screen(), "Welcome to Shop", "com.example.shop:id/sign_in", "EditText"));
  return element("id/sign_in\"");
});

await step("type", async () => {
  await tap("id/email");
  await call("type_keys", { text: EMAIL, submit: false });
  const line = await element("id/email");
  contains(line, EMAIL, "focused");
  return line;
});

// Its log tool tells only what comes after it was called.
const logs = legacy ? undefined : server.call("mobile_get_device_logs", { device, limit: 1, filter: ["tag=Shop"] });
logs?.catch(() => {});

await step("tap through the sign-in", async () => {
  await tap("id/password");
  await call("type_keys", { text: PASSWORD, submit: false });
  await call("press_button", { button: "BACK" });
  await tap("id/sign_in\"");
  return eventually(() => element("Walnut desk lamp"));
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
