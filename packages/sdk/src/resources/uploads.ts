import type { UploadTicket } from '@trawl/client';
import { writeBody } from '@trawl/client/request';
import { noop } from '../async/noop.js';
import { ConfigurationError } from '../errors/errors.js';
import { createUploadUrl, uploadFile } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { RequestBody } from '../request/contract-types.js';
import { type FileInput, toFile } from '../request/files.js';
import type { CallOptions } from '../request/invoke.js';
import { dataOf } from '../request/response-fields.js';
import { parseUrl } from '../transport/parse-url.js';

/** What can be uploaded. */
export type UploadInput = Exclude<FileInput, { readonly uploadRef: string }>;

/** Files that are uploaded first and parsed later, by their reference. */
export interface Uploads extends ReturnType<typeof uploads> {}

/** Files that are uploaded first and parsed later, by their reference. */
export const uploads = ({ invoke, baseUrl }: Connection) => ({
  /**
   * Creates a ticket: the URL to upload a file to, and the reference to parse it by. Operation `createUploadUrl`.
   *
   * @throws BadRequestError when files of that kind cannot be parsed; `details` says why.
   */
  create: (
    filename: string,
    request: Omit<RequestBody<'createUploadUrl'>, 'filename'> = {},
    call?: CallOptions,
  ): ApiCall<UploadTicket> => invoke(createUploadUrl, { body: { ...request, filename } }, call).mapData(dataOf),

  /**
   * Uploads a file to the URL of a ticket. If the URL belongs to another service, upload it there yourself, with the
   * method and headers of the ticket, and without your key. Operation `uploadFile`.
   *
   * @throws ConfigurationError when the ticket leads to another service, or when the file cannot be read.
   * @throws PayloadTooLargeError when the file is larger than the service takes.
   * @example
   * const ticket = await trawl.uploads.create('report.pdf');
   * await trawl.uploads.put(ticket, 'report.pdf');
   * const { markdown } = await trawl.parse({ uploadRef: ticket.uploadRef });
   */
  put: (ticket: UploadTicket, input: UploadInput, call?: CallOptions): ApiCall<void> => {
    const makeInput = () => {
      const { uploadUrl, uploadRef, headers } = ticket;
      const path = { id: idOf(uploadUrl, new URL(baseUrl)) };
      return {
        path,
        query: { uploadRef },
        body: (signal: AbortSignal) => toFile(input, 'file', signal),
        writeBody,
        headers,
        emptyIsSuccess: true,
      };
    };
    return invoke(uploadFile, makeInput, call).mapData(noop);
  },
});

/** The id of an upload to this service; a server behind a proxy may name another scheme than the one it is seen with. */
function idOf(uploadUrl: string, base: URL): string {
  const url = parseUrl(uploadUrl, base);
  const id = url?.host === base.host && /\/v2\/parse\/upload\/([^/]+)$/.exec(url.pathname)?.[1];
  if (id) return decodeURIComponent(id);
  throw new ConfigurationError('uploadUrl does not lead to this service: put the file there without your key.');
}
