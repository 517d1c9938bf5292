/** A place in the page, as written after the `#` of its address: `#/jobs/1?text=boats`. */
export interface Route {
  readonly section: string;
  /** The item that is open in the section. */
  readonly ids: readonly string[];
  readonly params: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [section = '', ...ids] = path.split('/').map(decoded).filter(Boolean);
  return { section, ids, params: new URLSearchParams(query) };
}

export function hashOf(section: string, ids: readonly string[], params?: URLSearchParams): string {
  const query = params?.toString();
  return `#/${[section, ...ids].map(encodeURIComponent).join('/')}${query ? `?${query}` : ''}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
