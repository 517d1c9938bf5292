import type { OperationName, Path, Query, RequestBody, ResponseBody } from '../contract/operation.js';

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
  /** `http://` and the `Host` that the client used. Links in responses begin with it. */
  readonly baseUrl: string;
  /** The team of the caller. Each key is a team, and all callers without a key share one. */
  readonly team: string;
  /** Aborts when the client goes away or the server closes. */
  readonly signal: AbortSignal;
}

/** The fields that say which program sends a body. Distributes over a union of bodies. */
type WithoutSender<Body> = Body extends unknown ? Omit<Body, 'origin' | 'integration'> : never;

/** Answers one operation with a body for status 200 or with a `Response`; may throw a `Refusal`. */
export type Handler<Op extends OperationName> = (
  incoming: RouteRequest<Op>,
) => ResponseBody<Op> | Response | Promise<ResponseBody<Op> | Response>;

export type Routes = { readonly [Op in OperationName]: Handler<Op> };
