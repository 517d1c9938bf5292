import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLaterPage, lastPage } from '../../packages/msw/src/last-page.js';
import { entriesOf, follow, get, type Json, readContract } from '../contract/contract.js';
import { contentOf, type Operation, operationFor, operationsOf, parametersOf } from '../contract/operations.js';
import { errorsAt, errorsInText, explained } from '../contract/validation.js';
import { finalExample, formatsIn, withFormats } from './example-responses.js';

// Read once, because reading takes longer than most programs that call the server.
const contract = readContract();
const operations = operationsOf(contract);
const addressInExamples = String(get(contract, ['servers', '0', 'variables', 'base_url', 'default']));

/** A call of a program, and how it violates the contract. */
export interface RecordedCall {
  operation: string;
  problems: string[];
}

/**
 * Answers each call with a successful example of the contract. Every job is completed, and a page has the requested
 * formats.
 */
export class ExampleServer {
  readonly calls: RecordedCall[] = [];
  readonly #server = createServer((request, response) => {
    this.#answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      // The links of a service use the address that the client called.
      response.end(JSON.stringify(body).replaceAll(addressInExamples, `http://${request.headers.host}`));
    }, response.destroy.bind(response));
  });

  /** Starts to listen, and resolves to the base URL. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const method = request.method ?? 'GET';
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const operation = operationFor(operations, method, pathname);
    if (!operation) return { status: 404, body: { success: false, error: `No such operation: ${method} ${pathname}` } };

    const body = await bodyOf(request);
    const problems = [
      ...this.#queryProblems(operation, searchParams),
      ...this.#bodyProblems(operation, request.headers['content-type'] ?? '', body),
    ];
    this.calls.push({ operation: operation.name, problems });
    const example = finalExample(this.#examples(operation));
    if (operation.name === 'scrapePage') return { status: 200, body: withFormats(example, formatsIn(body)) };
    return { status: 200, body: isLaterPage(searchParams) ? lastPage(Object(example)) : example };
  }

  #queryProblems(operation: Operation, query: URLSearchParams): string[] {
    const parameters = parametersOf(contract, operation).filter(({ value }) => value.in === 'query');
    const unknown = [...query.keys()].filter((key) => !parameters.some(({ value }) => value.name === key));
    const wrong = parameters.flatMap(({ pointer, value }) =>
      query
        .getAll(String(value.name))
        .map((text) => explained(errorsInText(contract, [...pointer, 'schema'], text)))
        .filter((problem) => problem !== ''),
    );
    const missing = parameters.filter(({ value }) => value.required === true && !query.has(String(value.name)));
    return [
      ...unknown.map((key) => `the query has an unknown '${key}'`),
      ...missing.map(({ value }) => `the query lacks '${value.name}'`),
      ...wrong,
    ];
  }

  #bodyProblems(operation: Operation, contentType: string, body: Buffer): string[] {
    const content = contentOf(contract, follow(contract, [...operation.pointer, 'requestBody']));
    if (content.size === 0) return body.length === 0 ? [] : ['a body is sent where none is taken'];
    const [type = ''] = contentType.split(';');
    const media = content.get(type) ?? content.get('*/*');
    if (!media) return [`the body is sent as '${type}'`];
    if (type !== 'application/json') return body.length === 0 ? ['the body is empty'] : [];
    const problem = explained(errorsAt(contract, [...media.pointer, 'schema'], JSON.parse(body.toString('utf8'))));
    return problem === '' ? [] : [problem];
  }

  #examples(operation: Operation): Json[] {
    const answer = follow(contract, [...operation.pointer, 'responses', '200']);
    const media = contentOf(contract, answer).get('application/json');
    return entriesOf(media?.value.examples).map(([name]) => {
      const example = media && follow(contract, [...media.pointer, 'examples', name]);
      return example?.value.value ?? {};
    });
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
