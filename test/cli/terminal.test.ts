import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTrawl, trawlInShell } from './run-trawl.js';
import { serveSite } from './site.js';

const shell = promisify(execFile);

const CLEAR_LINE = '\r\u001b[K';

let site: Awaited<ReturnType<typeof serveSite>>;
let server: LocalServer;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  site = await serveSite();
  server = await createLocalServer({ port: 0, allowPrivateNetworks: true, browser: 'off', quiet: true });
  folder = mkdtempSync(join(tmpdir(), 'trawl-terminal-'));
  writeFileSync(join(folder, 'trawl'), `#!/bin/sh\nexec ${trawlInShell('"$@"')}\n`);
  chmodSync(join(folder, 'trawl'), 0o755);
  env = {
    ...process.env,
    TRAWL_BASE_URL: server.url,
    TERM: 'xterm',
    NO_COLOR: '1',
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
  };
});

afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const lines = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** What a terminal gets from a command line, while somebody types behind a prompt. */
async function onTerminal(command: string, prompt?: string, typed?: string, columns = 80): Promise<string> {
  const child = spawn('sh', ['-c', 'exec script -qec "$0" /dev/null', `stty cols ${columns}; ${command}`], {
    cwd: folder,
    env,
  });
  let shown = '';
  child.stdout.on('data', (part) => {
    shown += part;
    if (prompt !== undefined && shown.endsWith(prompt)) {
      child.stdin.write(typed);
      prompt = undefined;
    }
  });
  await once(child, 'exit');
  return shown.replaceAll('\r\n', '\n');
}

describe('in a pipe', () => {
  it('ends without a word when the reader has enough', async () => {
    const { stdout, stderr } = await shell('sh', ['-c', `trawl crawl ${site.url} | head -n 1`], { env });
    expect(lines(stdout)).toHaveLength(1);
    expect(stderr).toBe('');
    expect((await shell('sh', ['-c', 'trawl scrape --help | head -n 1'], { env })).stderr).toBe('');
  });

  it('says that it cannot write', async () => {
    const failed = shell('sh', ['-c', `trawl scrape ${site.url} > /dev/full`], { env });
    const stderr = 'Standard output cannot be written (ENOSPC).';
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: `${stderr}\n` });
    const help = shell('sh', ['-c', 'trawl scrape --help > /dev/full'], { env });
    await expect(help).rejects.toMatchObject({ code: 1, stderr: `${stderr}\n` });
    const crawl = shell('sh', ['-c', `trawl crawl ${site.url} > /dev/full`], { env });
    await expect(crawl).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Standard output .* The job goes on .*\nTo go on: trawl crawl --resume \S+\n$/),
    });
  });

  it.each([
    ['SIGINT', 'pages'],
    ['SIGTERM', undefined],
    ['SIGHUP', 'pages'],
  ] as const)('leaves a crawl running at %s, and says how to go on', async (signal, output) => {
    const slow = await serveSlowSite();
    const flags = output ? `--output ${output} --base-url ${server.url}` : '--fields metadata.url';
    const child = spawn('sh', ['-c', `exec trawl crawl ${slow.url} ${flags}`], { env, cwd: folder });
    let printed = '';
    child.stdout.on('data', (part) => {
      printed += part;
    });
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    const first = join(folder, 'pages', `127.0.0.1_${new URL(slow.url).port}`, 'index.md');
    await expect.poll(() => (output ? existsSync(first) : printed.includes('\n')), { timeout: 30_000 }).toBe(true);
    child.kill(signal);
    const [status] = await once(child, 'exit');
    slow.release();
    expect(status).toBe(130);
    expect(said).toMatch(/^Interrupted\. The job goes on at the service\.\nTo go on: trawl crawl --resume /);
    const [, rest = ''] = /^To go on: (trawl crawl --resume .+)$/m.exec(said) ?? [];
    const { stdout } = await shell('sh', ['-c', rest], { env, cwd: folder });
    if (output) expect(readFileSync(first.replace('index', 'held'), 'utf8')).toMatch(/^# Page/);
    else
      expect(lines(printed + stdout).map((line) => Object.keys(line as object))).toEqual([
        ['metadata.url'],
        ['metadata.url'],
      ]);
    await slow[Symbol.asyncDispose]();
  });
});

/** A site whose second page is held back until it is released. */
async function serveSlowSite() {
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

describe('on a terminal', () => {
  it('shows progress, while the data goes where it is sent', async () => {
    const shown = (await onTerminal(`trawl crawl ${site.url} > crawled.ndjson`)).split(CLEAR_LINE);
    expect(shown).toContainEqual(expect.stringMatching(/^\d+ of \d+ pages$/));
    expect(shown.at(-1)).toMatch(/^(?:.* are copies, .*\n)?3 pages\.\n$/);
    expect(lines(readFileSync(join(folder, 'crawled.ndjson'), 'utf8'))).toHaveLength(3);
  });

  it('shows a line of each page, with no rest of the progress in it', async () => {
    const shown = await onTerminal(`trawl crawl ${site.url} --max-age-ms 0`);
    // What stood on a line before it was cleared is gone.
    const seen = shown.split('\n').map((line) => line.split(CLEAR_LINE).at(-1));
    expect(seen.pop()).toBe('');
    expect(seen.slice(0, -1).sort()).toEqual([
      `200  ${site.url}  Anchor /`,
      `200  ${site.url}/arms  Anchor /arms`,
      `200  ${site.url}/chain?size=8  Anchor /chain?size=8`,
    ]);
    expect(seen.at(-1)).toBe('3 pages. Add --output FOLDER to keep them, or --json to print them.');
  });

  it('colours the status of pages and what failed, unless NO_COLOR or a dumb terminal wants none', async () => {
    // Node.js says of a CI that it does not know that it shows no colours.
    const command = `trawl batch ${site.url}/arms ${site.url}/gone; trawl scrape ${site.url}/gone --formats nonsense`;
    const shown = await onTerminal(`unset CI; export NO_COLOR=; ${command}`);
    expect(shown).toContain(`\u001b[32m200\u001b[39m  ${site.url}/arms`);
    expect(shown).toContain(`\u001b[31m404\u001b[39m  ${site.url}/gone`);
    expect(shown).toContain('\u001b[31m--formats must be one of');
    for (const setting of ['NO_COLOR=1', 'TERM=dumb'])
      expect(await onTerminal(`unset NO_COLOR CI; export ${setting}; ${command}`)).not.toContain('\u001b[3');
  });

  it('names a page that its site does not have once, alone and among others', async () => {
    expect(await onTerminal(`TERM=dumb trawl scrape ${site.url}/gone`)).toMatch(
      /\/gone: the page has the status 404\.\n# Anchor/,
    );
    const shown = await onTerminal(`TERM=dumb trawl batch ${site.url}/arms ${site.url}/gone`);
    expect(shown.match(/404/g)).toHaveLength(1);
  });

  it('says that what it shows is a copy', async () => {
    await onTerminal(`trawl scrape ${site.url}/chain > /dev/null`);
    const copy = await onTerminal(`trawl scrape ${site.url}/chain > /dev/null`);
    expect(copy).toMatch(/A copy of \S+; --max-age-ms 0 for a new one\.\n$/);
    expect(await onTerminal(`trawl scrape ${site.url}/chain --max-age-ms 0 > /dev/null`)).not.toContain('copy');
    const pages = `${site.url}/chain ${site.url}/arms?new`;
    expect(await onTerminal(`trawl batch ${pages} > /dev/null`)).toMatch(/1 of 2 pages are copies, .*\n2 pages\.\n$/);
  });

  it('colours what doctor finds', async () => {
    const shown = await onTerminal('unset NO_COLOR CI; trawl doctor');
    expect(shown.startsWith('\u001b[32mok      \u001b[39mProgram')).toBe(true);
    expect(await onTerminal('trawl doctor')).toMatch(/^ok {6}Program/);
  });

  it('says what the server of tools waits for', async () => {
    expect(await onTerminal(`timeout 20 trawl mcp`, 'over HTTP.\r\n', '\u0003')).toMatch(
      /^Waiting for messages of an MCP client on standard input: /,
    );
  });

  it('rewrites no line where the terminal cannot', async () => {
    expect(await onTerminal(`TERM=dumb trawl crawl ${site.url} --max-age-ms 0 > /dev/null`)).toBe('3 pages.\n');
  });

  it('writes nothing of a page that the terminal would obey', async () => {
    const hostile = '<h1>A</h1><p>B\u001b]0;title\u0007\u009b2J C</p>';
    writeFileSync(join(folder, 'hostile.html'), `<meta charset="utf-8">${hostile}`);
    expect(await onTerminal('TERM=dumb trawl parse hostile.html')).toMatch(/^# A\n\nB\]0;title2J C\n$/);
  });

  it('writes no line and no direction of text for a page', async () => {
    const forgery = '\n200  https://bank.example/  Bank\u2028\u202e\u200b\u001b[2J';
    const title = encodeURIComponent(forgery);
    const hostile = createServer((_, response) =>
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(`<title>A${forgery}</title><main><h1>A</h1><p>B\u2028C\u202eD\u200bE</p></main>`),
    ).listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    const url = `http://127.0.0.1:${(hostile.address() as { port: number }).port}/`;
    const shown = await onTerminal(
      `export TERM=dumb; trawl scrape ${url} ${url}?${title} "nowhere\n$(printf '\\033[2J')"; trawl scrape ${url}; trawl search A`,
    );
    hostile.close();
    expect(shown).toContain('# A\n\nB CDE\n');
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(shown).not.toMatch(/^200 {2}https:\/\/bank/m);
  });

  it('leaves what a page says whole where it goes to a pipe or a file', async () => {
    const page = '<meta charset="utf-8"><h1>A</h1><p>B\u202eC\u200dD</p>';
    writeFileSync(join(folder, 'marks.html'), page);
    const { stdout } = await shell('trawl', ['parse', 'marks.html'], { cwd: folder, env });
    expect(stdout).toBe('# A\n\nB\u202eC\u200dD\n');
    await shell('trawl', ['parse', 'marks.html', '--output', 'marks.md'], { cwd: folder, env });
    expect(readFileSync(join(folder, 'marks.md'), 'utf8')).toBe(stdout);
  });

  it('asks for the key, and shows nothing of it', async () => {
    const command = `TERM=dumb trawl scrape ${site.url} --ask-api-key; echo "status $?"`;
    expect(await onTerminal(command, 'API key: ', 'fc-0123456789\r')).toMatch(
      /^API key: \n# Anchor \/\n(?:.*\n)+status 0\n$/,
    );
    expect(await onTerminal(command, 'API key: ', 'fc-\u0003')).toBe('API key: \nInterrupted.\nstatus 130\n');
  });

  it('has a help that is as wide as the terminal, and not wider', async () => {
    const tooLong = (text: string, columns: number): string[] =>
      text.split('\n').filter((line) => line.length > columns && !line.startsWith('  trawl '));
    const shown = await onTerminal('trawl scrape --help');
    expect(tooLong(shown, 80)).toEqual([]);
    expect(tooLong(await onTerminal('trawl scrape --help', undefined, undefined, 60), 60)).toEqual([]);
    expect(shown).toContain('  --timeout-ms <ms>            How long the scrape may take, in milliseconds.\n');
  });

  it('completes commands, values and files in bash', async () => {
    writeFileSync(join(folder, 'request.json'), '{"formats":["links"]}');
    writeFileSync(join(folder, 'rc'), `${(await runTrawl(['completion', 'bash'])).stdout}\nPS1='ready> '\n`);
    const typed = 'trawl scr\t--proxy enh\t--body req\t--dry-run https://a.example\rexit\r';
    const shown = await onTerminal('exec bash --rcfile rc -i', 'ready> ', typed);
    expect(shown).toContain('{"formats":["links"],"proxy":"enhanced","url":"https://a.example"}');
  });

  it('completes behind an equals sign, and the argument of help', async () => {
    const words = async (...given: string[]) =>
      (await runTrawl(['completion-words', '--', ...given])).stdout.split('\n').map((line) => line.split('\t')[0]);
    expect(await words('scrape', '--proxy', '=')).toContain('stealth');
    expect(await words('help', 'monitor')).toContain('create');
    expect(await words('completion')).toContain('fish');
    expect(await words('scrape', '--output')).toEqual(['']);
  });
});

describe('the help', () => {
  it.each(['local', 'mcp', 'doctor'])('of trawl %s has examples', async (command) => {
    const { status, stdout } = await runTrawl([command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Examples:\n  trawl ${command}`, 'm'));
  });

  it.each(['', 'scrape', 'monitor create'])('of "%s" has an example and the exit statuses', async (command) => {
    const { status, stdout } = await runTrawl([...command.split(' ').filter(Boolean), '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: trawl/);
    expect(stdout).toContain('\nExit status:\n  0 done');
    if (command !== '') expect(stdout).toContain(`  trawl ${command}`);
    expect((await runTrawl(['help', ...command.split(' ').filter(Boolean)])).stdout).toBe(stdout);
  });

  it('has all that the contract says of a flag if it is asked for', async () => {
    const { stdout } = await runTrawl(['help', 'scrape', '--full']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'A deterministic filter on the HTML before Markdown is made; no model',
    );
  });
});
