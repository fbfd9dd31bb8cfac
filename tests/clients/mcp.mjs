// The least of an MCP client over stdio: initialize, list tools, call one.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Server {
  #process;
  #waiting = new Map();
  #next = 1;

  static async start(command, args, { environment = {}, deadline = 60000 } = {}) {
    const server = new Server();
    server.deadline = deadline;
    server.#process = spawn(command, args, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...environment },
    });
    const end = (why) => {
      for (const { reject } of server.#waiting.values()) reject(new Error(why));
      server.#waiting.clear();
    };
    server.#process.on("error", (error) => end(error.message));
    server.#process.on("exit", (code) => end(`the server ended with ${code}`));
    server.#process.stdin.on("error", () => {});
    createInterface({ input: server.#process.stdout }).on("line", (line) => server.#receive(line));
    const clientInfo = { name: "fingertip-tests", version: "0" };
    server.info = await server.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    server.#send({ method: "notifications/initialized" });
    return server;
  }

  request(method, params) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${method} in ${this.deadline} ms`)), this.deadline);
      const settle = (then) => (value) => (clearTimeout(late), then(value));
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.#send({ id, method, params });
    });
  }

  async tools() {
    return (await this.request("tools/list", {})).tools;
  }

  /** A tool's answer: its text, and its images as bytes. Throws what the tool says when it fails. */
  async call(name, args = {}) {
    const { content = [], isError, structuredContent } = await this.request("tools/call", { name, arguments: args });
    const text = content.filter(({ type }) => type === "text").map(({ text }) => text).join("\n");
    if (isError) throw new Error(`${name}: ${text}`);
    const images = content.filter(({ type }) => type === "image").map(({ data }) => Buffer.from(data, "base64"));
    return { text, images, structuredContent };
  }

  stop() {
    this.#process.stdin.end();
    const process = this.#process;
    setTimeout(() => process.kill("SIGKILL"), 3000).unref();
    process.unref();
  }

  #send(message) {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #receive(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return console.error(line);
    }
    const { id, method, result, error } = message;
    if (method) {
      // A server may ask for what we do not offer.
      if (id !== undefined) this.#send({ id, error: { code: -32601, message: `no ${method} here` } });
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
