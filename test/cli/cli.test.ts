import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ran, runTrawl } from './run-trawl.js';
import { serveSite } from './site.js';

const shell = promisify(execFile);

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

const NOT_SHOWN =
  'The site did not show the page: it answered 500 Internal Server Error, and this is what it says in place of the page.';

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

  it('takes the whole request as JSON, over which arguments and flags win', async () => {
    const { stdout } = await trawl(
      ['scrape', site.url, '--body', '-', '--formats', 'links'],
      JSON.stringify({ formats: ['markdown'], onlyMainContent: false }),
    );
    expect(stdout.trim().split('\n')).toEqual([`${site.url}/arms`, `${site.url}/chain?size=8`]);
    const { stdout: chain } = await trawl(['scrape', '--body', '-'], JSON.stringify({ url: `${site.url}/chain` }));
    expect(chain).toMatch(/^# Anchor \/chain/);
    const { stdout: arms } = await trawl(['scrape', `${site.url}/arms`, '--body', '-'], JSON.stringify({ url: 'x' }));
    expect(arms).toMatch(/^# Anchor \/arms/);
    const { stdout: urls } = await trawl(['map', '--body', '-'], JSON.stringify({ url: site.url, limit: 1 }));
    expect(urls).toBe(`${site.url}/\n`);
  });

  it('writes one page into a file, and below a folder that is there', async () => {
    await trawl(['scrape', site.url, '--output', 'new/a.md']);
    expect(readFileSync(join(folder, 'new/a.md'), 'utf8')).toMatch(/^# Anchor/);
    await trawl(['scrape', `${site.url}/arms`, '--output', 'new']);
    const host = `127.0.0.1_${new URL(site.url).port}`;
    expect(readFileSync(join(folder, 'new', host, 'arms.md'), 'utf8')).toMatch(/^# Anchor \/arms/);
    expect(await trawl(['map', site.url, '--output', 'new'])).toEqual({
      status: 1,
      stdout: '',
      stderr: '--output: new cannot be written (EISDIR).\n',
    });
  });

  it('prints a page that its site answers with an error, and says so in one line', async () => {
    expect(await trawl(['scrape', `${site.url}/broken`])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^# Anchor/),
      stderr: `${site.url}/broken: ${NOT_SHOWN}\n`,
    });
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

  it('reads the URLs of a file, and names its lines that are none', async () => {
    writeFileSync(join(folder, 'urls.txt'), `${site.url}/arms\n\n# a comment\n${site.url}/chain\n`);
    for (const args of [['--file', 'urls.txt'], ['@urls.txt']]) {
      const { status, stdout } = await trawl(['scrape', ...args, '--fields', 'metadata.title']);
      expect({ status, count: lines(stdout).length }).toEqual({ status: 0, count: 2 });
    }
    writeFileSync(join(folder, 'wrong.txt'), `${site.url}/arms\n# a comment\n\nfolding anchor\nftp://a.example\n`);
    expect(await trawl(['batch', '@wrong.txt'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'wrong.txt has lines that are no URL, such as https://example.com: line 4: "folding anchor"; line 5: "ftp://a.example".\nSee trawl batch --help.\n',
    });
    expect((await trawl(['batch', '@absent.txt'])).stderr).toMatch(/^absent\.txt cannot be read \(ENOENT\)\./);
  });

  it('writes the picture of a page', async () => {
    const bytes = Buffer.from('iVBORw0KGgo=', 'base64');
    await using other = await serveAnswers([
      {
        body: {
          success: true,
          data: { screenshot: `data:image/png;base64,${bytes.toString('base64')}`, metadata: {} },
        },
      },
    ]);
    const scrape = ['scrape', site.url, '--output', 'shots/a.png', '--base-url', other.url];
    expect(await trawl(scrape)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'shots/a.png'))).toEqual(bytes);
    expect(other.bodies).toMatchObject([{ formats: ['screenshot'] }]);
    expect((await trawl([...scrape, '--formats', 'markdown'])).stderr).toMatch(
      /^--output shots\/a\.png is a picture: give --formats screenshot alone/,
    );
    expect((await trawl([...scrape, `${site.url}/arms`])).stderr).toMatch(/is one picture: give a folder/);
    expect(other.bodies).toHaveLength(1);
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

  it('say what the service warns of, and which URLs it left out', async () => {
    expect((await trawl(['map', 'http://127.0.0.1:1'])).stderr).toMatch(/^http:\S+ could not be read: .*ECONNREFUSED/);
    const batch = ['batch', `${site.url}/arms`, '--fields', 'metadata.title'];
    expect(await trawl([...batch, 'http://:80', '--ignore-invalid-urls'])).toMatchObject({
      status: 8,
      stderr: 'http://:80: this is no valid URL.\n',
    });
    expect(await trawl([...batch, '--max-concurrency', '1000'])).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^At most \d+ pages are read at once/),
    });
    expect(await trawl(['crawl', site.url, '--limit', '0'])).toMatchObject({
      stdout: '',
      stderr: 'No page was read.\n',
    });
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

  it('say how to go on when the disk is full', async () => {
    const host = join(folder, 'full', `127.0.0.1_${new URL(site.url).port}`);
    mkdirSync(host, { recursive: true });
    symlinkSync('/dev/full', join(host, 'index.md'));
    const { status, stderr } = await trawl(['crawl', site.url, '--output', 'full']);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^--output: full\/\S+ cannot be written \(ENOSPC\)\. The job goes on .+\nTo go on: trawl crawl --resume /,
    );
    rmSync(join(host, 'index.md'));
    const [, rest = ''] = /^To go on: trawl (.+)$/m.exec(stderr) ?? [];
    expect(await trawl(rest.split(' '))).toMatchObject({ status: 0, stdout: '' });
    expect(readdirSync(join(folder, 'full'), { recursive: true })).toHaveLength(4);
  });

  it('start nothing where their pages cannot be kept', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await trawl(['crawl', site.url, '--output', 'file'])).toEqual({
      status: 2,
      stdout: '',
      stderr: '--output: the folder file cannot be made (EEXIST).\nSee trawl crawl --help.\n',
    });
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
    const created = await trawl(['monitor', 'create', site.url, '--every', '1h', '--name', 'Anchors']);
    const id = created.stdout.trim();
    const list = (await trawl(['monitor', 'list'])).stdout;
    expect(list).toMatch(new RegExp(`^${id}\tactive\tAnchors\t\\d{4}-\\S+:00:\\d\\d\\S*\t${site.url}\n$`));
    await trawl(['monitor', 'list', '--output', 'monitors']);
    expect(readFileSync(join(folder, 'monitors'), 'utf8')).toBe(list);
    expect(JSON.parse((await trawl(['monitor', 'get', id])).stdout)).toMatchObject({ schedule: { cron: '0 * * * *' } });
    expect((await trawl(['monitor', 'run', id])).stdout).toMatch(/^[\w-]{36}\n$/);
    expect((await trawl(['monitor', 'delete', id])).stderr).toBe(`Monitor ${id} is deleted.\n`);
    expect(await trawl(['monitor', 'get', id])).toMatchObject({ status: 5, stdout: '' });
    await trawl(['monitor', 'list', '--output', 'monitors']);
    expect(readFileSync(join(folder, 'monitors'), 'utf8')).toBe('');
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
    expect(JSON.parse(stdout)).toMatchObject({ min: 0, max: expect.any(Number) });
    const three = await runTrawl([
      'scrape',
      'https://a.example',
      'https://b.example',
      'https://c.example',
      '--estimate',
    ]);
    expect(three.stdout).toMatch(/^3 to 15 credits\n/);
    const search = await runTrawl(['search', 'anchor', '--estimate']);
    expect(search.stdout).toMatch(/^0 to 2 credits\n {2}0 to 2: A search\.\n/);
    const page = await runTrawl(['scrape', 'https://a.example', '--proxy', 'basic', '--estimate']);
    expect(page.stdout).toMatch(/^1 credit\n/);
    const crawl = await runTrawl(['crawl', 'https://a.example', '--limit', '50', '--estimate']);
    expect(crawl.stdout).toMatch(/^0 to 250 credits\n/);
  });

  it('--dry-run prints curl that does the same, without the key', async () => {
    const env = { TRAWL_BASE_URL: server.url, TRAWL_API_KEY: 'fc-0123456789' };
    const { stdout } = await runTrawl(['scrape', site.url, '--formats', 'links', '--dry-run'], { env });
    expect(stdout).not.toContain('fc-0123456789');
    const answer = await shell('sh', ['-c', stdout], { env: { ...process.env, ...env } });
    expect(JSON.parse(answer.stdout)).toMatchObject({ success: true, data: { links: expect.any(Array) } });
    writeFileSync(join(folder, 'a, b.html'), '<h1>Chain</h1>');
    const upload = await runTrawl(['parse', join(folder, 'a, b.html'), '--dry-run'], { env });
    const parsed = await shell('sh', ['-c', upload.stdout], { env: { ...process.env, ...env } });
    expect(JSON.parse(parsed.stdout)).toMatchObject({ success: true, data: { markdown: '# Chain' } });
  });

  it('--dry-run prints every request that needs no answer of another', async () => {
    const env = { TRAWL_BASE_URL: server.url };
    const pages = await runTrawl(['scrape', 'https://a.example', 'https://b.example', '--dry-run'], { env });
    expect(pages).toMatchObject({ status: 0, stderr: '' });
    expect(pages.stdout.match(/^curl /gm)).toHaveLength(2);
    const agent = await runTrawl(['agent', 'prices', '--urls', 'https://a.example', '--dry-run'], { env });
    expect(agent.stdout).toContain(`-d '{"urls":["https://a.example"],"prompt":"prices"}'`);
    const keyed = await runTrawl(['team', 'credits', '--api-key-file', 'not-there', '--dry-run'], { env });
    expect(keyed.stdout).toContain('-H "Authorization: Bearer $TRAWL_API_KEY"');
    const id = '01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b';
    expect(await runTrawl(['crawl', '--resume', id, '--dry-run'], { env })).toEqual({
      status: 0,
      stdout: `curl '${server.url}/v2/crawl/${id}'\n`,
      stderr: '',
    });
  });
});

describe('a command that fails says why, and ends with a status of its own', () => {
  it.each<[string, string[], number, RegExp]>([
    [
      'a format that does not exist',
      ['--formats', 'nonsense'],
      2,
      /^--formats must be one of markdown, .*, not "nonsense"/,
    ],
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

  it('says so in JSON where it is asked for JSON', async () => {
    const { status, stdout, stderr } = await trawl(['scrape', `${site.url}/broken`, '--json']);
    expect({ status, url: JSON.parse(stdout).metadata.statusCode }).toEqual({ status: 0, url: 500 });
    expect(lines(stderr)).toEqual([{ warning: `${site.url}/broken: ${NOT_SHOWN}` }]);
    const missing = await trawl(['monitor', 'get', '01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b', '--json']);
    expect(missing).toMatchObject({ status: 5, stdout: '' });
    expect(lines(missing.stderr)).toEqual([
      { error: { message: expect.stringContaining('The service answered with 404'), exitStatus: 5, httpStatus: 404 } },
    ]);
    const wrong = await trawl(['scrape', site.url, '--formts', 'links', '--json']);
    expect(lines(wrong.stderr)).toEqual([
      {
        error: {
          message: "unknown option '--formts'\n(Did you mean --formats?)",
          exitStatus: 2,
          help: 'trawl scrape --help',
        },
      },
    ]);
  });

  it('calls the fields of a request by their flags', async () => {
    const { status, stderr } = await trawl(['scrape', site.url, '--wait-for-ms', '4000', '--timeout-ms', '5000']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'The service answered with 400 BAD_REQUEST: --wait-for-ms must not exceed half of timeout.\nSee trawl scrape --help.\n',
    });
    const selector = await trawl(['scrape', site.url, '--include-tags', '::[']);
    expect(selector.stderr).toMatch(
      /^The service answered with 400 BAD_REQUEST: --include-tags\[0] is not a CSS selector/,
    );
    const country = await trawl(['scrape', site.url, '--location-country', 'usa']);
    expect(country).toMatchObject({ status: 2, stderr: expect.stringMatching(/--location-country/) });
    const query = await trawl(['search', 'a'.repeat(501)]);
    expect(query).toMatchObject({
      status: 2,
      stderr: '<query> must be at most 500 characters, not 501.\nSee trawl search --help.\n',
    });
    const url = await trawl(['scrape', site.url, '--base-url', 'nowhere']);
    expect(url).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^--base-url \(TRAWL_BASE_URL\) must be an http/),
    });
  });

  it('interact says what happened first, and then what became of the session', async () => {
    await using other = await serveAnswers([
      { status: 500, body: { success: false, error: 'The page is gone.' } },
      { status: 500, body: { success: false, error: 'It cannot be closed.' } },
    ]);
    const { status, stderr } = await trawl([
      'interact',
      '01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b',
      '--code',
      '1',
      '--base-url',
      other.url,
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The session could not be closed: .*It cannot be closed\..*\n.*500: The page is gone\./);
  });

  it('a page without a URL is kept, and the pages after it come', async () => {
    const page = (url?: string) => ({
      markdown: `# ${url}`,
      metadata: { statusCode: 200, ...(url && { sourceURL: url }) },
    });
    const data = [page('https://a.example/1'), page(), page('https://a.example/2')];
    await using other = await serveAnswers([
      { body: { success: true, id: 'j-1' } },
      { body: { success: true, status: 'completed', total: 3, completed: 3, data } },
      { body: { errors: [], robotsBlocked: [] } },
    ]);
    const args = ['batch', 'https://a.example', '--output', 'some', '--base-url', other.url];
    expect(await trawl(args)).toEqual({ status: 0, stdout: '', stderr: 'A page came without a URL.\n' });
    const files = readdirSync(join(folder, 'some'), { recursive: true }).map(String).sort();
    expect(files).toEqual([
      'a.example',
      'a.example/1.md',
      'a.example/2.md',
      'without-url',
      expect.stringMatching(/^without-url\/[\da-f]+\.md$/),
    ]);
  });

  it('a page that its site does not have is named, for a scrape and for a crawl alike', async () => {
    const stderr = `${site.url}/gone: the page has the status 404.\n`;
    for (const command of ['scrape', 'batch', 'crawl'])
      expect(await trawl([command, `${site.url}/gone`])).toMatchObject({ status: 0, stderr });
  });
});

describe('doctor', () => {
  it.each(['', '/'])('says what is set, reachable and missing, with a URL that ends with "%s"', async (end) => {
    const { status, stdout } = await trawl(['doctor', '--json', '--base-url', `${server.url}${end}`]);
    const { findings } = JSON.parse(stdout) as { findings: { name: string; state: string }[] };
    expect(status).toBe(0);
    expect(Object.fromEntries(findings.map(({ name, state }) => [name, state]))).toEqual({
      Program: 'ok',
      Service: 'ok',
      Key: 'missing',
      Answer: 'ok',
      Browser: 'missing',
      Model: 'missing',
      Search: 'missing',
    });
  });

  it('ends with a status that says what is wrong, and never prints the key', async () => {
    await using refusing = await serveAnswers([{ status: 401, body: { success: false, error: 'Unauthorized' } }]);
    const env = { TRAWL_BASE_URL: refusing.url, TRAWL_API_KEY: 'fc-0123456789' };
    const refused = await runTrawl(['doctor'], { env });
    expect(refused.status).toBe(3);
    expect(refused.stdout).toMatch(/^failed {2}Answer {4}the service refuses the key$/m);
    expect(refused.stdout).not.toContain('fc-0123456789');
    const absent = await runTrawl(['doctor', '--base-url', 'http://127.0.0.1:9999']);
    expect(absent).toMatchObject({ status: 9, stdout: expect.stringMatching(/^failed {2}Answer .*could not reach/m) });
  });
});

/** A service that gives these answers, one after the other. */
async function serveAnswers(answers: readonly { readonly status?: number; readonly body: object }[]) {
  const bodies: unknown[] = [];
  const remaining = [...answers];
  const other = createServer(async (request, response) => {
    const sent = await text(request);
    if (sent !== '') bodies.push(JSON.parse(sent));
    // The last answer is repeated: the program retries what may pass.
    const { status = 200, body } = (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? { body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  return {
    url: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    bodies,
    [Symbol.asyncDispose]: async () => {
      other.close();
      other.closeAllConnections();
    },
  };
}
