import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on loopback. It opens tunnels with `CONNECT`, and passes on requests to a whole URL, as `http:` allows. */
export class Tunnel {
  /** The hosts that only the proxy knows, and where they are. */
  readonly #hosts: Readonly<Record<string, string>>;
  /** What each caller has sent to be let in. */
  readonly authorizations: (string | undefined)[] = [];
  /** The requested targets, as host and port. */
  readonly targets: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming;
    this.targets.push(new URL(url).host);
    this.authorizations.push(headers['proxy-authorization']);
    const outgoing = request(this.#placeOf(url), { method, headers, agent: false }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    incoming.pipe(outgoing.on('error', () => response.destroy()));
  }).on('connect', ({ url = '', headers }, caller) => {
    this.targets.push(`CONNECT ${url}`);
    this.authorizations.push(headers['proxy-authorization']);
    const { hostname, port } = this.#placeOf(`http://${url}`);
    const target = connect(Number(port), hostname, () => {
      caller.write('HTTP/1.1 200 Connection established\r\n\r\n');
      caller.pipe(target).pipe(caller);
    });
    for (const socket of [caller as Socket, target]) this.#sockets.add(socket.on('error', () => target.destroy()));
  });

  constructor(hosts: Readonly<Record<string, string>> = {}) {
    this.#hosts = hosts;
  }

  #placeOf(address: string): URL {
    const url = new URL(address);
    const host = this.#hosts[url.hostname];
    if (host !== undefined) url.host = host;
    return url;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
