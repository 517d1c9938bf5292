import { setTimeout as pause } from 'node:timers/promises';
import type { LocalServer } from '@trawl/local';
import { HOST, pagesOf, schemaOf, type Task } from './tasks.js';

export interface Result {
  readonly task: Task;
  /** Values that are correct, of all that the task has. */
  readonly correct: number;
  readonly total: number;
  readonly seconds: number;
  readonly tokens: number;
  /** What was wrong, in sentences. */
  readonly wrong: readonly string[];
}

/** What the service has answered: values by name, or why there are none. */
interface Answer {
  readonly values: Readonly<Record<string, unknown>>;
  readonly failure?: string | undefined;
}

/** Milliseconds for one page; a small model on a small machine is slow. */
const TIMEOUT_MS = 300_000;

const NOT_SAID = 'The page does not say.';

/** Gives the tasks to a service with a language model, one after the other. */
export async function* measure(
  server: Pick<LocalServer, 'url' | 'fetch'>,
  tasks: readonly Task[],
): AsyncGenerator<Result> {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await server.fetch(server.url + path, { method, ...json });
    return (await response.json()) as Record<string, unknown>;
  };
  const tokensLeft = async () => Number(fieldOf((await call('GET', '/v2/team/token-usage')).data, 'remainingTokens'));

  async function scrape(page: string, format: object): Promise<Answer> {
    const body = { url: HOST + page, formats: [format], timeout: TIMEOUT_MS };
    const { data, error } = await call('POST', '/v2/scrape', body);
    const warning = fieldOf(data, 'warning');
    return { values: valuesOf(data), failure: text(error) ?? text(warning) };
  }

  async function agent(prompt: string, schema: object): Promise<Answer> {
    const { id, error } = await call('POST', '/v2/agent', { prompt, schema, urls: [HOST], effort: 'low' });
    if (typeof id !== 'string') return { values: {}, failure: text(error) };
    for (;;) {
      const job = await call('GET', `/v2/agent/${id}`);
      if (job.status !== 'processing') return { values: valuesOf(job.data), failure: text(job.error) };
      await pause(200);
    }
  }

  async function ask(task: Task): Promise<Pick<Result, 'correct' | 'total' | 'wrong'>> {
    if (task.kind === 'question') {
      const { values, failure } = await scrape(task.page, { type: 'question', question: task.question });
      // The sentences that the answer quotes come after it.
      const [answer = ''] = String(values.answer ?? '').split('\n\n> ');
      return score({ answer: task.expected ?? NOT_SAID }, { values: { answer }, failure }, isSaid);
    }
    const schema = schemaOf(task.expected);
    const answer =
      task.kind === 'agent'
        ? await agent(task.prompt, schema)
        : await scrape(task.page, { type: 'json', schema, prompt: task.prompt });
    const values = task.kind === 'agent' ? answer.values : valuesOf(answer.values.json);
    return score(task.expected, { ...answer, values }, isSame);
  }

  await call('POST', '/_local/seed', { pages: pagesOf(tasks) });
  for (const task of tasks) {
    const [initialTokens, start] = [await tokensLeft(), performance.now()];
    const outcome = await ask(task);
    const seconds = (performance.now() - start) / 1000;
    yield { task, ...outcome, seconds, tokens: initialTokens - (await tokensLeft()) };
  }
}

function score(
  expected: Readonly<Record<string, unknown>>,
  { values, failure }: Answer,
  isRight: (expected: unknown, value: unknown) => boolean,
): Pick<Result, 'correct' | 'total' | 'wrong'> {
  const names = Object.keys(expected);
  const wrongFields = names.filter((name) => !isRight(expected[name], values[name]));
  const sentences = wrongFields.map(
    (name) => `\`${name}\` is ${JSON.stringify(values[name]) ?? 'missing'}, and not ${JSON.stringify(expected[name])}.`,
  );
  const hasFailed = failure !== undefined && wrongFields.every((name) => !values[name]);
  const wrong = wrongFields.length > 0 && hasFailed ? [failure] : sentences;
  return { correct: names.length - wrongFields.length, total: names.length, wrong };
}

function isSame(expected: unknown, value: unknown): boolean {
  return typeof expected === 'string' ? plain(value) === plain(expected) : value === expected;
}

/** Whether an answer in words says it, between the limits of words. */
function isSaid(expected: unknown, value: unknown): boolean {
  return ` ${plain(value)} `.includes(` ${plain(expected)} `);
}

function plain(value: unknown): string {
  return String(value ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function valuesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function fieldOf(value: unknown, name: string): unknown {
  return valuesOf(value)[name];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
