import type { Fixtures } from './fixtures.js';

/** A call of an operation, and the expected response. */
export interface Case {
  /** The condition under test, as a part of a sentence. */
  readonly when: string;
  readonly status: number;
  /** The path with its parameters filled in, and the body. */
  readonly send: (fixtures: Fixtures) => Promise<CaseRequest> | CaseRequest;
  /** The expected part of the response body. */
  readonly body?: object;
}

export interface CaseRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** A request that does not depend on the fixtures. */
export const at =
  (path: string, body?: unknown): Case['send'] =>
  () => ({ path, ...(body !== undefined && { body }) });

/** A call that succeeds. */
export const ok = (when: string, send: Case['send'], body: object = { success: true }): Case => ({
  when,
  status: 200,
  send,
  body,
});

/** A call that fails with a documented error. */
export const refused = (status: number, when: string, send: Case['send'], body?: object): Case => ({
  when,
  status,
  send,
  ...(body && { body }),
});

/** A request for a resource, whose id replaces `{id}` in the path. */
export const atId = (path: string, id: (fixtures: Fixtures) => Promise<string>, body?: unknown): Case['send'] => {
  return async (fixtures) => ({ path: path.replace('{id}', await id(fixtures)), ...(body !== undefined && { body }) });
};

/** An upload of a file, with options. */
export function form(filename: string, content: string | Buffer<ArrayBuffer>, options: object = {}): Case['send'] {
  return () => {
    const data = new FormData();
    data.append('file', new Blob([content]), filename);
    data.append('options', JSON.stringify(options));
    return { path: '/v2/parse', body: data };
  };
}
