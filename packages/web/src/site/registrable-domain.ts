/** The registrable domain of a host, such as `example.co.uk`; null for addresses and single names. */
export type DomainOf = (url: URL) => string | null;

/** Loaded only for requests that include subdomains: the list of public suffixes takes time and memory. */
export async function loadDomains(): Promise<DomainOf> {
  const { getDomain } = await import('tldts');
  return ({ hostname }) => getDomain(hostname, { allowPrivateDomains: true });
}
