import { Parser } from 'htmlparser2';

export interface SitemapParser {
  write(text: string): void;
  end(): void;
}

export interface SitemapEntries {
  page(url: string): void;
  /** This is called for each sitemap of an index. */
  sitemap(url: string): void;
}

/** The protocol allows no longer location; longer text is dropped. */
const MAX_LOCATION_LENGTH = 2048;

/** Parses a sitemap in chunks: XML, an index, a feed, or plain text with one URL on each line. */
export function createSitemapParser(entries: SitemapEntries): SitemapParser {
  let parser: SitemapParser | undefined;
  return {
    write(text) {
      if (!parser) {
        const beginning = text.replace(/^\uFEFF/, '').trimStart();
        if (beginning === '') return;
        parser = beginning.startsWith('<') ? xmlParser(entries) : lineParser(entries);
      }
      parser.write(text);
    },
    end() {
      parser?.end();
    },
  };
}

/** The elements with a location, by name: entries of sitemaps and of RSS and Atom feeds. */
const ENTRY_ELEMENTS: Readonly<Record<string, { readonly entry: keyof SitemapEntries; readonly location: string }>> = {
  url: { entry: 'page', location: 'loc' },
  sitemap: { entry: 'sitemap', location: 'loc' },
  item: { entry: 'page', location: 'link' },
  entry: { entry: 'page', location: 'link' },
};

function xmlParser(entries: SitemapEntries): SitemapParser {
  /** The prefix of the root, which its entries and their locations have as well. Others are about pictures, news and so on. */
  let prefix: string | undefined;
  let element: string | undefined;
  let location: string | undefined;

  /** The name of an element without the prefix of the root; undefined for one with another prefix. */
  function nameOf(tag: string): string | undefined {
    prefix ??= /^[^:]+:/.exec(tag)?.[0] ?? '';
    const name = tag.startsWith(prefix) ? tag.slice(prefix.length) : ':';
    return name.includes(':') ? undefined : name.toLowerCase();
  }

  function take(text: string): void {
    const url = text.trim();
    const entry = element === undefined ? undefined : ENTRY_ELEMENTS[element]?.entry;
    if (entry && url !== '' && url.length <= MAX_LOCATION_LENGTH) entries[entry](url);
  }

  return new Parser(
    {
      onopentag(tag, { href, rel = 'alternate' }) {
        const name = nameOf(tag);
        if (name === undefined) return;
        if (Object.hasOwn(ENTRY_ELEMENTS, name)) element = name;
        else if (element === undefined || ENTRY_ELEMENTS[element]?.location !== name) return;
        // Atom has the location in an attribute.
        else if (href === undefined) location = '';
        else if (rel === 'alternate') take(href);
      },
      ontext(text) {
        if (location !== undefined && location.length <= MAX_LOCATION_LENGTH) location += text;
      },
      onclosetag(tag) {
        const name = nameOf(tag);
        if (name === undefined) return;
        if (name === element) element = undefined;
        if (location === undefined || element === undefined || ENTRY_ELEMENTS[element]?.location !== name) return;
        take(location);
        location = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
}

function lineParser(entries: SitemapEntries): SitemapParser {
  let rest = '';
  const take = (line: string) => {
    const url = line.trim();
    if (/^https?:\/\//i.test(url) && url.length <= MAX_LOCATION_LENGTH) entries.page(url);
  };
  return {
    write(text) {
      const lines = (rest + text.replace(/^\uFEFF/, '')).split(/[\r\n]/);
      rest = (lines.pop() ?? '').slice(0, MAX_LOCATION_LENGTH + 1);
      for (const line of lines) take(line);
    },
    end: () => take(rest),
  };
}
