import { isUint8Array } from 'node:util/types';
import type { Clock, MovableClock } from '@trawl/base/clock';
import { FETCH_MODES, type FetchMode } from '@trawl/web/recorder';
import type { SeedPage } from '@trawl/web/seed-page';
import { CONTRACT, operations, type Schema } from '../contract/contract.js';
import { invalidBody } from '../contract/invalid.js';
import { Refusal } from '../contract/refusal.js';
import type { SeedResult } from '../scrape/seed.js';
import type { FaultEntry, FaultRule, Faults } from './faults.js';
import type { Service } from './service.js';

/**
 * What the operator changes of a running server: over HTTP at `/_local`, and in its process by the methods of
 * `LocalServer`. Each checks its input, and refuses what it cannot use.
 */
export interface Controls {
  seed(input: unknown): Promise<SeedResult>;
  addFault(input: unknown): Promise<FaultEntry>;
  setFetchMode(input: unknown): Promise<FetchMode>;
  advanceClock(input: unknown): Promise<void>;
}

export interface ControlDependencies {
  readonly service: Pick<Service, 'seed' | 'recorder'>;
  readonly faults: Faults;
  readonly clock: Clock;
}

const text = { type: 'string', minLength: 1 } as const;
const count = { type: 'integer', minimum: 1 } as const;
const schemaRef = (name: string) => ({ $ref: `${CONTRACT}#/components/schemas/${name}` });

const faultSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  'x-refusal': 'A fault has to say what goes wrong, such as `status`, `drop` or `delayMs`.',
  properties: {
    match: {
      type: 'object',
      additionalProperties: false,
      properties: { operation: text, method: text, path: text },
    },
    times: count,
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: true,
    headers: {
      type: 'object',
      propertyNames: schemaRef('HeaderName'),
      additionalProperties: schemaRef('HeaderValue'),
    },
    retryAfter: { oneOf: [{ type: 'number' }, schemaRef('HeaderValue')] },
    delayMs: { type: 'number', minimum: 0 },
    drop: { type: 'boolean' },
    broken: { type: 'boolean' },
  },
};

const seedSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['pages'],
  properties: {
    pages: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['url', 'content'],
        properties: {
          url: { type: 'string', format: 'uri', pattern: '^https?://' },
          content: { type: 'string' },
          contentType: text,
        },
      },
    },
  },
};

/** The longest retention. Everything that is due in that time runs before the response, one after the other. */
const MAX_ADVANCE_MS = 31 * 24 * 60 * 60_000;

const clockSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['advanceMs'],
  properties: { advanceMs: { type: 'number', minimum: 0, maximum: MAX_ADVANCE_MS } },
};

const fetchesSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['mode'],
  properties: { mode: { enum: FETCH_MODES } },
};

export function createControls({ service, faults, clock }: ControlDependencies): Controls {
  return {
    async seed(input) {
      const { pages } = Object(input) as { readonly pages: readonly SeedPage[] };
      await checked(seedSchema, isList(pages) ? { pages: pages.map(withTextContent) } : input);
      return service.seed(pages);
    },

    async addFault(input) {
      const rule = await checked<FaultRule>(faultSchema, input);
      const { operation } = rule.match ?? {};
      if (operation !== undefined && !operations().some(({ id }) => id === operation)) {
        throw new Refusal('BAD_REQUEST', `match.operation: the contract has no operation "${operation}".`);
      }
      return faults.add(rule);
    },

    async setFetchMode(input) {
      const { mode } = await checked<{ mode: FetchMode }>(fetchesSchema, input);
      service.recorder.mode = mode;
      return mode;
    },

    async advanceClock(input) {
      const { advanceMs } = await checked<{ advanceMs: number }>(clockSchema, input);
      if (!isMovable(clock)) {
        throw new Refusal('conflict', 'This server was started with a clock of its own, which does not move.');
      }
      await clock.advance(advanceMs);
    },
  };
}

function isList(value: unknown): value is readonly SeedPage[] {
  return Array.isArray(value);
}

/** Bytes are no JSON, so the schema knows only text. Callers in this process may give bytes. */
function withTextContent(page: SeedPage): unknown {
  return isUint8Array(page?.content) ? { ...page, content: '' } : page;
}

/** Loads the schema compiler, which takes long, with the first use. */
async function checked<Input>(schema: Schema, input: unknown): Promise<Input> {
  const { validate } = await import('../contract/validation.js');
  const issues = validate(schema, input);
  if (issues) throw invalidBody(issues);
  return input as Input;
}

function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock;
}
