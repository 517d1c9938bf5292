import { contract } from '../http/contract.js';
import { valuesOf } from './passages.js';

/** What a question says of a failed call. */
export interface Facts {
  /** An error code of the contract. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** What the service found wrong with the request, if it did. */
  readonly issues: readonly Issue[];
  /** The parameters of the failed call, as far as they were given. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Issue {
  readonly code?: string;
  readonly path?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Names under which callers put the request that failed. */
const PARAMETERS = ['parameters', 'params', 'request', 'body'];

/**
 * Reads the facts out of a question: from JSON in its text, from codes and statuses that it names, and from the fields
 * that stand beside it in the body.
 */
export function factsOf(question: string, fields: Readonly<Record<string, unknown>>): Facts {
  const said = { ...jsonIn(question), ...fields };
  const codes = Object.keys(valuesOf(contract().components.schemas.ErrorCode));
  const code = typeof said.code === 'string' ? said.code : codes.find((name) => question.includes(name));
  const status =
    typeof said.status === 'number' ? said.status : Number(/\b[45]\d\d\b/.exec(question)?.[0] ?? Number.NaN);
  const parameters = PARAMETERS.map((name) => said[name]).find(isRecord) ?? spoken(question);
  return {
    code,
    status: Number.isNaN(status) ? undefined : status,
    issues: Array.isArray(said.details) ? said.details.filter(isRecord) : [],
    parameters,
  };
}

const TIME = /\b(timeout|waitFor)\b\D{0,12}(\d+)\s*(ms|milliseconds?|s|secs?|seconds?)?\b/gi;

/** Times that a question gives in words, such as `a timeout of 20 s`, in the milliseconds of the request. */
function spoken(question: string): Record<string, number> {
  const times = [...question.matchAll(TIME)].map(([, name = '', number = '', unit = 'ms']) => {
    const parameter = name.toLowerCase() === 'timeout' ? 'timeout' : 'waitFor';
    return [parameter, Number(number) * (/^s/i.test(unit) ? 1000 : 1)] as const;
  });
  return Object.fromEntries(times);
}

/** The first object that stands in the text as JSON. */
function jsonIn(text: string): Record<string, unknown> {
  const start = text.indexOf('{');
  for (let end = text.lastIndexOf('}'); start >= 0 && end > start; end = text.lastIndexOf('}', end - 1)) {
    try {
      const value: unknown = JSON.parse(text.slice(start, end + 1));
      return isRecord(value) ? value : {};
    } catch {
      // The brace belonged to the prose after it.
    }
  }
  return {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
