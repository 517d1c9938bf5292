import type { OperationName, Path, Query, RequestBody, ResponseBody } from '../contract/operation.js';

/** A request that the contract accepts, as a route sees it. */
export interface RouteRequest<Op extends OperationName> {
  readonly operation: Op;
  readonly path: Path<Op>;
  readonly query: Query<Op>;
  /** The JSON body; undefined when the operation has none or takes another media type. */
  readonly body: RequestBody<Op>;
  /** A body that is not JSON, as it comes: nothing of it is read before somebody asks for it. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** The request itself, for its headers. */
  readonly request: Request;
  /** `http://` and the Host that the client used: what links in answers begin with. */
  readonly baseUrl: string;
  /** Whose call it is: one team for each key, and one for all who bring none. */
  readonly team: string;
  /** Aborts when the client goes away or the server closes. */
  readonly signal: AbortSignal;
}

/** Answers one operation: a body for status 200, or a whole `Response`. A `Refusal` may be thrown. */
export type Handler<Op extends OperationName> = (
  incoming: RouteRequest<Op>,
) => ResponseBody<Op> | Response | Promise<ResponseBody<Op> | Response>;

export type Routes = { readonly [Op in OperationName]: Handler<Op> };
