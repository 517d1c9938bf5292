interface Cookie {
  readonly domain: string;
  readonly name: string;
  readonly value: string;
}

/** The cookies of one fetch: sites that set one and redirect would redirect in a circle to whoever has none. */
export class RedirectCookies {
  readonly #cookies = new Map<string, Cookie>();

  /** Keeps what an answer sets, for its own site only. */
  async keep(url: URL, headers: Headers): Promise<void> {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const given = attributes.find((attribute) => /^domain=/i.test(attribute))?.slice('domain='.length);
      const domain = given?.replace(/^\./, '').toLowerCase() || url.hostname;
      if (!name || !(await isWithin(url.hostname, domain))) continue;
      // With the dot, a cookie goes to the hosts below as well.
      const scope = given ? `.${domain}` : domain;
      this.#cookies.set(`${scope} ${name}`, { domain: scope, name, value: value.join('=') });
    }
  }

  /** The headers for a URL, with the cookies that are meant for it after those that the caller sends. */
  addTo(headers: Headers, url: URL): Headers {
    const meant = [...this.#cookies.values()].filter(
      ({ domain }) => `.${url.hostname}`.endsWith(domain) && (domain.startsWith('.') || domain === url.hostname),
    );
    if (meant.length === 0) return headers;
    const all = new Headers(headers);
    const own = headers.get('cookie');
    const pairs = meant.map(({ name, value }) => `${name}=${value}`);
    all.set('cookie', [...(own ? [own] : []), ...pairs].join('; '));
    return all;
  }
}

/** Whether a host may set cookies for a domain: for itself, and for what it belongs to with the same owner. */
async function isWithin(host: string, domain: string): Promise<boolean> {
  if (host === domain) return true;
  if (!host.endsWith(`.${domain}`)) return false;
  // The list of all suffixes that have several owners: large, and seldom needed.
  const { getDomain } = await import('tldts');
  const owner = getDomain(host, { allowPrivateDomains: true });
  return owner !== null && owner === getDomain(domain, { allowPrivateDomains: true });
}
