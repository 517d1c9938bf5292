import { describe, expect, test } from 'vitest';
import { browserOfMachine } from '../../../../scripts/shared/browser.js';
import { sharedServer } from '../postgres/database.js';
import { type Run, run, serving } from '../program.js';
import { testDatabase } from './stores.js';

/** A node that is silent counts as dead after 9 s, and the others look every 2 s. The rest is for a busy machine. */
const BOUND_MS = 30_000;

const ENDED = 'The browser session has ended. The node of the service that had it has ended.';

interface Node {
  readonly url: string;
  readonly process: Run['process'];
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function startNode(database: string): Promise<Node> {
  const program = run('--database', database, '--port', '0', '--allow-private-networks', '--allow-code');
  return { url: await serving(program), process: program.process };
}

async function call({ url }: Node, path: string, body: object): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(BOUND_MS),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const canRun = browserOfMachine() && !('missing' in sharedServer);

describe.skipIf(!canRun)('a call about a session of another node', { timeout: 120_000 }, () => {
  test('is answered when that node is stopped or killed, and then the session has ended', async () => {
    const database = await testDatabase();
    const [stopped, killed, other] = await Promise.all([1, 2, 3].map(() => startNode(database)));
    if (!stopped || !killed || !other) throw new Error('Three nodes were started.');

    /** Opens a session at a node; returns how to use it at the other one. */
    const openSession = async (home: Node) => {
      const { body } = await call(home, '/v2/interact', {});
      const use = () => call(other, `/v2/interact/${body.id}/execute`, { code: '6 * 7' });
      // The address of a node is known with its first sign of life.
      await expect.poll(use, { timeout: BOUND_MS }).toMatchObject({ status: 200, body: { result: '42' } });
      return use;
    };
    const sessions = await Promise.all([stopped, killed].map(openSession));

    stopped.process.kill('SIGSTOP');
    killed.process.kill('SIGKILL');
    for (const answer of await Promise.all(sessions.map((use) => use()))) {
      expect([503, 410]).toContain(answer.status);
      expect(answer.body.error).toMatch(/^The (?:node of the service that has this|browser session has ended)/);
    }
    for (const use of sessions) {
      await expect.poll(use, { timeout: BOUND_MS }).toMatchObject({ status: 410, body: { error: ENDED } });
    }
  });
});
