import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ModelServer, startModel } from '../../packages/local/test/model-server.js';
import { Screen } from '../../scripts/quickstart/screen.js';
import { browserOptions } from '../../scripts/shared/browser.js';
import { serve } from '../../scripts/start/serve.js';

const browser = browserOptions();

/** Collects the output. */
function output() {
  let text = '';
  const screen = new Screen({ write: (part: string) => (text += part) });
  const lines: string[] = [];
  return { screen, log: { write: (line: string) => lines.push(line) }, lines, read: () => text };
}

/** A model that reads one of the guides, and answers with what stands there. */
const reader: ModelServer['reply'] = ({ messages }) => {
  const told = messages.map(({ content }) => content).join('\n');
  const [, start = ''] = /Begin with these pages:\n(\S+)/.exec(told) ?? [];
  const url = `${start}retries-and-deadlines.html`;
  const call = (name: string, input: object) => ({ toolCalls: [{ name, arguments: input }] });
  if (told.includes('doubles up to eight seconds') && told.includes('repeats a call up to twice')) {
    const sources = [
      { field: 'retries', urls: [url] },
      { field: 'longestWaitSeconds', urls: [url, start] },
    ];
    return call('answer', { data: { retries: 2, longestWaitSeconds: 8 }, sources });
  }
  return told.includes('result of map') ? call('read', { url }) : call('map', { url: start, topic: 'retries' });
};

const never = new AbortController().signal;

describe('npm start -- --once', () => {
  it('runs all steps on the guides of this project, and prints their results', async () => {
    const { read, ...surroundings } = output();
    const { url: modelUrl } = await startModel(reader);
    const model = { modelUrl, modelName: 'scripted' };
    await serve({ site: undefined, port: 0, once: true }, { ...surroundings, stop: never, model });
    const text = read();
    expect(text).toMatch(/1 {2}Crawl http:\/\/127\.0\.0\.1:\d+\/\n +\d\d pages in [\d.]+ s/);
    expect(text).toMatch(/2 {2}Search “how long to wait before a retry”[^6]*Retries and deadlines/);
    expect(text).toContain('# Retries and deadlines');
    expect(text).toMatch(/headline: Retries and deadlines\n +description: .+\n +position: \d+\n +wordCount: \d+/);
    expect(text).toMatch(/2 pages, \d+ lines of Markdown/);
    expect(text).toContain('first check: 1 new');
    expect(text).toMatch(/second check: 1 changed\n.*-.*Nothing yet\.\n.*\+.*Crawled \d\d pages\./);
    expect(text).toMatch(browser ? /7 {2}Screenshot .+\n +http:\/\/.+\.png\n/ : 'none: it needs Chromium');
    expect(text.includes('8  Go on with that page in a browser session')).toBe(Boolean(browser));
    if (browser) expect(text).toMatch(/Retries and deadlines.*: \d+ links\n +http:\/\/.+\/control\?token=\S+\n/);
    expect(text).toMatch(
      /Ask an agent “How many times[\s\S]* retries: 2\n +says http:\S+retries-and-deadlines\.html\n/,
    );
    expect(text).toMatch(/longestWaitSeconds: 8\n[\s\S]* 2 credits\n/);
    expect(text).toContain('All of it worked');
  });

  it('runs all steps on a site of the user, and fails with its agent', async () => {
    const site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.statusCode = request.url === '/' ? 200 : 404;
      response.end('<html><title>Harbour</title><main><h1>Harbour</h1><p>Boats come in at noon.</p></main></html>');
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const { read, ...surroundings } = output();
    const { url: modelUrl } = await startModel(({ tools }) => (tools ? 'I call none.' : '{"title":"Harbour"}'));
    const model = { modelUrl, modelName: 'scripted' };
    await expect(serve({ site: url, port: 0, once: true }, { ...surroundings, stop: never, model })).rejects.toThrow(
      'The agent has failed: its step says why.',
    );
    site.close();
    expect(read()).toContain('The language model called no tool.');
    expect(read()).not.toContain('All of it worked');
    expect(read()).toContain('1 page in');
    expect(read()).toContain('title: Harbour');
    expect(read()).toContain('second check: 1 same');
  });
});

describe('npm start', () => {
  it('serves until it is stopped, logs requests, and releases the port', async () => {
    const { read, lines, ...surroundings } = output();
    const controller = new AbortController();
    const stopped = serve({ site: undefined, port: 0, once: false }, { ...surroundings, stop: controller.signal });
    await expect.poll(read, { timeout: 60_000 }).toContain('Ctrl-C');
    const [, url = ''] = /TRAWL_BASE_URL=(\S+)/.exec(read()) ?? [];
    expect(lines).toEqual([]);
    const printed = new Set(read().match(/http:\/\/[^\s…]+/g));
    expect(printed.size).toBeGreaterThan(5);
    for (const link of printed) expect((await fetch(link)).status, link).toBe(200);
    expect(await (await fetch(`${url}/`)).text()).toContain('Trawl on this machine');
    expect(await (await fetch(`${url}/reference`)).text()).toContain('</html>');
    await fetch(`${url}/v2/crawl/active`);
    expect(lines.join('')).toMatch(/^\d\d:\d\d:\d\d 200 GET \/v2\/crawl\/active .*\n$/m);
    controller.abort();
    await stopped;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('explains what to do when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { read: _, ...surroundings } = output();
    await expect(serve({ site: undefined, port, once: false }, { ...surroundings, stop: never })).rejects.toThrow(
      `Port ${port} is already in use: choose another with \`npm start -- --port NUMBER\`.`,
    );
    other.close();
  });
});
