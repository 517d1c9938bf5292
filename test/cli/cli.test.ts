import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ran, runTrawl, trawlInShell } from './run-trawl.js';
import { serveSite } from './site.js';

const shell = promisify(execFile);

const CLEAR_LINE = '\r\u001b[K';

let site: Awaited<ReturnType<typeof serveSite>>;
let server: LocalServer;
let folder: string;

beforeAll(async () => {
  site = await serveSite();
  server = await createLocalServer({ port: 0, allowPrivateNetworks: true, browser: 'off', quiet: true });
  folder = mkdtempSync(join(tmpdir(), 'trawl-cli-'));
});

afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Runs the program with the service of this test. */
const trawl = (args: readonly string[], input?: string): Promise<Ran> =>
  runTrawl(args, { input: input ?? '', env: { TRAWL_BASE_URL: server.url }, cwd: folder });

const lines = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('scrape', () => {
  it('prints the Markdown of a page, and nothing else', async () => {
    expect(await trawl(['scrape', site.url])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^# Anchor \/\n\nA folding anchor .+\n/),
      stderr: '',
    });
  });

  it('prints several formats as JSON, and chosen fields', async () => {
    const { stdout } = await trawl(['scrape', site.url, '--formats', 'markdown,links']);
    expect(JSON.parse(stdout)).toMatchObject({
      markdown: expect.any(String),
      links: [`${site.url}/arms`, expect.any(String)],
    });
    const { stdout: fields } = await trawl(['scrape', site.url, '--fields', 'metadata.title,answer']);
    expect(JSON.parse(fields)).toEqual({ 'metadata.title': 'Anchor /', answer: null });
  });

  it('takes a request as JSON, over which flags win', async () => {
    const { stdout } = await trawl(
      ['scrape', site.url, '--body', '-', '--formats', 'links'],
      JSON.stringify({ formats: ['markdown'], onlyMainContent: false }),
    );
    expect(stdout.trim().split('\n')).toEqual([`${site.url}/arms`, `${site.url}/chain?size=8`]);
  });

  it('reads several pages, and says which one failed', async () => {
    const { status, stdout, stderr } = await trawl(
      ['scrape'],
      `${site.url}/arms\n# a comment\n\nhttp://127.0.0.1:1/\n`,
    );
    expect(status).toBe(8);
    expect(lines(stdout)).toEqual([expect.objectContaining({ markdown: expect.stringContaining('# Anchor /arms') })]);
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1\/: .*ECONNREFUSED/);
  });

  it('runs the service inside of the command', async () => {
    const { status, stdout, stderr } = await runTrawl(['scrape', site.url, '--local', '--allow-private-networks']);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(/^# Anchor/), stderr: '' });
  });
});

describe('crawl and batch', () => {
  it('print a line of JSON for each page', async () => {
    const { status, stdout, stderr } = await trawl(['crawl', site.url, '--fields', 'metadata.title']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(
      lines(stdout)
        .map((line) => (line as Record<string, string>)['metadata.title'])
        .sort(),
    ).toEqual(['Anchor /', 'Anchor /arms', 'Anchor /chain?size=8']);
  });

  it('write the pages below a folder, laid out by URL', async () => {
    const urls = [`${site.url}/arms`, `${site.url}/a/../../b`, `${site.url}/%2e%2e%2fc`];
    const { status } = await trawl(['batch', '--output', 'pages'], urls.join('\n'));
    expect(status).toBe(0);
    const files = readdirSync(join(folder, 'pages'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(files).toHaveLength(3);
    expect(readFileSync(join(folder, 'pages', `127.0.0.1_${new URL(site.url).port}`, 'arms.md'), 'utf8')).toMatch(
      /^# Anchor \/arms/,
    );
  });

  it('go on with a job that exists', async () => {
    const { stdout } = await trawl(['crawl', site.url, '--limit', '2', '--dry-run']);
    expect(stdout).toContain('/v2/crawl');
    const started = await fetch(`${server.url}/v2/crawl`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: site.url }),
    });
    const { id } = (await started.json()) as { id: string };
    const resumed = await trawl(['crawl', '--resume', id, '--fields', 'metadata.title']);
    expect(lines(resumed.stdout)).toHaveLength(3);
  });
});

describe('other commands', () => {
  it('search prints title, URL and snippet', async () => {
    await trawl(['scrape', `${site.url}/arms`]);
    const { stdout } = await trawl(['search', 'folding', 'anchor', '--limit', '1']);
    expect(stdout).toMatch(/^Anchor \S+\nhttp:\/\/127\.0\.0\.1:\d+\/\S*\n.*folding anchor/);
  });

  it('map prints a URL a line', async () => {
    const { stdout } = await trawl(['map', site.url]);
    expect(stdout.trim().split('\n')).toContain(`${site.url}/arms`);
  });

  it('parse reads a file, or standard input by a name', async () => {
    writeFileSync(join(folder, 'a.html'), '<h1>Chain</h1><p>Eight millimetres.</p>');
    expect((await trawl(['parse', 'a.html'])).stdout).toBe('# Chain\n\nEight millimetres.\n');
    const { stdout } = await trawl(['parse', '-', '--filename', 'b.html'], '<h1>Shackle</h1><p>Of bronze.</p>');
    expect(stdout).toBe('# Shackle\n\nOf bronze.\n');
  });

  it('monitor creates, lists and checks', async () => {
    const targets = JSON.stringify([{ type: 'scrape', urls: [site.url] }]);
    const created = await trawl([
      'monitor',
      'create',
      '--name',
      'Anchors',
      '--schedule-cron',
      '0 * * * *',
      '--targets',
      targets,
    ]);
    const id = created.stdout.trim();
    expect((await trawl(['monitor', 'list'])).stdout).toBe(`${id}\tactive\tAnchors\n`);
    expect((await trawl(['monitor', 'run', id])).stdout).toMatch(/^[\w-]{36}\n$/);
    expect((await trawl(['monitor', 'delete', id])).stderr).toBe(`Monitor ${id} is deleted.\n`);
    expect(await trawl(['monitor', 'get', id])).toMatchObject({ status: 5, stdout: '' });
  });

  it('team and support print what the service answers', async () => {
    expect(JSON.parse((await trawl(['team', 'credits'])).stdout)).toHaveProperty('remainingCredits');
    expect((await trawl(['support', 'docs', 'how', 'do', 'I', 'crawl'])).stdout).not.toBe('');
  });
});

describe('before anything is sent', () => {
  it('--estimate prints the credits', async () => {
    const { stdout } = await runTrawl([
      'search',
      'anchor',
      '--limit',
      '10',
      '--enterprise',
      'zdr',
      '--estimate',
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ least: 0, most: expect.any(Number) });
  });

  it('--dry-run prints curl that does the same, without the key', async () => {
    const env = { TRAWL_BASE_URL: server.url, TRAWL_API_KEY: 'fc-0123456789' };
    const { stdout } = await runTrawl(['scrape', site.url, '--formats', 'links', '--dry-run'], { env });
    expect(stdout).not.toContain('fc-0123456789');
    const answer = await shell('sh', ['-c', stdout], { env: { ...process.env, ...env } });
    expect(JSON.parse(answer.stdout)).toMatchObject({ success: true, data: { links: expect.any(Array) } });
  });
});

describe('a command that fails says why, and ends with a status of its own', () => {
  it.each<[string, string[], number, RegExp]>([
    ['no service', ['scrape', 'https://example.com'], 2, /^No service is named\. Start one with `trawl local`/],
    [
      'an unknown flag',
      ['scrape', 'https://example.com', '--fromats', 'links'],
      2,
      /unknown option '--fromats'\n\(Did you mean --formats\?\)/,
    ],
    ['an unknown command', ['scrap'], 2, /unknown command 'scrap'\n\(Did you mean scrape\?\)/],
    [
      'no number',
      ['scrape', 'https://example.com', '--timeout-ms', 'x'],
      2,
      /^--timeout-ms must be a whole number, not "x"/,
    ],
    ['no argument', ['map'], 2, /missing required argument 'url'/],
    ['no crawl', ['crawl', '--base-url', 'http://127.0.0.1:1'], 2, /^Name the URL to start at/],
    [
      'no service there',
      ['map', 'https://example.com', '--base-url', 'http://127.0.0.1:9999'],
      9,
      /^map \(mapSite\) could not reach http:\/\/127\.0\.0\.1:9999/,
    ],
    ['no standard input', ['batch', '--base-url', 'http://127.0.0.1:1'], 2, /^Standard input has no url\./],
  ])('%s', async (_, args, status, message) => {
    expect(await runTrawl(args)).toEqual({ status, stdout: '', stderr: expect.stringMatching(message) });
  });

  it.each<[string, string[], number, RegExp]>([
    ['a format that does not exist', ['--formats', 'nonsense'], 2, /formats\.0/],
    ['a key of the wrong form', ['--api-key-file', 'key'], 2, /^Others can read the key in key: run chmod 600 key\./],
  ])('%s', async (_, more, status, message) => {
    writeFileSync(join(folder, 'key'), 'fc-0123456789');
    chmodSync(join(folder, 'key'), 0o644);
    expect(await trawl(['scrape', site.url, ...more])).toEqual({
      status,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});

describe('in a pipe', () => {
  it('ends without a word when the reader has enough', async () => {
    const { stdout, stderr } = await shell('sh', ['-c', `${trawlInShell(`crawl ${site.url}`)} | head -n 1`], {
      env: { ...process.env, TRAWL_BASE_URL: server.url },
    });
    expect(lines(stdout)).toHaveLength(1);
    expect(stderr).toBe('');
  });

  it('leaves a crawl running at Ctrl-C, and says how to go on', async () => {
    const slow = await serveSlowSite();
    const child = spawn('sh', ['-c', `exec ${trawlInShell(`crawl ${slow.url}`)}`], {
      env: { ...process.env, TRAWL_BASE_URL: server.url },
    });
    let printed = '';
    child.stdout.on('data', (part) => {
      printed += part;
    });
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    await expect.poll(() => printed, { timeout: 30_000 }).toContain('\n');
    child.kill('SIGINT');
    const [status] = await once(child, 'exit');
    slow.release();
    expect(status).toBe(130);
    const [, rest = ''] = /^To go on: trawl (crawl --resume .+)$/m.exec(said) ?? [];
    const { stdout } = await shell('sh', ['-c', trawlInShell(rest)], {
      env: { ...process.env, TRAWL_BASE_URL: server.url },
    });
    expect(lines(printed + stdout)).toHaveLength(2);
    await slow[Symbol.asyncDispose]();
  });
});

/** A site whose second page is held back until it is released. */
async function serveSlowSite() {
  const { createServer } = await import('node:http');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/held') await released;
    response.end(
      `<title>${request.url}</title><main><h1>Page</h1><p>Some words here.</p><a href="/held">Held</a></main>`,
    );
  }).listen(0, '127.0.0.1');
  await once(held, 'listening');
  return {
    url: `http://127.0.0.1:${(held.address() as { port: number }).port}/`,
    release,
    [Symbol.asyncDispose]: async () => {
      held.close();
      held.closeAllConnections();
    },
  };
}

describe('for a person', () => {
  it('shows progress on the terminal, while the data goes where it is sent', async () => {
    const { stdout } = await shell(
      'script',
      ['-qec', `${trawlInShell(`crawl ${site.url}`)} > crawled.ndjson`, '/dev/null'],
      {
        cwd: folder,
        env: { ...process.env, TRAWL_BASE_URL: server.url, TERM: 'xterm' },
      },
    );
    const shown = stdout.split(CLEAR_LINE);
    expect(shown).toContainEqual(expect.stringMatching(/^\d+ of \d+ pages$/));
    expect(shown.at(-1)).toBe('');
    expect(lines(readFileSync(join(folder, 'crawled.ndjson'), 'utf8'))).toHaveLength(3);
  });

  it('rewrites no line on a terminal that cannot', async () => {
    const { stdout } = await shell(
      'script',
      ['-qec', `${trawlInShell(`crawl ${site.url}`)} > /dev/null`, '/dev/null'],
      {
        env: { ...process.env, TRAWL_BASE_URL: server.url, TERM: 'dumb' },
      },
    );
    expect(stdout).toBe('');
  });

  it('completes commands and flags', async () => {
    const { stdout } = await runTrawl(['completion', 'words', '--', 'monitor']);
    expect(stdout.split('\n')).toContain('create');
    const { stdout: flags } = await runTrawl(['completion', 'words', '--', 'scrape']);
    expect(flags.split('\n')).toContain('--formats');
    const { stdout: script } = await runTrawl(['completion', 'bash']);
    await shell('bash', ['-n', '-c', script]);
  });

  it.each(['', 'search', 'scrape', 'crawl', 'batch', 'parse', 'interact', 'agent', 'extract', 'monitor create'])(
    'has help for "%s", with an example that the parser takes',
    async (command) => {
      const { status, stdout } = await runTrawl([...command.split(' ').filter(Boolean), '--help']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Usage: trawl/);
      if (command !== '') expect(stdout).toContain(`trawl ${command}`);
    },
  );
});
