import type { UploadTicket } from '@trawl/client';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Invoke } from './invoke.js';
import { required } from './required.js';
import type { Body } from './wire.js';

/** Files that are uploaded first and parsed later, by their reference. */
export class Uploads {
  readonly #invoke: Invoke;

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  /** Where to put a file, and the reference to parse it by. */
  create(
    filename: string,
    request: Omit<Body<'createUploadUrl'>, 'filename'> = {},
    call?: CallOptions,
  ): ApiCall<UploadTicket> {
    return this.#invoke('createUploadUrl', { body: { ...request, filename } }, call).mapData(required('data'));
  }

  /**
   * Puts the bytes of a file to a reference. A ticket of a storage service elsewhere is not for this: put the file there
   * with its own URL, method and headers, without your key.
   *
   * @example
   * const ticket = await trawl.uploads.create('report.pdf');
   * await trawl.uploads.put(ticket, bytes);
   * const { markdown } = await trawl.parse({ uploadRef: ticket.uploadRef });
   */
  put(ticket: UploadTicket, file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>, call?: CallOptions): ApiCall<void> {
    const id = new URL(ticket.uploadUrl).pathname.split('/').at(-1) ?? '';
    const { uploadRef } = ticket;
    const outgoing = { path: { id }, query: { uploadRef }, rawBody: file, mayBeEmpty: true };
    return this.#invoke('uploadFile', outgoing, call).mapData(() => {});
  }
}
