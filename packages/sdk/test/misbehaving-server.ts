import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the server does with one request. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;

/** A server on loopback with one behaviour for each request; the last one repeats. */
export class MisbehavingServer implements AsyncDisposable {
  /** The complete requests, in order. */
  readonly received: ReceivedRequest[] = [];
  readonly #arrivals = new EventEmitter();
  #behaviours: Behaviour[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));

  static async start(...behaviours: Behaviour[]): Promise<MisbehavingServer> {
    const server = new MisbehavingServer();
    server.will(...behaviours);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  will(...behaviours: Behaviour[]): void {
    this.#behaviours = behaviours;
  }

  /** Waits until the server has received this many requests and run their behaviours. */
  async waitForRequests(times: number): Promise<void> {
    while (this.received.length < times) await once(this.#arrivals, 'request');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request).catch(() => undefined);
    // The client aborted before the request was complete. It does not count, and the next request gets its behaviour.
    if (body === undefined) return;
    const received = { method, path, headers, body };
    this.received.push(received);
    const [behaviour] = this.#behaviours.length > 1 ? this.#behaviours.splice(0, 1) : this.#behaviours;
    behaviour?.(response, received);
    this.#arrivals.emit('request');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

/** The address of a server that is no longer there: connections to it are refused. */
export async function refusingUrl(): Promise<string> {
  const server = await MisbehavingServer.start();
  const { url } = server;
  await server[Symbol.asyncDispose]();
  return url;
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function failing(status: number, error = 'Something failed', extra: object = {}, headers = {}): Behaviour {
  return json({ success: false, error, ...extra }, status, headers);
}

export function raw(body: string, status = 200, contentType = 'application/json'): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };
}

export function page(status = 200): Behaviour {
  return raw('<!DOCTYPE html>\n<html><body>It works!</body></html>', status, 'text/html; charset=utf-8');
}

/** No body, and no content type either. */
export function empty(status = 200): Behaviour {
  return (response) => {
    response.writeHead(status);
    response.end();
  };
}

export function redirect(location: string, status = 307): Behaviour {
  return (response) => {
    response.writeHead(status, { location });
    response.end();
  };
}

/** Resets the connection without a response. */
export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy();
};

/** Promises a body, sends half of it and closes the connection. */
export function half(status = 200): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write(`{"success":${status === 200},"da`, () => response.socket?.destroy());
  };
}

/** Sends a byte of the body now and then, and never the last one. */
export const trickling: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":');
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
};

/** Sends the body as fast as it is read, for as long as somebody reads it. */
export function endless(status = 200): Behaviour {
  const chunk = 'x'.repeat(100_000);
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.write('{"error":"');
    const send = (): void => {
      while (response.writable && response.write(chunk));
    };
    response.on('drain', send);
    send();
  };
}

/** Takes the request and never answers. */
export const silent: Behaviour = () => {};
