import type * as Undici from 'undici';

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of a proxy is none. The message names the variable. */
class ProxyAddressError extends Error {
  override name = 'ProxyAddressError';
}

/** Services of this machine, which no proxy reaches. */
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Sends what a program fetches through the proxy that `HTTPS_PROXY` and `HTTP_PROXY` name, apart from hosts of `NO_PROXY` and
 * of this machine. A program calls it once at its start. It loads and changes nothing if no proxy is named.
 *
 * Node.js reads these variables from version 24 on, and only if it is told to. Its own `fetch` takes no agent of another
 * version of undici, so the one that belongs to the agent takes its place.
 */
export function useEnvironmentProxy(environment: Environment = process.env): void {
  const fetchThroughProxy = environmentProxyFetch(environment, globalThis.fetch);
  if (fetchThroughProxy) globalThis.fetch = fetchThroughProxy;
}

/**
 * @param direct - Fetches from this machine.
 * @returns Undefined if the environment names no proxy.
 */
export function environmentProxyFetch(environment: Environment, direct: typeof fetch): typeof fetch | undefined {
  const variable = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  const proxies = { http: variable('http_proxy'), https: variable('https_proxy') };
  if (!proxies.http && !proxies.https) return undefined;
  let connected: Promise<typeof fetch> | undefined;

  return async (input, init) => {
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
    if (LOOPBACK.test(url.hostname)) return direct(input, init);
    connected ??= connect();
    return (await connected)(input, init);
  };

  async function connect(): Promise<typeof fetch> {
    const httpProxy = proxyUrl('HTTP_PROXY', proxies.http);
    const httpsProxy = proxyUrl('HTTPS_PROXY', proxies.https);
    const undici = await import('undici');
    const dispatcher = new undici.EnvHttpProxyAgent({
      httpProxy,
      // An agent without it would take that of `http:`.
      httpsProxy: httpsProxy || httpProxy,
      noProxy: variable('no_proxy'),
      // Many proxies open tunnels to the port of HTTPS only.
      proxyTunnel: false,
    });
    return fetchWith(undici, dispatcher);
  }
}

/** The address of a proxy, also without its scheme, as other programs take it. */
function proxyUrl(variable: string, address: string): string {
  if (address === '') return '';
  const url = address.includes('://') ? address : `http://${address}`;
  // The address may have a password, so the message does not repeat it.
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ProxyAddressError(`${variable} must be the http:// or https:// address of a proxy.`);
  return url;
}

function fetchWith(undici: typeof Undici, dispatcher: Undici.Dispatcher): typeof fetch {
  const fetchThroughProxy = (input: Undici.RequestInfo, init: Undici.RequestInit = {}) => {
    const { body } = init;
    return undici.fetch(input, {
      ...init,
      ...(body instanceof FormData && { body: ownForm(undici, body) }),
      dispatcher,
    });
  };
  return fetchThroughProxy as unknown as typeof fetch;
}

/** The `fetch` of undici takes a form only as its own class, and would send another one as text. */
function ownForm(undici: typeof Undici, form: FormData): Undici.FormData {
  const copy = new undici.FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}
