import { type ClientRequest, request as httpRequest, STATUS_CODES } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { FetchFailure } from './fetch-types.js';
import type { ProxyServer } from './outgoing-proxies.js';

/** How long a proxy may take to connect. */
const TIMEOUT_MS = 20_000;

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens a connection to the target through a proxy, which resolves the name of the target. Throws a `FetchFailure` that
 * says what the proxy has answered.
 */
export async function openTunnel(proxy: ProxyServer, target: TunnelTarget, signal?: AbortSignal): Promise<Socket> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    return await (proxy.protocol === 'socks5' ? openBySocks(proxy, target, end) : openByConnect(proxy, target, end));
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    signal?.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = timeout.aborted ? `it took longer than ${TIMEOUT_MS} ms` : (code ?? message);
    throw new FetchFailure('proxy', `${nameOf(proxy)} cannot be reached: ${reason}.`, { cause: error });
  }
}

/** With the method `CONNECT` of HTTP. */
function openByConnect(proxy: ProxyServer, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  const { host, port, username, password } = proxy;
  const authority = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const request = proxy.protocol === 'https' ? httpsRequest : httpRequest;
  const connectRequest: ClientRequest = request({
    host,
    port,
    method: 'CONNECT',
    path: authority,
    agent: false,
    signal,
    headers: { host: authority, ...(username !== '' && { 'proxy-authorization': `Basic ${credentials}` }) },
  });
  return new Promise((resolve, reject) => {
    connectRequest.on('error', reject);
    connectRequest.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        // The proxy's own words may repeat the credentials.
        const meaning = STATUS_CODES[statusCode];
        return reject(refusal(proxy, target, meaning ? `${statusCode} ${meaning}` : String(statusCode)));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    connectRequest.end();
  });
}

async function openBySocks(proxy: ProxyServer, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  // Loaded on demand: few services have such a proxy.
  const { SocksClient } = await import('socks');
  const { host, port, username, password } = proxy;
  const client = new SocksClient({
    proxy: { host, port, type: 5, ...(username !== '' && { userId: username, password }) },
    command: 'connect',
    destination: target,
    timeout: TIMEOUT_MS,
  });
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    client.on('error', (error) => {
      const [, answer] = /^Socks5 (?:proxy rejected connection - )?(.+)/i.exec(error.message) ?? [];
      reject(answer === undefined ? error : refusal(proxy, target, answer));
    });
    client.on('established', ({ socket }) => {
      if (signal.aborted) socket.destroy();
      else resolve(socket);
    });
    client.connect();
  });
}

function nameOf({ name }: ProxyServer): string {
  return `The proxy "${name}" of this server`;
}

function refusal(proxy: ProxyServer, { host, port }: TunnelTarget, answer: string): FetchFailure {
  return new FetchFailure('proxy', `${nameOf(proxy)} refuses to connect to ${host}:${port}: ${answer}.`);
}
