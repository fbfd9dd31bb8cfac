// AgenTest over stdio.
import { join } from "node:path";
import { Server } from "../mcp.mjs";
import { EMAIL, PASSWORD, SHOP, check, contains, eventually, notOffered, pngSize, step } from "../steps.mjs";

const program = join(process.env.TOOL, "node_modules/agentest/dist/server.js");
const server = await Server.start(process.execPath, [program]);
const call = async (tool, args) => (await server.call(`agentest_${tool}`, args)).text;
const flow = (...steps) => call("run_flow", { steps });
let first = "";

await step("connect", async () => {
  first = await call("connect", { packageName: SHOP, deviceId: process.env.SERIAL });
  const info = await call("device_info");
  contains(info, ...process.env.SIZE.split("x"));
  return info;
});

const tools = (await server.tools()).map(({ name }) => name);
if (!tools.some((name) => name.includes("apps"))) notOffered("list apps", tools.join(" "));

await step("read the screen", async () => {
  contains(first, "Welcome to Shop", 'input "Email"', 'btn "Sign in"');
  const full = await call("get_ui_tree", { format: "full" });
  contains(full, "com.example.shop:id/sign_in");
  return first;
});

await step("type", async () => {
  await flow({ action: "type", target: { id: "email" }, value: EMAIL });
  return flow({ action: "assert_text_equals", target: { id: "id/email" }, value: EMAIL });
});

await step("tap through the sign-in", async () => {
  await flow(
    { action: "type", target: { id: "password" }, value: PASSWORD },
    { action: "tap", target: { text: "Sign in" } },
  );
  return eventually(async () => {
    const tree = await call("get_ui_tree");
    contains(tree, "Walnut desk lamp");
    return tree;
  });
});

await step("screenshot", async () => {
  // Not as an image, but as a text with JSON in it.
  const { imageBase64 } = JSON.parse(await call("screenshot"));
  const size = pngSize(Buffer.from(imageBase64, "base64"));
  check(size === process.env.SIZE, size);
  return size;
});

await step("logs", async () => {
  const logs = await call("get_logs", { maxLines: 50 });
  contains(logs, "Shop", `signed in as ${EMAIL}`);
  return logs;
});
server.stop();
