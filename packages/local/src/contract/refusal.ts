import type { components } from '@trawl/client';

/** The codes that the contract names; the type of the client takes every other text as well. */
type Named<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** The codes of failures in the contract. Callers get them. */
export type DocumentedCode = Named<components['schemas']['ErrorCode']>;

/** What happened where the contract has no code for it. */
export type OwnCode =
  /** The request cannot be used. */
  | 'invalid'
  /** There is no caller, or not a known one. */
  | 'unauthenticated'
  | 'too_few_credits'
  /** The caller, the operator or the policy does not allow it. */
  | 'forbidden'
  | 'not_found'
  | 'timed_out'
  /** It does not go with the state of what it is about. */
  | 'conflict'
  /** It was there, and is over. */
  | 'gone'
  | 'too_large'
  /** There are as many as there may be. */
  | 'too_many'
  /** The key has made as many calls as it may. */
  | 'too_many_calls'
  /** All callers without a key together have made as many calls as they may. */
  | 'too_many_keyless_calls'
  /** This server does not have the operation. */
  | 'not_offered'
  /** What this server relies on has failed, such as a browser or a search engine. */
  | 'upstream_failed'
  /** This server lacks something now, or was started without it. */
  | 'unavailable'
  /** The same of an operation that has a replacement. */
  | 'deprecated_unavailable';

/** What happened. */
export type RefusalCode = DocumentedCode | OwnCode;

/** What is known of a failure besides its code and the sentence. */
export interface RefusalFacts {
  /** More about it, as the contract documents it: each fault of a request. */
  readonly details?: unknown;
  /**
   * The part of the sentence that others have written: a page, a program of the machine, code of a caller, or the engine that
   * quotes it. The caller gets it; logs leave it out. What stands in quotes needs no such mark.
   */
  readonly foreign?: string | undefined;
  /** When the same may succeed. */
  readonly retryAfterSeconds?: number | undefined;
  /** The check of the monitor that is running. */
  readonly checkId?: string;
  /** Why feedback was refused. */
  readonly feedbackErrorCode?: string;
  /** The path of the operation that does the same. */
  readonly replacement?: string;
}

/** A failure that callers are told of, in a sentence that says what happened and what to do. `http/` says it in HTTP. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly facts: RefusalFacts;

  constructor(code: RefusalCode, message: string, facts: RefusalFacts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

/** The sentence to be stored, with its foreign part in quotes: logs leave out what stands in quotes. */
export function storedSentence({ message, facts: { foreign } }: Refusal): string {
  return foreign ? message.replaceAll(foreign, () => `"${foreign}"`) : message;
}
