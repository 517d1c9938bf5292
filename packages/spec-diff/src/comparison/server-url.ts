const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': ':80',
  'https:': ':443',
  'ws:': ':80',
  'wss:': ':443',
};

/** Scheme, user, host with port, and the rest. */
const URL_PARTS = /^([a-z][a-z\d+.-]*:)?\/\/((?:[^/?#@]*@)?)([^/?#]*)(.*)$/i;

/**
 * A URL in one spelling: the case of its scheme and of its host, the port that the scheme has anyway, a dot after the host
 * and a slash at the end mean nothing. The names of variables stay as they are.
 */
export function canonicalUrl(url: string): string {
  const [, scheme = '', user = '', host = '', path = url] = URL_PARTS.exec(url) ?? [];
  const lowerScheme = scheme.toLowerCase();
  const port = DEFAULT_PORTS[lowerScheme] ?? '';
  const lowerHost = host.replace(/\{[^}]*\}|[A-Z]+/g, (piece) => (piece.startsWith('{') ? piece : piece.toLowerCase()));
  const hostAndPort = port !== '' && lowerHost.endsWith(port) ? lowerHost.slice(0, -port.length) : lowerHost;
  const slashes = host === '' ? '' : '//';
  return `${lowerScheme}${slashes}${user}${hostAndPort.replace(/\.(?=:|$)/, '')}${path.replace(/\/$/, '')}`;
}
