import { once } from 'node:events';
import { watchFile } from 'node:fs';
import { parseArgs } from 'node:util';
import { printableMessage } from '@trawl/base/printable';
import { readSecretFile, SecretFileError } from '@trawl/base/secret-file';
import { ConfigurationError, Trawl } from '@trawl/sdk';
import type { ToolOptions } from '../policy.js';
import { VERSION } from '../version.js';
import type { McpHttpServer } from './http.js';

const OPTIONS = {
  'base-url': { type: 'string', usage: 'URL', about: 'The service. Default: TRAWL_BASE_URL.' },
  http: {
    type: 'string',
    usage: 'PORT',
    about: 'Serve streamable HTTP at this port, and not stdio.',
  },
  host: { type: 'string', usage: 'HOST', about: 'With --http: where to listen. Default: 127.0.0.1.' },
  'keys-file': {
    type: 'string',
    usage: 'FILE',
    about: 'With --http: keys of the clients, one on a line. Rights 0600.',
  },
  'allow-origin': { type: 'string', multiple: true, usage: 'ORIGIN', about: 'With --http: web pages of it may call.' },
  'allowed-host': {
    type: 'string',
    multiple: true,
    usage: 'HOST',
    about: 'With --http and without keys: a name beside loopback to be called by.',
  },
  tools: {
    type: 'string',
    usage: 'LIST',
    about: 'Which tools: their names, default, or all. `default,agent` adds one. Default: default.',
  },
  prefix: { type: 'string', usage: 'TEXT', about: 'What the names of the tools begin with.' },
  'files-folder': {
    type: 'string',
    usage: 'FOLDER',
    about: 'The tool parse for the files of this folder.',
  },
  'reference-url': {
    type: 'string',
    usage: 'URL',
    about: 'The tools that search and read the reference there.',
  },
  'allow-host': { type: 'string', multiple: true, usage: 'HOST', about: 'Only pages of this host. May be repeated.' },
  'block-host': { type: 'string', multiple: true, usage: 'HOST', about: 'No pages of this host. May be repeated.' },
  'max-credits': { type: 'string', usage: 'NUMBER', about: 'The credits that a client may use in a day of UTC.' },
  'max-tokens': { type: 'string', usage: 'NUMBER', about: 'The tokens of one result. Default: 8000.' },
  'timeout-ms': {
    type: 'string',
    usage: 'NUMBER',
    about: 'How long the service may take for one call. Default: 45000.',
  },
  proxy: { type: 'string', usage: 'KIND', about: 'The proxy of every scrape: basic, enhanced or auto.' },
  'zero-data-retention': { type: 'boolean', about: 'The service keeps nothing of any scrape.' },
  help: { type: 'boolean', short: 'h', about: 'Print this.' },
  version: { type: 'boolean', short: 'v', about: 'Print the version.' },
} as const;

const USAGE = `Usage: trawl mcp [options], or trawl-mcp [options]

Serves tools to search and read the web to a language model, by the Model
Context Protocol. A key is read from TRAWL_API_KEY; trawl mcp also takes the
service and the key of trawl login.

Examples:
  trawl mcp --base-url http://127.0.0.1:3002
  trawl mcp --http 3003 --keys-file keys.txt
  trawl mcp --allow-host docs.example.com --max-credits 100

Without --http, a program such as an editor starts it and talks to it over
standard input and output:
  {"mcpServers":{"trawl":{"command":"npx","args":["-y","@trawl/tools"],
    "env":{"TRAWL_BASE_URL":"http://127.0.0.1:3002"}}}}

Options:
${Object.entries(OPTIONS)
  .map(([name, option]) => `  ${`--${name}${'usage' in option ? ` ${option.usage}` : ''}`.padEnd(26)}${option.about}`)
  .join('\n')}
`;

const WAITING =
  'Waiting for messages of an MCP client on standard input: a program starts this command and talks to it. Ctrl-C ends it. `trawl mcp --help` shows how to configure a client, and `--http PORT` serves over HTTP.';

/** Runs the program until its client or a signal ends it. Returns the status to end with. */
export async function runMcp(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    // The help loads nothing of the protocol.
    if (values.help) return print(USAGE);
    if (values.version) return print(`${VERSION}\n`);
    const trawl = new Trawl({
      baseUrl: values['base-url'] ?? env.TRAWL_BASE_URL,
      ...(env.TRAWL_API_KEY && { apiKey: env.TRAWL_API_KEY }),
    });
    if (values.http === undefined) await serveStdio(trawl, toolOptions(values, env.TRAWL_API_KEY));
    else await serveHttp(trawl, values, env.TRAWL_API_KEY);
    return 0;
  } catch (error) {
    const { code, message, stack } = error as NodeJS.ErrnoException;
    const isExplained =
      error instanceof TypeError ||
      error instanceof ConfigurationError ||
      error instanceof SecretFileError ||
      code?.startsWith('ERR_PARSE_ARGS') ||
      ['ENOENT', 'EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'ERR_SOCKET_BAD_PORT'].includes(code ?? '');
    say(isExplained ? `${message} Run with --help to see the options.` : (stack ?? String(error)));
    return 2;
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** @param cursorSecret - What all processes of one service know, and no client: the key of the service. */
function toolOptions(values: Values, cursorSecret: string | undefined): ToolOptions {
  return {
    allowedHosts: values['allow-host'],
    blockedHosts: values['block-host'],
    maxCredits: numberOf('max-credits', values['max-credits']),
    maxTokens: numberOf('max-tokens', values['max-tokens']),
    filesFolder: values['files-folder'],
    referenceUrl: values['reference-url'],
    timeoutMs: numberOf('timeout-ms', values['timeout-ms']),
    tools: values.tools?.split(',').map((name) => name.trim()),
    prefix: values.prefix,
    cursorSecret,
    scrapeOptions: {
      // The service refuses a kind of proxy that it does not know.
      ...(values.proxy !== undefined && { proxy: values.proxy as 'auto' }),
      ...(values['zero-data-retention'] && { zeroDataRetention: true }),
    },
  };
}

/** Serves a client over standard input and output until it or a signal ends the program. */
async function serveStdio(trawl: Trawl, options: ToolOptions): Promise<void> {
  const { serveStreams } = await import('./stdio.js');
  const { toolsetFor } = await import('../toolset.js');
  const toolset = toolsetFor(trawl, { ...options, onLostJob: say }, 'day');
  const server = serveStreams(trawl, toolset, process.stdin, process.stdout);
  // A person who started it by hand would wait for a prompt.
  if (process.stdin.isTTY) say(WAITING);
  await Promise.race([server.ended, once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  // Ends the calls that still run, because their client has gone.
  await server.close();
}

/** Serves clients over HTTP until a signal ends the program. */
async function serveHttp(trawl: Trawl, values: Values, cursorSecret: string | undefined): Promise<void> {
  const keysFile = values['keys-file'];
  const { serveMcp } = await import('./http.js');
  await using server = await serveMcp(trawl, {
    ...toolOptions(values, cursorSecret),
    port: numberOf('http', values.http),
    host: values.host,
    keys: keysFile === undefined ? undefined : keysOf(keysFile),
    allowedOrigins: values['allow-origin'],
    serverNames: values['allowed-host'],
  });
  if (keysFile !== undefined) followKeys(keysFile, server);
  say(`The tools are served at ${server.url}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

/** The keys of the clients. */
const keysOf = (file: string): string[] => readSecretFile(file, '--keys-file').split(/\s+/);

/** The time between two looks at the file of keys. */
const LOOK_MS = 400;

/** Makes changes of the file count: a key that is removed ends its sessions. While the file cannot be used, no key is valid. */
function followKeys(file: string, server: McpHttpServer): void {
  const read = async (): Promise<void> => {
    try {
      await server.setKeys(keysOf(file));
    } catch (error) {
      say(`${(error as Error).message} No key is valid until the file can be used.`);
      await server.setKeys([]);
    }
  };
  watchFile(file, { interval: LOOK_MS, persistent: false }, () => void read());
}

function numberOf(name: keyof typeof OPTIONS, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d+$/.test(text))
    throw new TypeError(`--${name} must be a whole number, not "${text}".`);
  return text === undefined ? undefined : Number(text);
}

/** Standard output is for the protocol, so messages go to standard error. */
const say = (message: string): void => console.error(printableMessage(message));

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
