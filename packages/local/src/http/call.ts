import type { IncomingMessage } from 'node:http';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { LongText } from '../base/long-text.js';
import type { Operation } from '../contract/contract.js';
import type { MemoryReservation } from '../request-body/body-memory.js';
import type { CalledAddress } from './called-address.js';
import type { ErrorBody } from './refusal-answer.js';

/** An answer with a text as its body. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body of an error. */
  readonly error?: ErrorBody;
  /** The part of its sentence that others have written. */
  readonly foreign?: string | undefined;
}

/** An answer with a long text as its body, which is made as the client takes it. */
export interface LongReply extends Pick<Reply, 'status' | 'headers'> {
  readonly longText: LongText;
}

/** What is known of a call besides its method and path. */
export interface CallFacts {
  readonly operation?: string | undefined;
  readonly team?: string;
  /** Whether its content and its response must not be kept. */
  readonly isPrivate?: boolean;
  /** Redacted. */
  readonly asked?: string | undefined;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly result?: string;
  readonly failed?: string;
  /** The fault that is applied to it. */
  readonly fault?: string;
  /** The id of its trace. */
  readonly traceId?: string;
}

/** What the edge of the server and the steps of a call share. */
export interface Edge {
  /** The request as Node.js has it; undefined for a call in this process. */
  readonly incoming?: IncomingMessage | undefined;
  /** The answer, when it is a text. */
  reply?: Reply | LongReply | undefined;
}

/** What a call carries from the edge to its handler. */
export interface CallEnv {
  Bindings: Edge;
  Variables: {
    /** Where the client has called this server. */
    address: CalledAddress;
    /** Aborts when what the service holds is emptied, or the server closes, before the call has ended. */
    contents: AbortSignal | undefined;
    /** Whether another node of the service has passed the call on. */
    isPassedOn: boolean;
    /** The operation of the contract that is called; undefined for everything else. */
    operation: Operation | undefined;
    /** What the journal notes of the call. */
    facts: CallFacts;
    /** The memory for the body of the request. */
    reservation: MemoryReservation;
  };
}

export type Call = Context<CallEnv>;

/** Answers a call, or lets the next step do so. */
export type Step = MiddlewareHandler<CallEnv>;

export type HttpApp = Hono<CallEnv>;

/** Notes more of a call for the journal. */
export function note(call: Call, facts: CallFacts): void {
  Object.assign(call.get('facts') ?? {}, facts);
}
