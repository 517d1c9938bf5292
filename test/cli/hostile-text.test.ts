import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shown, shownBy } from '../programs/terminal-judge.js';

const run = promisify(execFile);
const programOf = (name: string) => fileURLToPath(new URL(`../../packages/${name}/dist/cli.js`, import.meta.url));

/** What somebody else calls things: each part makes a terminal do something, or forges a line. */
const NAME = [
  'NAME',
  '\u001b[2J\u001b[1;1H', // clears the screen
  '\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\click', // a title, a link
  '\u001bP1$r\u001b\\\u001bc\u001b(0', // a device control string, a reset, other characters
  '\u009b31m\u009d0;title\u009c\u0084', // the same with characters of eight bits
  '\u202e\u2066\u200f\u200b\ufeff', // other directions, no width
  '\rwxyz\u0008\u0008\u007f',
  '\nAll is well.\r\nAll is well.\u0085All is well.\u2028All is well.\u2029All is well.',
  'NAME',
].join('');

let folder: string;
let server: Server;
let url: string;
/** Has the name wherever the answers of a service have texts. */
function answerTo(method: string, path: string): object {
  const name = NAME;
  const id = '01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b';
  const site = `http://a.example/${encodeURIComponent(name)}?${name}`;
  const metadata = {
    url: site,
    sourceURL: site,
    title: name,
    description: name,
    statusCode: 404,
    error: name,
    scrapeId: id,
  };
  const page = { markdown: name, html: name, links: [name, site], warning: name, metadata };
  const list = { url: site, title: name, description: name, snippet: name, imageUrl: site };
  const monitor = { id, name, status: name, schedule: name, targets: [name], nextRunAt: name };
  if (path.includes('/errors'))
    return { success: true, errors: [{ id: name, url: site, error: name }], robotsBlocked: [site] };
  if (/crawl|batch/.test(path) && method === 'POST')
    return { success: true, id, url: name, warning: name, invalidURLs: [site] };
  if (/crawl|batch/.test(path))
    return { success: true, status: 'completed', total: name, completed: name, data: [page], warning: name };
  if (/agent|extract/.test(path) && method === 'POST') return { success: true, id };
  if (/agent|extract/.test(path)) return { success: true, status: 'failed', error: name, warnings: [name], data: name };
  if (path.includes('search'))
    return { success: true, data: { web: [list], news: [list], images: [list] }, warning: name };
  if (path.includes('map')) return { success: true, links: [list], warning: name };
  if (path.includes('interact'))
    return { success: false, output: name, stdout: name, stderr: name, result: name, error: name };
  if (path.includes('monitor')) return { success: true, data: path.endsWith('/monitor') ? [monitor] : monitor };
  if (path.includes('activity'))
    return { success: true, data: [{ id, endpoint: name, target: name }], has_more: false };
  if (path.includes('capabilities')) return { success: true, data: { browser: true, browserUsed: name, model: true } };
  if (path.includes('_local/check')) return { data: { problems: [name], version: name, pendingChanges: [name] } };
  if (path.includes('_local/keys'))
    return { data: [{ name, team: name, creditsUsed: 1, createdAt: name, scopes: [name] }] };
  if (path.includes('credit')) return { success: true, data: { remainingCredits: name } };
  if (path.includes('support')) return { success: true, answer: name };
  return { success: true, data: page, answer: name, warning: name };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'names-'));
  // Once, because programs that read them run at the same time.
  const codes = [...NAME].map((character) => `&#${character.codePointAt(0)};`).join('');
  const html = `<title>${codes}</title><main><h1>${codes}</h1><p>raw ${NAME}</p><a href="/${codes}">${NAME}</a></main>`;
  writeFileSync(join(folder, 'page.html'), html);
  writeFileSync(join(folder, 'list.txt'), `${NAME.replaceAll(/[\r\n]/g, ' ')}\n`);
  server = createServer((request, response) => {
    request.resume();
    const { method = 'GET', url: path = '' } = request;
    const isRefused = path.includes('refuse');
    const refusal = { success: false, error: NAME, code: NAME, details: [{ path: ['url'], message: NAME }] };
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? refusal : answerTo(method, path)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

interface Program {
  readonly program: 'cli' | 'tools' | 'local' | 'convert';
  readonly args: readonly string[];
  /** Whether it prints texts, which have lines of their own. */
  readonly isText?: boolean;
}

const trawl = (...args: string[]): Program => ({ program: 'cli', args });
const trawlOfText = (...args: string[]): Program => ({ program: 'cli', args, isText: true });
const mcp = (...args: string[]): Program => ({ program: 'tools', args });
const local = (...args: string[]): Program => ({ program: 'local', args });
const convertPage = (...args: string[]): Program => ({
  program: 'convert',
  args: ['page.html', ...args],
  isText: true,
});

/** Every program, with every kind of thing that others name. `URL` stands for the service. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  'trawl search': trawl('search', 'anchor'),
  'trawl scrape': trawlOfText('scrape', 'http://a.example/'),
  'trawl scrape of several formats': trawlOfText(
    'scrape',
    'http://a.example/',
    '--formats',
    'markdown,links',
    '--json',
  ),
  'trawl scrape of several pages': trawl('scrape', 'http://a.example/', 'http://b.example/'),
  'trawl scrape that is refused': trawl('scrape', 'http://a.example/', '--base-url', 'URL/refuse'),
  'trawl scrape that is refused, as JSON': trawl('scrape', 'http://a.example/', '--json', '--base-url', 'URL/refuse'),
  'trawl map': trawl('map', 'http://a.example/'),
  'trawl crawl': trawl('crawl', 'http://a.example/'),
  'trawl crawl into files': trawl('crawl', 'http://a.example/', '--output', 'pages'),
  'trawl batch, as JSON': trawl('batch', 'http://a.example/', '--json'),
  'trawl agent': trawl('agent', 'find it'),
  'trawl interact': trawlOfText('interact', 'http://a.example/', '--prompt', 'click', '--keep'),
  'trawl monitor list': trawl('monitor', 'list'),
  'trawl team activity': trawl('team', 'activity'),
  'trawl support ask': trawlOfText('support', 'ask', 'why'),
  'trawl doctor': trawl('doctor'),
  'trawl with the name of a file': trawl('scrape', 'http://a.example/', '--output', `${NAME}/a.png`),
  'trawl with the file of a key': trawl('search', 'anchor', '--api-key-file', NAME),
  'trawl with a flag that there is not': trawl('scrape', `--${NAME}`),
  'trawl with lines of a file': trawl('batch', '@list.txt'),
  'trawl with an address': trawl('search', 'anchor', '--base-url', `http://${NAME}`),
  'trawl-mcp with the file of keys': mcp('--http', '0', '--keys-file', NAME),
  'trawl-mcp with a number': mcp('--max-credits', NAME),
  'trawl-mcp with a host': mcp('--allow-host', NAME),
  'trawl-mcp with an option that there is not': mcp(`--${NAME}`),
  'trawl-local check': local('check', '--url', 'URL'),
  'trawl-local keys': local('keys', 'list', '--url', 'URL'),
  'trawl-local that is refused': local('keys', 'list', '--url', 'URL', '--admin-key', 'refuse'),
  'trawl-local with the file of a key': local('--admin-key-file', NAME),
  'trawl-local with a number': local('--port', NAME),
  'trawl-local with a file': local('check', '--storage', NAME),
  'trawl-local with an option that there is not': local(`--${NAME}`),
  'trawl-convert': convertPage('--url', 'http://a.example/'),
  'trawl-convert to text': convertPage('-f', 'text'),
  'trawl-convert to HTML': convertPage('-f', 'html'),
  'trawl-convert to the page as it is': convertPage('-f', 'rawHtml'),
  'trawl-convert to links': convertPage('-f', 'links'),
  'trawl-convert to several formats': convertPage('-f', 'markdown,rawHtml,links,images,structuredData'),
  'trawl-convert of a file that is missing': { program: 'convert', args: [NAME] },
  'trawl-convert to a format that there is not': { program: 'convert', args: ['page.html', '-f', NAME] },
  'trawl-convert with an option that there is not': { program: 'convert', args: [`--${NAME}`] },
};

/** Ends lines where a program does so, with the control functions of its own progress. */
const OWN_FUNCTIONS = ['CSI K'];

function expectControl({ functions, lines }: Shown, isText: boolean): void {
  expect(lines).not.toEqual([]);
  expect(functions.filter((name) => !OWN_FUNCTIONS.includes(name))).toEqual([]);
  // What has no width, or another direction.
  expect(lines.filter((line) => /[\p{Cf}\p{Cc}]/u.test(line))).toEqual([]);
  // Nothing was written over something else.
  expect(lines.filter((line) => line.startsWith('wxyz') || /wx(?!yz)/.test(line))).toEqual([]);
  if (!isText) expect(lines.filter((line) => line.startsWith('All is well.'))).toEqual([]);
}

/** Those that say something on standard error also where it is no terminal. It may be shown later. */
const PIPED = [
  'trawl crawl',
  'trawl batch, as JSON',
  'trawl scrape that is refused, as JSON',
  'trawl-mcp with a number',
  'trawl-local with a file',
  'trawl-convert of a file that is missing',
];

const commandLineOf = ({ program, args }: Program) => [
  programOf(program),
  ...args.map((word) => word.replace('URL', url)),
];

const options = () => ({
  cwd: folder,
  env: { PATH: process.env.PATH, TERM: 'xterm', NO_COLOR: '1', HOME: folder, TRAWL_BASE_URL: url },
});

it.concurrent.each(Object.entries(PROGRAMS))(
  '%s lets nobody control the terminal, or write a line',
  async (_, program) => {
    const words = [process.execPath, ...commandLineOf(program)]
      .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
      .join(' ');
    const child = spawn('sh', ['-c', 'exec script -qec "$0" /dev/null', `stty -onlcr cols 4000; ${words}`], options());
    let output = '';
    child.stdout.on('data', (part) => {
      output += part;
    });
    child.stdin.end();
    await once(child, 'close');
    expectControl(await shownBy(output), program.isText === true);
  },
);

it.concurrent.each(PIPED)('%s writes no messages to a pipe that would do so later', async (name) => {
  const command = commandLineOf(PROGRAMS[name] as Program);
  const { stderr } = await run(process.execPath, command, options()).catch((failure) => failure);
  expectControl(await shownBy(stderr), false);
});
