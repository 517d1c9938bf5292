import { Parser } from 'htmlparser2';

export interface SitemapParser {
  write(text: string): void;
  end(): void;
}

export interface SitemapEntries {
  page(url: string): void;
  /** Of an index: another sitemap. */
  sitemap(url: string): void;
}

/** No location is longer by the protocol; text beyond it is not kept. */
const LONGEST_LOCATION = 2048;

/** Reads a sitemap piece by piece: XML, an index of others, a feed, or plain text with one URL a line. */
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

/** What holds a location, by its name: entries of sitemaps and of feeds in RSS and Atom. */
const HOLDERS: Readonly<Record<string, { readonly entry: keyof SitemapEntries; readonly location: string }>> = {
  url: { entry: 'page', location: 'loc' },
  sitemap: { entry: 'sitemap', location: 'loc' },
  item: { entry: 'page', location: 'link' },
  entry: { entry: 'page', location: 'link' },
};

function xmlParser(entries: SitemapEntries): SitemapParser {
  let holder: string | undefined;
  let location: string | undefined;

  function take(text: string): void {
    const url = text.trim();
    const entry = holder === undefined ? undefined : HOLDERS[holder]?.entry;
    if (entry && url !== '' && url.length <= LONGEST_LOCATION) entries[entry](url);
  }

  return new Parser(
    {
      onopentag(name, { href, rel = 'alternate' }) {
        if (Object.hasOwn(HOLDERS, name)) holder = name;
        else if (holder === undefined || HOLDERS[holder]?.location !== name) return;
        // Atom has the location in an attribute.
        else if (href === undefined) location = '';
        else if (rel === 'alternate') take(href);
      },
      ontext(text) {
        if (location !== undefined && location.length <= LONGEST_LOCATION) location += text;
      },
      onclosetag(name) {
        if (name === holder) holder = undefined;
        if (location === undefined || holder === undefined || HOLDERS[holder]?.location !== name) return;
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
    if (/^https?:\/\//i.test(url) && url.length <= LONGEST_LOCATION) entries.page(url);
  };
  return {
    write(text) {
      const lines = (rest + text.replace(/^\uFEFF/, '')).split('\n');
      rest = (lines.pop() ?? '').slice(0, LONGEST_LOCATION + 1);
      for (const line of lines) take(line);
    },
    end: () => take(rest),
  };
}
