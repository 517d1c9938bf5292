import { type Run, run, serving } from '../program.js';

/** A node of a service, in a process of its own. */
export interface NodeProcess {
  readonly url: string;
  readonly run: Run;
}

/** Starts a node as the program starts it. */
export async function startNodeProcess(database: string, ...args: readonly string[]): Promise<NodeProcess> {
  const program = run('--database', database, '--port', '0', '--allow-private-networks', '--browser', 'off', ...args);
  return { url: await serving(program), run: program };
}

/** The JSON that a node answers; undefined while it answers something else than a success, or nothing. */
export async function answerOf<Answer>({ url }: NodeProcess, path: string, body?: object): Promise<Answer | undefined> {
  try {
    const response = await fetch(url + path, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await response.json();
    return response.ok ? (answer as Answer) : undefined;
  } catch {
    return undefined;
  }
}
