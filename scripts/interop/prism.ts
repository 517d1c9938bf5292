import { type ChildProcess, spawn } from 'node:child_process';
import { type Method, Trawl, TrawlError } from '@trawl/sdk';
import { endServer, freePort } from '../shared/server-process.js';
import { type ExampleRequest, exampleRequests } from './contract-requests.js';
import { FOLDER } from './install.js';

const MAX_START_MS = 120_000;
const LISTENS = 'Prism is listening';

/**
 * Lets Prism answer with every example of the contract, and reads each answer with the SDK. Answers with what went wrong, a
 * sentence for each call.
 */
export async function prismProblems(node: string, contract: string, read: object): Promise<string[]> {
  const port = await freePort();
  const prism = spawn(
    node,
    [`${FOLDER}node_modules/@stoplight/prism-cli/dist/index.js`, 'mock', '--port', String(port), contract],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    await listening(prism);
    const trawl = new Trawl({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key', maxRetries: 0 });
    const problems: string[] = [];
    for (const request of exampleRequests(read)) problems.push(...(await problemsOf(trawl, request)));
    return problems;
  } finally {
    await endServer(prism, 'SIGTERM');
  }
}

/** Resolves when it listens. It lists every operation before. */
function listening(prism: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = () => reject(new Error(`Prism did not start:\n${output}`));
    const timer = setTimeout(fail, MAX_START_MS);
    prism.once('exit', fail);
    prism.stdout?.on('data', (chunk: Buffer) => {
      if (output.includes(LISTENS)) return;
      output += chunk;
      if (!output.includes(LISTENS)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function problemsOf(trawl: Trawl, { name, method, path, params, body, responses }: ExampleRequest) {
  const problems: string[] = [];
  for (const { status, example } of responses) {
    const headers = { prefer: `code=${status}, example=${example}` };
    const input = { params, body: body as never };
    const outcome: unknown = await trawl.request(method as Method, path, input as never, { headers }).then(
      () => 'a result',
      (error: unknown) => error,
    );
    const expected = status < 300 ? 'a result' : status;
    if (outcome === expected) continue;
    if (outcome instanceof TrawlError && 'status' in outcome && outcome.status === status) continue;
    problems.push(`${name}, ${example} with ${status}: ${outcome}`);
  }
  return problems;
}
