import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Trawl } from '@trawl/sdk';
import { serveMcp } from '@trawl/tools/mcp';
import { Project } from './shared/project.js';

const INSPECTOR = '@modelcontextprotocol/inspector';

/**
 * Tries the tool server with the clients that people use, in several versions, over both transports. The tests try the latest
 * client of each version of the protocol; this installs the others, 500 MB. With a name, it installs and tries only clients whose
 * name has it.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  'mcp-1-10': 'npm:@modelcontextprotocol/sdk@1.10.2',
  'mcp-1-17': 'npm:@modelcontextprotocol/sdk@1.17.5',
  'mcp-1-25': 'npm:@modelcontextprotocol/sdk@1.25.3',
  'mcp-1-32': 'npm:@modelcontextprotocol/sdk@1.32.2',
  '@modelcontextprotocol/client': '2.4.0',
  [INSPECTOR]: '2.12.0',
  'ai-sdk-mcp-0': 'npm:@ai-sdk/mcp@0.0.9',
  'ai-sdk-mcp-1': 'npm:@ai-sdk/mcp@1.0.102',
  'ai-sdk-mcp-2': 'npm:@ai-sdk/mcp@2.0.99',
  '@langchain/mcp-adapters': '1.1.4',
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@openai/agents': '0.20.0',
  '@google/genai': '3.3.0',
  '@anthropic-ai/sdk': '1.14.0',
  'mcp-remote': '0.15.1',
  zod: '4.6.7',
};

/** A client, as `mcp-clients/adapters.mjs` has it. */
interface Adapter {
  /** The packages that it needs, by their names here. */
  readonly packages: readonly string[];
}

const KEY = 'a-key-of-the-clients-01';
const PROGRAM = fileURLToPath(new URL('../packages/tools/dist/cli.js', import.meta.url));
const SOURCES = fileURLToPath(new URL('mcp-clients', import.meta.url));

const run = promisify(execFile);

/** A picture of one white pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

/** A service that answers at once, after five seconds, or never, as the path of the page says. */
async function serveService() {
  let open = 0;
  const server = createServer(async (request, response) => {
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.url === '/open') return json(open);
    if (request.url !== '/v2/scrape') return response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url, formats } = JSON.parse(Buffer.concat(chunks).toString()) as { url: string; formats: unknown[] };
    if (url.endsWith('/never')) {
      open++;
      response.once('close', () => open--);
      return undefined;
    }
    if (url.endsWith('/slow')) await new Promise((resolve) => setTimeout(resolve, 5000));
    const markdown = url.endsWith('/long') ? 'The anchor holds well in sand.\n\n'.repeat(3000) : 'It holds.';
    const screenshot = formats.length > 1 ? { screenshot: `data:image/png;base64,${PICTURE}` } : {};
    return json({ success: true, data: { markdown, ...screenshot, metadata: { url, statusCode: 200 } } });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const filter = process.argv[2] ?? '';
const project = new Project('legacy-peer-deps=true\nignore-scripts=true\n');
const { url: service, server } = await serveService();
const tools = await serveMcp(new Trawl({ baseUrl: service }), { keys: [KEY] });
let isWrong = false;
try {
  const { ADAPTERS } = (await import(join(SOURCES, 'adapters.mjs'))) as { ADAPTERS: Readonly<Record<string, Adapter>> };
  const adapters = Object.entries(ADAPTERS).filter(([name]) => name.includes(filter));
  const hasInspector = INSPECTOR.includes(filter);
  const names = new Set(adapters.flatMap(([, { packages }]) => packages));
  if (hasInspector) names.add(INSPECTOR);
  await project.installOrLink(Object.fromEntries([...names].map((name) => [name, PACKAGES[name] ?? 'latest'])));
  cpSync(SOURCES, project.folder, { recursive: true });
  const stdio = {
    command: process.execPath,
    args: [PROGRAM],
    env: { TRAWL_BASE_URL: service, PATH: process.env.PATH },
    service,
  };
  const http = { url: tools.url, headers: { Authorization: `Bearer ${KEY}` }, service };
  for (const [name] of adapters) {
    for (const [transport, entry] of [['stdio', stdio] as const, ['http', http] as const]) {
      if (name.startsWith('mcp-remote') && transport === 'stdio') continue;
      const { stdout } = await run(process.execPath, ['run.mjs', name, JSON.stringify(entry)], { cwd: project.folder });
      report(name, transport, JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}'));
    }
  }
  if (hasInspector) await tryInspector();
} finally {
  project.remove();
  await tools.close();
  server.close();
  server.closeAllConnections();
}
process.exitCode = isWrong ? 1 : 0;

/** The inspector is a program, which calls one method and prints the answer. */
async function tryInspector(): Promise<void> {
  const program = join(project.folder, 'node_modules/.bin/mcp-inspector');
  for (const [transport, target] of [
    ['stdio', [process.execPath, PROGRAM, '-e', `TRAWL_BASE_URL=${service}`]],
    ['http', [tools.url, '--transport', 'http', '--header', `Authorization: Bearer ${KEY}`]],
  ] as const) {
    const outcomes: Record<string, string> = {};
    const call = ['--method', 'tools/call', '--tool-name', 'scrape', '--tool-arg', 'url=https://site.example/short'];
    for (const [feature, args, expected] of [
      ['list', ['--method', 'tools/list'], '"read_more"'],
      ['call', call, 'It holds.'],
      ['error', [...call, 'depth=5'], 'There is no field depth'],
    ] as const) {
      const { stdout, stderr } = await run(program, ['--cli', ...target, ...args]).catch((error) => error);
      const isRight = `${stdout}${stderr}`.includes(expected);
      outcomes[feature] = isRight
        ? 'ok'
        : `wrong: ${String(stderr || stdout)
            .trim()
            .slice(0, 200)}`;
    }
    report('inspector 2.12', transport, outcomes);
  }
}

function report(name: string, transport: string, outcomes: Readonly<Record<string, string>>): void {
  const wrong = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'ok');
  isWrong ||= wrong.length > 0;
  const right = Object.keys(outcomes).filter((feature) => outcomes[feature] === 'ok');
  console.log(`${name.padEnd(24)} ${transport.padEnd(6)} ok: ${right.join(' ')}`);
  for (const [feature, outcome] of wrong) console.log(`${' '.repeat(32)}${feature}: ${outcome}`);
}
