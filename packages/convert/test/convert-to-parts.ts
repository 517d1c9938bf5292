import { convert } from '../src/convert/convert.js';
import type { Format } from '../src/page/formats.js';
import type { ConversionOptions } from '../src/page/options.js';

interface Input {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string | Uint8Array;
  readonly options: ConversionOptions;
}

export type Parts = Awaited<ReturnType<typeof convertToParts>>;

/** A conversion with the formats apart from the rest, and with all that an index and a crawler read. */
export async function convertToParts({ body, options, ...input }: Input) {
  const formats: readonly Format[] = [...(options.formats ?? ['markdown']), 'pageLinks', 'searchEntry'];
  const result = await convert(body, { ...input, ...options, formats });
  const { metadata, kind, isEmptyShell, warnings, pageLinks = [], searchEntry, ...document } = result;
  if (searchEntry === undefined) throw new Error('Every page has an entry for a search.');
  return {
    document,
    metadata,
    kind,
    isEmptyShell,
    links: pageLinks,
    searchable: searchEntry,
    warnings: warnings.map(({ message }) => message),
  };
}
