// claude-in-mobile, which is mcp-devices with all its plugins, over stdio.
import { join } from "node:path";
import { Server } from "../mcp.mjs";
import { EMAIL, PASSWORD, SHOP, check, contains, eventually, notOffered, pngSize, step } from "../steps.mjs";

const program = join(process.env.TOOL, "node_modules/claude-in-mobile/bin.mjs");
const server = await Server.start(process.execPath, [program]);
const call = async (tool, args) => (await server.call(tool, args)).text;
const tree = () => call("ui", { action: "tree", showAll: true, fresh: true });

await step("connect", async () => {
  const devices = await call("device", { action: "list" });
  contains(devices, process.env.SERIAL);
  await call("device", { action: "set", deviceId: process.env.SERIAL, platform: "android" });
  return devices;
});

const apps = await call("app", { action: "list" });
if (apps.includes("not supported for android")) notOffered("list apps", apps);
else await step("list apps", () => contains(apps, SHOP));

await step("read the screen", async () => {
  await call("app", { action: "launch", package: SHOP });
  return eventually(async () => {
    const text = await tree();
    contains(text, "Welcome to Shop", "Sign in", "Email");
    return text;
  });
});

await step("type", async () => {
  await call("input", { action: "tap", resourceId: "id/email" });
  await call("input", { action: "text", text: EMAIL });
  const line = (await tree()).split("\n").find((line) => line.includes('id="email"'));
  contains(line ?? "", `text="${EMAIL}"`);
  return line;
});

await step("tap through the sign-in", async () => {
  await call("input", { action: "tap", resourceId: "id/password" });
  await call("input", { action: "text", text: PASSWORD });
  await call("input", { action: "tap", resourceId: "id/sign_in" });
  return eventually(async () => {
    const text = await tree();
    contains(text, "Walnut desk lamp");
    return text;
  });
});

await step("screenshot", async () => {
  const { images } = await server.call("screen", { action: "capture", compress: false });
  const size = pngSize(images[0] ?? Buffer.alloc(0));
  check(size === process.env.SIZE, size);
  return size;
});

await step("logs", async () => {
  const logs = await call("system", { action: "logs", tag: "Shop", lines: 50 });
  contains(logs, "Shop", `signed in as ${EMAIL}`);
  return logs;
});
server.stop();
