import { isAnonymous } from '../accounts/teams.js';

/** A call as the server remembers it, without its secrets. */
export interface RememberedCall {
  readonly number: number;
  readonly team?: string;
  readonly method: string;
  readonly path: string;
  readonly operation?: string;
  readonly status?: number;
  /** What failed although the status is 200, in a sentence. */
  readonly failed?: string;
  /** Why it was refused: its code, if it has one, and a sentence. */
  readonly refused?: string;
}

/** A call with its bodies, while they are kept. */
export interface RememberedExchange extends RememberedCall {
  readonly request?: unknown;
  readonly response?: unknown;
}

/** The last calls of all teams. */
export interface CallMemory {
  /** The latest first. */
  entries(): readonly RememberedCall[];
  exchange(number: number): RememberedExchange | undefined;
  /** The JSON body of a call as it was sent, with its secrets; undefined when it is not kept. */
  sentBody(number: number): unknown;
}

/** Calls that are looked through for an id. */
const MAX_SEARCHED = 100;

const ID = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi;

export interface Question {
  readonly team: string;
  /** The question of the caller, with its fields as JSON. */
  readonly words: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
}

/** The call of the same team that a question is about: the one that it names by an id, or else its last failure. */
export function callInQuestion(memory: CallMemory, question: Question): RememberedExchange | undefined {
  // All callers without a key are one team, and strangers to each other.
  if (isAnonymous(question.team)) return undefined;
  const calls = memory.entries().filter((call) => call.team === question.team && !isSupport(call));
  const ids = [...new Set(question.words.match(ID))];
  if (ids.length > 0) {
    for (const { number } of calls.slice(0, MAX_SEARCHED)) {
      const exchange = memory.exchange(number);
      if (exchange && ids.some((id) => isAbout(exchange, id))) return exchange;
    }
    return undefined;
  }
  const failures = calls.filter(isFailure);
  const same = failures.find((call) => hasReason(call, question)) ?? failures[0];
  return same && memory.exchange(same.number);
}

function isSupport({ operation = '' }: RememberedCall): boolean {
  return /support/i.test(operation);
}

function isAbout({ path, response }: RememberedExchange, id: string): boolean {
  return path.includes(id) || (response !== undefined && JSON.stringify(response).includes(id));
}

/** Whether the call was refused, or returned a page that failed. */
export function isFailure({ status = 0, failed }: RememberedCall): boolean {
  return status >= 400 || failed !== undefined;
}

function hasReason({ status, refused = '' }: RememberedCall, question: Question): boolean {
  if (question.code !== undefined) return refused.split(': ').includes(question.code);
  return question.status !== undefined && status === question.status;
}
