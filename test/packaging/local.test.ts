import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from './project.js';

/** What a program does with the service in it. Its packages are loaded when they are needed: from the tarball, too. */
const PROGRAM = `
import { createLocalServer } from '@trawl/local';
const pages = [{ url: 'https://shop.example.com/tea', content: '<title>Tea</title><main><h1>Tea</h1><p>2 EUR</p></main>' }];
const server = await createLocalServer({ offline: true, quiet: true, check: true });
const post = async (path, body) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await server.fetch(server.url + path, init)).json();
};
await post('/_local/seed', { pages });
const scraped = await post('/v2/scrape', { url: pages[0].url });
const found = await post('/v2/search', { query: 'tea' });
await server.close();
console.log(JSON.stringify({ markdown: scraped.data.markdown.trim(), title: found.data.web[0].title }));
`;

const project = new Project();
let files: string[];

beforeAll(async () => {
  files = await project.installPacked('local', 'client');
}, 300_000);

afterAll(() => project.remove());

/** Starts the program that the package brings, as `npx @trawl/local` does. */
async function start(...args: string[]): Promise<{ child: ChildProcessWithoutNullStreams; url: string }> {
  const child = spawn(process.execPath, [join(project.folder, 'node_modules/.bin/trawl-local'), ...args]);
  let said = '';
  while (!said.includes('http://')) {
    const [part] = await once(child.stdout, 'data');
    said += part;
  }
  return { child, url: /http:\/\/[\d.:]+/.exec(said)?.[0] ?? '' };
}

describe('the tarball', () => {
  it('holds the program, the types, the worker and the reference, and no source', () => {
    for (const file of ['index.js', 'index.d.ts', 'cli.js', 'convert-worker.js', 'reference.html.gz']) {
      expect(files).toContain(`dist/${file}`);
    }
    expect(files.filter((file) => /(^src|^test|\.test\.)/.test(file))).toEqual([]);
  });

  it('does not tell where it was made', () => {
    expect(project.filesThatTell('local', files)).toEqual([]);
  });
});

describe('the installed package', () => {
  it('serves inside a program', async () => {
    project.write('program.mjs', PROGRAM);
    expect(await project.run('program.mjs')).toEqual({ markdown: '# Tea\n\n2 EUR', title: 'Tea' });
  });

  it('serves from a terminal, with its page and the reference, and ends when it is told to', async () => {
    const { child, url } = await start('--port', '0');
    expect((await (await fetch(`${url}/v2/crawl/active`)).json()).success).toBe(true);
    expect(await (await fetch(`${url}/`)).text()).toContain('Trawl on this machine');
    expect(await (await fetch(`${url}/reference`)).text()).toContain('</html>');
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('says what is wrong with an option, and starts nothing', async () => {
    const child = spawn(process.execPath, [join(project.folder, 'node_modules/.bin/trawl-local'), '--port', 'http']);
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    expect((await once(child, 'exit'))[0]).toBe(2);
    expect(said).toContain('--port');
  });

  it('compiles in a strict program', async () => {
    const program = `import { createLocalServer, type LocalServerOptions } from '@trawl/local';
const options: LocalServerOptions = { port: 0 };
export const url: Promise<string> = createLocalServer(options).then((server) => server.url);
// @ts-expect-error No such option: the types were found and are not any.
createLocalServer({ prot: 0 });
`;
    project.write('typed.mts', program);
    const options = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', target: 'es2022', types: [] };
    expect(await project.compile({ ...options, lib: ['es2022', 'dom', 'esnext.disposable'] }, 'typed.mts')).toBe('');
  });
});
