/** The address of this server that a client has called. */
export class CalledAddress {
  readonly #request: Request;
  readonly #isForwarded: boolean;
  readonly #publicOrigin: URL | undefined;

  constructor(request: Request, isForwarded: boolean, publicOrigin: URL | undefined) {
    this.#request = request;
    this.#isForwarded = isForwarded;
    this.#publicOrigin = publicOrigin;
  }

  /** The host, with its port. */
  get host(): string {
    const { headers, url } = this.#request;
    return this.#forwarded('x-forwarded-host') ?? headers.get('host') ?? new URL(url).host;
  }

  /** The hosts that are this server for the client: the one that it has called, and the public one. */
  get hosts(): readonly string[] {
    return [this.host, ...(this.#publicOrigin ? [this.#publicOrigin.host] : [])];
  }

  /** The origin with which absolute URLs in the response begin. */
  get baseUrl(): string {
    if (this.#publicOrigin) return this.#publicOrigin.origin;
    const protocol = this.#forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http';
    return `${protocol}://${this.host}`;
  }

  /** The first value is the one of the proxy that is nearest to the client. */
  #forwarded(name: string): string | undefined {
    if (!this.#isForwarded) return undefined;
    const [value = ''] = (this.#request.headers.get(name) ?? '').split(',');
    return value.trim() || undefined;
  }
}
