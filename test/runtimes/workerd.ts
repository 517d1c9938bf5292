import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** No compatibility flag: the worker has what the web has, and nothing of Node.js. */
const CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.mjs")],
      compatibilityDate = "2026-11-01",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", service = "main")],
);
`;

/** Serves a worker, written into the folder, and hands its address on; ends it afterwards. */
export async function withWorker<T>(
  workerd: string,
  folder: string,
  worker: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  writeFileSync(join(folder, 'worker.mjs'), worker);
  writeFileSync(join(folder, 'workerd.capnp'), CONFIG);
  const child = spawn(workerd, ['serve', 'workerd.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  try {
    for await (const line of createInterface(child.stdio[3] as Readable)) {
      const { event, port } = JSON.parse(line);
      if (event === 'listen') return await use(`http://127.0.0.1:${port}`);
    }
    throw new Error('workerd ended before it listened; it says why above.');
  } finally {
    child.kill();
  }
}
