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

/** Reads a sitemap piece by piece: XML, an index of others, or plain text with one URL a line. */
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

function xmlParser(entries: SitemapEntries): SitemapParser {
  let list: keyof SitemapEntries | undefined;
  let location: string | undefined;
  return new Parser(
    {
      onopentagname(name) {
        if (name === 'url') list = 'page';
        else if (name === 'sitemap') list = 'sitemap';
        else if (name === 'loc') location = '';
      },
      ontext(text) {
        if (location !== undefined && location.length <= LONGEST_LOCATION) location += text;
      },
      onclosetag(name) {
        if (name !== 'loc' || location === undefined) return;
        const url = location.trim();
        if (list && url.length <= LONGEST_LOCATION) entries[list](url);
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
