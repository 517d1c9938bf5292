import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../src/json.js';
import type { Report } from '../src/report/report.js';
import { yamlOf } from '../src/yaml-text.js';

const CORPUS = fileURLToPath(new URL('./corpus', import.meta.url));

/** What is the same on both sides, or how it is before and after. */
type Both = JsonObject | [JsonObject, JsonObject];

/** What the extensions of the pairs mean. */
export const EXTENSIONS = {
  'x-price': 'information',
  'x-default-offline': 'default',
  'x-lifetime-ms': 'promised-amount',
  'x-repeatable': 'guarantee',
} as const;

export interface Case {
  /** Schema of what `POST /things` takes. */
  request?: Both;
  /** Schema of what `POST /things` answers. */
  answer?: Both;
  /** Schema of what the webhook `done` brings. */
  webhook?: Both;
  /** Keys of the operation `POST /things`; null takes one away. */
  operation?: Both;
  /** Component schemas. */
  schemas?: Both;
  /** Keys of the document, and keys of these. */
  document?: Both;
  /** What has to be said: `level rule` for every change, in any order; of refactorings the level is enough. */
  says: string[];
  /** The operations that have to be named with the first change. */
  operations?: string[];
  /** The sentences that have to be said, where the words matter. */
  messages?: string[];
  /** The verdict for each audience, where the level of the changes does not say it. */
  verdicts?: Report['verdicts'];
}

export interface Pair {
  subject: string;
  name: string;
  before: string;
  after: string;
  says: string[];
  operations: string[] | undefined;
  messages: string[] | undefined;
  verdicts: Report['verdicts'] | undefined;
}

/** Every pair of the corpus, each with what has to be said of it. */
export function readPairs(): Pair[] {
  return readdirSync(CORPUS).flatMap((file) => {
    const cases = yamlOf(readFileSync(`${CORPUS}/${file}`, 'utf8')) as unknown as Record<string, Case>[];
    return cases.flatMap((one) =>
      Object.entries(one).map(([name, pair]) => ({
        subject: file.replace('.yaml', ''),
        name,
        ...pairOf(pair),
        says: pair.says,
        operations: pair.operations,
        messages: pair.messages,
        verdicts: pair.verdicts,
      })),
    );
  });
}

/** The two documents of a pair. */
export function pairOf(pair: Case): { before: string; after: string } {
  return { before: textOf(documentOf(pair, 0)), after: textOf(documentOf(pair, 1)) };
}

/** One line for each value, with all digits of each number. */
function textOf(document: JsonObject): string {
  const mark = (_key: string, value: unknown) => (typeof value === 'bigint' ? `bigint ${value}` : value);
  return JSON.stringify(document, mark, 1).replaceAll(/"bigint (-?\d+)"/g, '$1');
}

function documentOf(pair: Case, side: 0 | 1): JsonObject {
  const part = (both: Both | undefined) => (Array.isArray(both) ? both[side] : both);
  const content = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
  const [request, answer, webhook] = [part(pair.request), part(pair.answer), part(pair.webhook)];
  const document: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          ...(request && { requestBody: content(request) }),
          responses: { '200': { description: 'Done.', ...(answer && content(answer)) } },
        },
      },
    },
    ...(webhook && {
      webhooks: { done: { post: { requestBody: content(webhook), responses: { '200': { description: 'Taken.' } } } } },
    }),
    components: {
      schemas: part(pair.schemas) ?? {},
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    },
  };
  overlay(document, part(pair.document) ?? {});
  const { post } = (document.paths as { '/things': { post: JsonObject } })['/things'];
  for (const [key, value] of Object.entries(part(pair.operation) ?? {})) {
    if (value === null) delete post[key];
    else post[key] = value;
  }
  return document;
}

/** Adds what stands below `paths` and `components` to what is there, and replaces the rest. */
function overlay(document: JsonObject, added: JsonObject): void {
  for (const [key, value] of Object.entries(added)) {
    const known = document[key];
    document[key] =
      key === 'paths' || key === 'components' ? { ...(known as JsonObject), ...(value as JsonObject) } : value;
  }
}
