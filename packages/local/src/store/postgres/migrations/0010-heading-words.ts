/** Finds the pages with a word in title, URL or description without reading their texts: the index of all words lacks the weights. */
export const HEADING_WORDS = `
  create index search_pages_by_heading on search_pages using gin (ts_filter(words, '{a,b,c}'));
`;
