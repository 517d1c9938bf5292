import type { World } from './world.js';

/** A call of an operation, and how it has to be answered. */
export interface Case {
  /** What is the matter, as a part of a sentence. */
  readonly when: string;
  readonly status: number;
  /** The path with its parameters filled in, and the body. */
  readonly send: (world: World) => Promise<Sending> | Sending;
  /** What has to be in the body of the answer. */
  readonly body?: object;
}

export interface Sending {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** The same for every server. */
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

/** A call that is refused. */
export const no = (status: number, when: string, send: Case['send'], body?: object): Case => ({
  when,
  status,
  send,
  ...(body && { body }),
});

/** About a thing whose `{id}` stands in the path. */
export const of = (path: string, id: (world: World) => Promise<string>, body?: unknown): Case['send'] => {
  return async (world) => ({ path: path.replace('{id}', await id(world)), ...(body !== undefined && { body }) });
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
