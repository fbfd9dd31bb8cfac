// npm @yume-chan/adb straight to an adbd: shell v1 and v2, push, pull, stat and list.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import net from "node:net";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(`${process.env.YUME_CHAN}/`));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { Adb, AdbDaemonTransport, AdbPacket, AdbPacketSerializeStream } = await load("@yume-chan/adb");
const { ReadableStream, StructDeserializeStream, WritableStream } = await load("@yume-chan/stream-extra");

const [host, port] = process.argv[2].split(":");
const socket = net.connect({ host, port: Number(port), noDelay: true });
await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));

const received = new ReadableStream({
  start(controller) {
    socket.on("data", (bytes) => controller.enqueue(new Uint8Array(bytes)));
    socket.on("end", () => controller.close());
  },
  cancel: () => void socket.removeAllListeners("data").removeAllListeners("end"),
});
const packets = new AdbPacketSerializeStream();
packets.readable
  .pipeTo(
    new WritableStream({
      write: (chunk) =>
        chunk.tryConsume((bytes) => new Promise((resolve) => socket.write(Uint8Array.from(bytes), resolve))),
      close: () => void socket.end(),
    }),
  )
  .catch(() => {});

const transport = await AdbDaemonTransport.authenticate({
  serial: process.argv[2],
  connection: { readable: received.pipeThrough(new StructDeserializeStream(AdbPacket)), writable: packets.writable },
  credentialStore: { generateKey: () => { throw new Error("the phone asked for a key"); }, iterateKeys: function* () {} },
});
const adb = new Adb(transport);

assert.equal(await adb.subprocess.noneProtocol.spawnWaitText(["echo", "hello"]), "hello\n");
const shell = await adb.subprocess.shellProtocol.spawnWaitText("echo out; echo err >&2; exit 7");
assert.deepEqual([shell.stdout, shell.stderr, shell.exitCode], ["out\n", "err\n", 7]);
const many = await Promise.all([1, 2, 3].map((n) => adb.subprocess.noneProtocol.spawnWaitText(`echo stream ${n}`)));
assert.deepEqual(many, ["stream 1\n", "stream 2\n", "stream 3\n"]);

const sync = await adb.sync();
for (const size of [0, 1, 65_536, 3_000_001]) {
  const bytes = new Uint8Array(randomBytes(size));
  const filename = `/data/local/tmp/yume-chan-${size}.bin`;
  const file = new ReadableStream({
    start(controller) {
      if (size > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  await sync.write({ filename, file, permission: 0o644 });
  assert.equal((await sync.stat(filename)).size, BigInt(size));
  const parts = [];
  const reader = sync.read(filename).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(Buffer.from(part.value));
  assert.ok(Buffer.concat(parts).equals(Buffer.from(bytes)), `${size} bytes came back changed`);
}
const names = (await sync.readdir("/data/local/tmp")).map((entry) => entry.name);
assert.ok(names.includes("yume-chan-1.bin"), names.join());
await sync.dispose();
await adb.close();
socket.destroy();
