import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The manifest of a version, as `npm publish` sends it. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly readme?: string;
  readonly repository?: { readonly url: string };
}

/** What a registry says of a package, and what `npm publish` sends of one version. */
interface Packument {
  readonly name: string;
  readonly versions: Record<string, PublishedManifest>;
  readonly 'dist-tags': Record<string, string>;
  readonly readme?: string;
  readonly _attachments?: Record<string, { readonly data: string }>;
}

/** A registry on loopback that takes and serves the packages of one scope. npm gets all others from where it gets them else. */
export class LoopbackRegistry {
  readonly #server: Server;
  readonly #scope: string;
  readonly #packages = new Map<string, Packument>();
  readonly #tarballs = new Map<string, Buffer>();

  private constructor(scope: string) {
    this.#scope = scope;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
  }

  static async start(scope: string): Promise<LoopbackRegistry> {
    const registry = new LoopbackRegistry(scope);
    registry.#server.listen(0, '127.0.0.1');
    await once(registry.#server, 'listening');
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** What makes npm use this registry for the scope. npm publishes nothing without a token. */
  get npmrc(): string {
    return `${this.#scope}:registry=${this.url}\n${this.url.replace('http:', '')}:_authToken=token-of-loopback\n`;
  }

  /** The latest version of each package. */
  get published(): readonly PublishedManifest[] {
    return [...this.#packages.values()].flatMap(({ versions, readme, 'dist-tags': { latest = '' } }) => {
      const manifest = versions[latest];
      return manifest ? [{ readme: readme ?? '', ...manifest }] : [];
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://registry').pathname);
    if (request.method === 'PUT') {
      this.#add(JSON.parse((await buffer(request)).toString()));
      return this.#send(response, 201, {});
    }
    // npm publishes an address that repeats the scope, and asks for one without; pnpm asks for the published one.
    const tarball = this.#tarballs.get(path.replace(`/-/${this.#scope}/`, '/-/'));
    if (tarball) return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball);
    const found = this.#packages.get(path.slice(1));
    this.#send(response, found ? 200 : 404, found ?? { error: 'Not found' });
  }

  #add({ _attachments = {}, ...sent }: Packument): void {
    for (const [file, { data }] of Object.entries(_attachments)) {
      const [, name = file] = /^(?:@[^/]+\/)?(.+)$/.exec(file) ?? [];
      this.#tarballs.set(`/${sent.name}/-/${name}`, Buffer.from(data, 'base64'));
    }
    const known = this.#packages.get(sent.name);
    this.#packages.set(sent.name, {
      ...sent,
      versions: { ...known?.versions, ...sent.versions },
      'dist-tags': { ...known?.['dist-tags'], ...sent['dist-tags'] },
    });
  }

  #send(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
