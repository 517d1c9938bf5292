import { redactedUrl } from '@trawl/base/redacted-url';
import { ownUrl } from '../base/own-url.js';
import type { Settings } from '../settings/settings.js';
import { FILES_PATH, type KeptFile, type RenderedFiles } from './rendered-files.js';

/** Keeps a file of a page; resolves to its URL. */
export type LinkTo = (file: KeptFile, page: string, baseUrl?: string | undefined) => Promise<string>;

/** Links to files at the address that was called, or that of the server: the pages of jobs have no caller, whose address would tell. */
export function linksTo(
  files: Pick<RenderedFiles, 'add'>,
  { publicUrl, host }: Pick<Settings, 'publicUrl' | 'host'>,
  port: () => number | undefined,
): LinkTo {
  const ownBaseUrl = () => (publicUrl === undefined ? ownUrl(host, port()) : new URL(publicUrl).origin);
  return async (file, page, baseUrl = ownBaseUrl()) =>
    `${baseUrl}${FILES_PATH}/${await files.add(file, redactedUrl(page))}`;
}
