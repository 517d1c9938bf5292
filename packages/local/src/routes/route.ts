import type { CreditEstimate } from '../accounts/credits.js';
import type { Hold } from '../accounts/plan.js';
import type { LongText } from '../base/long-text.js';
import type { OperationName, Path, Query, RequestBody, ResponseBody } from '../contract/operation.js';
import type { ApiKey } from '../store/api-key-store.js';
import type { Payer } from '../store/ledger-store.js';

/** A request that was validated against the contract. */
export interface RouteRequest<Op extends OperationName> {
  readonly operation: Op;
  readonly path: Path<Op>;
  readonly query: Query<Op>;
  /** The JSON body without its sender; undefined when the operation has none or takes another media type. */
  readonly body: WithoutSender<RequestBody<Op>>;
  /** A body that is not JSON. It is read only when the route iterates over it. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** The request itself, for its headers. */
  readonly request: Request;
  /** The origin of this server, as the client has called it or as the operator has named it. Links in responses begin with it. */
  readonly baseUrl: string;
  /** The team of the caller. All callers without a key share one. */
  readonly team: string;
  /** The key of the caller, if it is one of the database. */
  readonly key: ApiKey | undefined;
  /** Whose credits the call costs. */
  readonly payer: Payer;
  /** Reserves what the call may cost, until it ends; throws a refusal when there are too few credits. */
  reserve(estimate: CreditEstimate): Promise<Pick<Hold, 'cover'>>;
  /** Aborts when the client goes away or the server closes. */
  readonly signal: AbortSignal;
  /** Keeps what this call asks and answers out of the journal. Calls whose JSON asks for that need not. */
  keepPrivate(): void;
}

/** A body for status 200 that is JSON text already, because much of it is stored as text, or that has headers. */
export class JsonText {
  readonly text: string | LongText;
  /** The fields of the body that describe it. */
  readonly summary: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string | LongText, summary: JsonText['summary'], headers: JsonText['headers'] = {}) {
    this.text = text;
    this.summary = summary;
    this.headers = headers;
  }
}

/** The fields that say which program sends a body. Distributes over a union of bodies. */
type WithoutSender<Body> = Body extends unknown ? Omit<Body, 'origin' | 'integration'> : never;

/** Answers one operation with a body for status 200; may throw a `Refusal`. */
export type Handler<Op extends OperationName> = (
  routeRequest: RouteRequest<Op>,
) => ResponseBody<Op> | JsonText | Promise<ResponseBody<Op> | JsonText>;

export type Routes = { readonly [Op in OperationName]: Handler<Op> };
