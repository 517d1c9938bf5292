import { Trawl } from '@trawl/sdk';
import { median } from './median.js';
import type { Row } from './table.js';

const ROUNDS = 15;
const CALLS = 1000;
const REQUEST = { query: 'anchors', limit: 3 };

type Search = () => Promise<unknown>;

/** The SDK gives up after this time by default. */
const TIMEOUT_MS = 90_000;

/** What a call costs beside the `fetch` that a person would write by hand, in rounds that take turns. */
export async function measureCalls(baseUrl: string): Promise<Row[]> {
  const trawl = new Trawl({ baseUrl, apiKey: 'key' });
  const bySdk: Search = () => trawl.search(REQUEST.query, { limit: REQUEST.limit });
  const byHand = async (signal?: AbortSignal): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/v2/search`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: JSON.stringify(REQUEST),
      signal: signal ?? null,
    });
    return response.json();
  };
  const bare: Program = { name: 'bare fetch', search: () => byHand() };
  // Without a deadline, a call to a server that does not answer would hang for ever.
  const withDeadline: Program = {
    name: 'fetch with a deadline',
    search: async () => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
      try {
        return await byHand(controller.signal);
      } finally {
        clearTimeout(timer);
      }
    },
  };
  return [
    await beside(bySdk, bare, 1, 'A call, one at a time'),
    await beside(bySdk, withDeadline, 1, '… beside the same guarantee'),
    await beside(bySdk, bare, 50, 'A call, 50 at once'),
    await beside(bySdk, withDeadline, 50, '… beside the same guarantee'),
  ];
}

/** A program that a person would write instead of using the SDK. */
interface Program {
  readonly name: string;
  readonly search: Search;
}

async function beside(bySdk: Search, { name, search: byHand }: Program, atOnce: number, what: string): Promise<Row> {
  const times: { sdk: number; hand: number }[] = [];
  // The first two rounds warm up.
  for (let round = -2; round < ROUNDS; round++) {
    // Whoever goes second finds a warmer machine, so they take turns.
    const first = round % 2 ? bySdk : byHand;
    const second = round % 2 ? byHand : bySdk;
    const [a, b] = [await timePerCall(first, atOnce), await timePerCall(second, atOnce)];
    if (round >= 0) times.push(first === bySdk ? { sdk: a, hand: b } : { sdk: b, hand: a });
  }
  return {
    what,
    ratio: median(times.map(({ sdk, hand }) => sdk / hand)),
    ours: microseconds(median(times.map(({ sdk }) => sdk))),
    theirs: `${microseconds(median(times.map(({ hand }) => hand)))} (${name})`,
    target: { most: 1.1 },
  };
}

async function timePerCall(call: Search, atOnce: number): Promise<number> {
  let remainingCalls = CALLS;
  const worker = async (): Promise<void> => {
    while (remainingCalls-- > 0) await call();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - startedAt) / CALLS;
}

function microseconds(ms: number): string {
  return `${Math.round(ms * 1000)} µs`;
}
