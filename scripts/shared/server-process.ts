import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

/** A port of loopback at which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Makes calls of a server until one succeeds; resolves to false if its process ends before, or does not answer in time. */
export async function answers(
  server: ChildProcess,
  call: () => Promise<unknown>,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (!hasEnded(server) && Date.now() < end) {
    try {
      await call();
      return true;
    } catch {
      await sleep(PAUSE_MS);
    }
  }
  return false;
}

/** Ends the process of a server without waiting for its clients, if it has not ended. */
export async function endServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return;
  server.kill(signal);
  await once(server, 'exit');
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
