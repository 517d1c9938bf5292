import type { UploadTicket } from '@trawl/client';
import { ConfigurationError } from '../errors/configuration-error.js';
import { ApiCall } from './api-call.js';
import { type FileInput, fileOf } from './files.js';
import type { CallOptions, Invoke } from './invoke.js';
import { required } from './required.js';
import type { Body } from './wire.js';

/** What can be uploaded. */
type UploadInput = Exclude<FileInput, { readonly uploadRef: string }>;

/** Files that are uploaded first and parsed later, by their reference. */
export class Uploads {
  readonly #invoke: Invoke;
  readonly #baseUrl: string;

  constructor(invoke: Invoke, baseUrl: string) {
    this.#invoke = invoke;
    this.#baseUrl = baseUrl;
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
  put(ticket: UploadTicket, file: UploadInput, call?: CallOptions): ApiCall<void> {
    const send = (content: Blob) => {
      const { uploadRef, headers } = ticket;
      const path = { id: this.#idOf(ticket) };
      const outgoing = { path, query: { uploadRef }, file: content, headers, mayBeEmpty: true };
      return this.#invoke('uploadFile', outgoing, call).mapData(() => {});
    };
    return ApiCall.after(fileOf(file, 'file'), send);
  }

  /** The id of an upload to this service; a server behind a proxy may name another scheme than the one it is seen with. */
  #idOf({ uploadUrl }: UploadTicket): string {
    const base = new URL(this.#baseUrl);
    const url = URL.canParse(uploadUrl, base) ? new URL(uploadUrl, base) : undefined;
    const id = url?.host === base.host && /\/v2\/parse\/upload\/([^/]+)$/.exec(url.pathname)?.[1];
    if (id) return decodeURIComponent(id);
    throw new ConfigurationError(
      `uploadUrl leads to ${url ? `${url.origin}${url.pathname}` : 'no address'}, not to this service: ` +
        'put the file there with the URL, method and headers of the ticket, and without your key.',
    );
  }
}
