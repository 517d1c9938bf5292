/** Whether a call asks for a page after the first of a list. */
export const isLaterPage = (query: URLSearchParams): boolean =>
  query.has('cursor') || ['skip', 'offset'].some((name) => Number(query.get(name)) > 0);

/** The page after that of an example: empty, and with no link to another. What is no list stays as it is. */
export function lastPage(example: object): object {
  if (!('data' in example) || !Array.isArray(example.data)) return example;
  const ended = Object.entries(example).filter(([name]) => name !== 'next' && name !== 'cursor');
  return { ...Object.fromEntries(ended), data: [], ...('has_more' in example && { has_more: false }) };
}
