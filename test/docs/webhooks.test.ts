import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TIMEOUT_MS } from '../../packages/local/src/webhooks/delivery-kind.js';
import { PAUSES_MS } from '../../packages/local/src/webhooks/receiver-state.js';
import { table } from '../../scripts/docs/markdown-table.js';
import type { Contract, Example, Json, JsonObject } from '../../scripts/docs/openapi.js';
import { resolve } from '../../scripts/docs/openapi.js';
import { webhooks } from '../../scripts/docs/operations.js';
import { readContract } from '../contract/contract.js';
import { codeBlocks } from './markdown.js';

const contract = readContract() as unknown as Contract;
const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

/** The events of the contract, each with the example of its payload. */
const events = webhooks(contract).map(({ operationId, description = '', requestBody }) => {
  const [media] = Object.values(requestBody ? resolve(contract, requestBody).content : {});
  const [example] = Object.values(media?.examples ?? {});
  const payload = (example && resolve<Example>(contract, example).value) as JsonObject;
  return { operationId, sentence: description.trim().replaceAll('\n', ' '), payload };
});

it('lists every event with what is in its payload', () => {
  const rows = events.map(({ operationId, sentence, payload }) => [
    `[\`${payload.type}\`](../openapi/v2.yaml#${operationId})`,
    sentence,
    shapeOf(payload.data as Json[]),
  ]);
  expect(guide).toContain(table(['`type`', 'When', '`data`'], rows));
});

it('shows the payload of the contract', () => {
  const shown = codeBlocks(guide).filter(({ language }) => language === 'json');
  const payloads = events.map(({ payload }) => payload);
  expect(shown.length).toBeGreaterThan(0);
  for (const { code } of shown) expect(payloads).toContainEqual(JSON.parse(code));
});

it('says how often and when a delivery is tried', () => {
  const list = (from: number, below: number) => {
    const times = PAUSES_MS.filter((pause) => pause >= from && pause < below).map((pause) => pause / from);
    return `${times.slice(0, -1).join(', ')} and ${times.at(-1)}`;
  };
  const [second, minute, hour, ever] = [1000, 60_000, 3_600_000, Number.POSITIVE_INFINITY] as const;
  const pauses = `after ${list(second, minute)} seconds, ${list(minute, hour)} minutes, and ${list(hour, ever)} hours`;
  expect(guide.replaceAll('\n', ' ')).toContain(pauses);
  expect(guide).toContain(`within ${TIMEOUT_MS / 1000} seconds`);
});

/** The names of the fields of what a list holds. */
function shapeOf([first]: readonly Json[]): string {
  return first === undefined
    ? 'empty'
    : Object.keys(first as JsonObject)
        .map((name) => `\`${name}\``)
        .join(', ');
}
