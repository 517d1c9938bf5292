import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createOutput } from './output.js';
import { pictureOf } from './picture.js';
import { createStdout } from './stdout.js';

const folder = mkdtempSync(join(tmpdir(), 'picture-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the picture that a server answers with. */
async function write(file: string, answer: (response: ServerResponse) => void, signal = new AbortController().signal) {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const output = createOutput(createStdout(process.stdout), { path: join(folder, file) });
    await output.writePicture(pictureOf(`http://127.0.0.1:${port}/a.png`, signal));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const MEGABYTE = Buffer.alloc(1_000_000);

function endless(response: ServerResponse): void {
  while (response.write(MEGABYTE));
  response.once('drain', () => endless(response));
}

it('a picture is written as it comes', async () => {
  await write('shots/a.png', (response) => response.end(MEGABYTE));
  expect(readFileSync(join(folder, 'shots/a.png')).equals(MEGABYTE)).toBe(true);
});

it.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['has no end', endless, /^The screenshot has more than 100 MB, which are not written\.$/],
  [
    'breaks off',
    (response) => response.writeHead(200, { 'content-length': 9 }).end('abc', () => response.destroy()),
    /^The screenshot cannot be fetched: /,
  ],
  [
    'is not there',
    (response) => response.writeHead(404).end(),
    /^The screenshot cannot be fetched: its server answered with 404\.$/,
  ],
])('one that %s leaves the file as it was', async (_, answer, message) => {
  writeFileSync(join(folder, 'old.png'), 'old');
  await expect(write('old.png', answer)).rejects.toThrow(message);
  expect(readFileSync(join(folder, 'old.png'), 'utf8')).toBe('old');
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('one that is interrupted is not there', async () => {
  const stop = new AbortController();
  const answer = (response: ServerResponse) => response.write(MEGABYTE, () => stop.abort());
  await expect(write('none.png', answer, stop.signal)).rejects.toThrow();
  expect(existsSync(join(folder, 'none.png'))).toBe(false);
});
