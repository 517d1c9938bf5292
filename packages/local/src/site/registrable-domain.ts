/** The part of a host name that somebody owns, such as `example.co.uk`; null for addresses and single names. */
export type DomainOf = (url: URL) => string | null;

/** Loaded when somebody asks for subdomains: the list of all suffixes takes time and memory. */
export async function loadDomains(): Promise<DomainOf> {
  const { getDomain } = await import('tldts');
  return ({ hostname }) => getDomain(hostname, { allowPrivateDomains: true });
}
