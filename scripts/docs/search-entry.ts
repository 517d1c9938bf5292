/** An entry of the search: its kind, name, section, description and address. */
export type SearchEntry = [
  kind: 'call' | 'field' | 'section' | 'guide',
  name: string,
  place: string,
  text: string,
  href: string,
];

/** Entries with every text once: the same fields come back in many calls. The numbers are places in `texts`. */
export interface PackedEntries {
  texts: string[];
  entries: [kind: SearchEntry[0], name: string, place: number, text: number, start: number, end: string][];
}

export function packed(entries: readonly SearchEntry[]): PackedEntries {
  const places = new Map<string, number>();
  const number = (text: string) => {
    if (!places.has(text)) places.set(text, places.size);
    return places.get(text) ?? 0;
  };
  const rows = entries.map(([kind, name, place, text, href]): PackedEntries['entries'][number] => {
    const middle = href.lastIndexOf('=') + 1;
    return [kind, name, number(place), number(text), number(href.slice(0, middle)), href.slice(middle)];
  });
  return { texts: [...places.keys()], entries: rows };
}

export function unpacked({ texts, entries }: PackedEntries): SearchEntry[] {
  return entries.map(([kind, name, place, text, start, end]) => {
    return [kind, name, texts[place] ?? '', texts[text] ?? '', (texts[start] ?? '') + end];
  });
}
