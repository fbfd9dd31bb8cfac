// agent-device over stdio.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server } from "../mcp.mjs";
import { EMAIL, PASSWORD, SHOP, check, contains, eventually, pngSize, step } from "../steps.mjs";

const program = join(process.env.TOOL, "node_modules/agent-device/bin/agent-device.mjs");
const server = await Server.start(process.execPath, [program, "mcp"], { deadline: 100000 });
const call = async (tool, args) => (await server.call(tool, { platform: "android", serial: process.env.SERIAL, ...args })).text;

await step("connect", async () => {
  const { devices } = (await server.call("devices", { platform: "android", mcpOutputFormat: "json" })).structuredContent;
  check(devices.length === 1 && devices[0].id === process.env.SERIAL && devices[0].booted, JSON.stringify(devices));
  return devices[0].name;
});

await step("list apps", async () => {
  const apps = await call("apps");
  contains(apps, SHOP, "com.example.chat");
  return apps;
});

await step("read the screen", async () => {
  await call("open", { app: SHOP });
  const text = await call("snapshot");
  contains(text, "Welcome to Shop", "Sign in", "Email");
  return text;
});

// Without its helper it can name no element: points then, where the shop's sign-in has them on this display.
const tap = (x, y) => call("press", { target: { kind: "point", x, y } });
await call("logs", { action: "start" });

await step("type", async () => {
  await tap(540, 687);
  const keyboard = await call("keyboard", { action: "status" });
  contains(keyboard, "Keyboard visible: yes", "Input type: email", `Focused package: ${SHOP}`);
  return call("type", { text: EMAIL });
});

await step("tap through the sign-in", async () => {
  await tap(540, 876);
  await call("type", { text: PASSWORD });
  await tap(185, 1223);
  return eventually(async () => {
    const state = await call("appstate");
    contains(state, `${SHOP}.ProductsActivity`);
    return state;
  });
});

await step("screenshot", async () => {
  const path = join(process.env.TMPDIR, "screen.png");
  await call("screenshot", { path });
  const size = pngSize(readFileSync(path));
  check(size === process.env.SIZE, size);
  return size;
});

await step("logs", async () => {
  const said = await call("logs", { action: "path" });
  const path = /\/\S+\.log/.exec(said)?.[0];
  check(path, said);
  return eventually(() => {
    const text = readFileSync(path, "utf8");
    contains(text, "Shop", `signed in as ${EMAIL}`);
    return text;
  }, 5000);
});
await call("close", {}).catch(() => {});
server.stop();
