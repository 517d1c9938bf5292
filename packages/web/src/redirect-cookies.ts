interface Cookie {
  readonly domain: string;
  readonly name: string;
  readonly value: string;
}

/** The cookies of one fetch. Some sites set a cookie and redirect; without the cookie they would redirect forever. */
export class RedirectCookies {
  readonly #cookies = new Map<string, Cookie>();

  /** Stores the cookies that a response sets, for its own site only. */
  async store(url: URL, headers: Headers): Promise<void> {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const domainAttribute = attributes.find((attribute) => /^domain=/i.test(attribute))?.slice('domain='.length);
      const domain = domainAttribute?.replace(/^\./, '').toLowerCase() || url.hostname;
      if (!name || !(await maySetCookieFor(url.hostname, domain))) continue;
      // A leading dot includes the subdomains.
      const scope = domainAttribute ? `.${domain}` : domain;
      this.#cookies.set(`${scope} ${name}`, { domain: scope, name, value: value.join('=') });
    }
  }

  /** Returns the headers for a URL. Cookies of redirects follow those of the caller. */
  addTo(headers: Headers, url: URL): Headers {
    const matchingCookies = [...this.#cookies.values()].filter(
      ({ domain }) => `.${url.hostname}`.endsWith(domain) && (domain.startsWith('.') || domain === url.hostname),
    );
    if (matchingCookies.length === 0) return headers;
    const all = new Headers(headers);
    const callersCookie = headers.get('cookie');
    const pairs = matchingCookies.map(({ name, value }) => `${name}=${value}`);
    all.set('cookie', [...(callersCookie ? [callersCookie] : []), ...pairs].join('; '));
    return all;
  }
}

/** Whether a host may set cookies for a domain: for itself, and for a parent domain of the same owner. */
async function maySetCookieFor(host: string, domain: string): Promise<boolean> {
  if (host === domain) return true;
  if (!host.endsWith(`.${domain}`)) return false;
  // The list of public suffixes is large and seldom needed.
  const { getDomain } = await import('tldts');
  const owner = getDomain(host, { allowPrivateDomains: true });
  return owner !== null && owner === getDomain(domain, { allowPrivateDomains: true });
}
