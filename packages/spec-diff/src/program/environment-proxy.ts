/** Servers of this machine, which no proxy reaches. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Sends what the program fetches through the proxy that `HTTPS_PROXY` and `HTTP_PROXY` name, apart from hosts of `NO_PROXY` and
 * of this machine. It loads and changes nothing if no proxy is named.
 */
export function useEnvironmentProxy(environment: NodeJS.ProcessEnv): void {
  const variable = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  const httpProxy = withScheme(variable('http_proxy'));
  const httpsProxy = withScheme(variable('https_proxy')) || httpProxy;
  if (httpsProxy === '') return;
  const excepted = variable('no_proxy');
  const noProxy = excepted === '*' ? '*' : [excepted, ...LOOPBACK].join();
  const connect = async () => {
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    // Many proxies open tunnels to the port of HTTPS only.
    const dispatcher = new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, proxyTunnel: false });
    return (input: string, init: object) => fetch(input, { ...init, dispatcher });
  };
  let connected: ReturnType<typeof connect> | undefined;
  // The `fetch` of Node.js takes no agent of another version of undici.
  globalThis.fetch = (async (input: string | URL, init: object = {}) => {
    connected ??= connect();
    return (await connected)(String(input), init);
  }) as unknown as typeof globalThis.fetch;
}

const withScheme = (address: string): string =>
  address === '' || address.includes('://') ? address : `http://${address}`;
