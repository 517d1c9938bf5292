import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOptions } from './start/options.js';
import { serveReference } from './start/reference-server.js';
import { serve } from './start/serve.js';

const quietly = { say: () => {}, stop: new AbortController().signal };

let folder: string;
let page: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  page = join(folder, 'index.html');
  writeFileSync(page, '<html>first</html>');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('npm start', () => {
  it('serves until it is stopped, and then lets go of the port', async () => {
    const said: string[] = [];
    const controller = new AbortController();
    const stopped = serve(page, { port: 0, once: false }, { say: (text) => said.push(text), stop: controller.signal });
    await expect.poll(() => said.length).toBe(1);
    const [url = ''] = /http:\S+/.exec(said[0] ?? '') ?? [];

    expect(await (await fetch(url)).text()).toBe('<html>first</html>');

    controller.abort();
    await stopped;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('ends by itself with --once, when the page is there', async () => {
    const said: string[] = [];
    await serve(page, { port: 0, once: true }, { ...quietly, say: (text) => said.push(text) });
    expect(said).toEqual(['Everything is built, and the reference is served as it should be.']);
  });

  it('fails with --once when there is no whole page', async () => {
    writeFileSync(page, '<html>cut o');
    await expect(serve(page, { port: 0, once: true }, quietly)).rejects.toThrow('status 200, 11 characters');
    rmSync(page);
    await expect(serve(page, { port: 0, once: true }, quietly)).rejects.toThrow('status 503');
  });

  it('says what to do when the port is busy', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    await expect(serve(page, { port, once: false }, quietly)).rejects.toThrow(
      `Port ${port} is already in use: choose another with \`npm start -- --port NUMBER\`.`,
    );
    other.close();
  });
});

describe('the reference server', () => {
  it('shows what was written since, and nothing else', async () => {
    const server = await serveReference(page, 0);
    writeFileSync(page, '<html>second</html>');

    expect(await (await fetch(server.url)).text()).toBe('<html>second</html>');
    expect((await fetch(`${server.url}package.json`)).status).toBe(404);
    await server.close();
  });

  it('closes although a browser holds its connection open', async () => {
    const server = await serveReference(page, 0);
    const agent = new Agent({ keepAlive: true });
    const [response] = await once(get(server.url, { agent }), 'response');
    response.resume();
    await once(response, 'end');

    await server.close();
    agent.destroy();
  });
});

describe('the options of npm start', () => {
  it('take the port from --port, else from PORT, else a fixed one', () => {
    expect(readOptions(['--port', '8080'], { PORT: '9090' })).toEqual({ port: 8080, once: false });
    expect(readOptions([], { PORT: '9090' })).toEqual({ port: 9090, once: false });
    expect(readOptions([], {})).toEqual({ port: 4800, once: false });
  });

  it('take any free port with --once', () => {
    expect(readOptions(['--once'], {})).toEqual({ port: 0, once: true });
  });

  it.each(['http', '', '-1', '65536', '80.5'])('refuse the port "%s"', (port) => {
    expect(() => readOptions([`--port=${port}`], {})).toThrow(`and is "${port}"`);
  });
});
