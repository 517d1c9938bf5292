import { readFileSync } from 'node:fs';
import type { Json } from '../contract/contract.js';

export interface Exchange {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
}

export interface Delivery {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
}

function readLines<Line>(name: string): Line[] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

export const readExchanges = (): Exchange[] => readLines('recordings.jsonl');
export const readDeliveries = (): Delivery[] => readLines('webhooks.jsonl');
