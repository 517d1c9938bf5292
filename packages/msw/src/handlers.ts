import { type HttpHandler, HttpResponse, http, type RequestHandlerOptions } from 'msw';
import { type BodyOf, type ExampleOf, fixture, type OperationName, type StatusOf } from './fixtures.js';
import { OPERATIONS } from './generated/examples.js';
import { isLaterPage, lastPage } from './last-page.js';

/** Where the calls go. */
export interface HandlerOptions {
  /** The base URL of the client, such as `http://127.0.0.1:3002`. Default: every host. */
  readonly baseUrl?: string | undefined;
}

/** What a handler responds with. */
export interface ResponseOptions<Op extends OperationName, Status extends StatusOf<Op>>
  extends HandlerOptions,
    RequestHandlerOptions {
  /** Which of the examples of the status. Default: that of `fixture()`. */
  readonly example?: ExampleOf<Op, Status> | undefined;
  /** A body of your own in its place. */
  readonly body?: BodyOf<Op, Status> | undefined;
  /** Headers beside `content-type`, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Handlers for all operations. Each responds with its successful example: jobs are completed, and lists end after one page.
 *
 * @example
 * const server = setupServer(...handlers({ baseUrl: 'http://127.0.0.1:3002' }));
 */
export function handlers(options: HandlerOptions = {}): HttpHandler[] {
  return (Object.keys(OPERATIONS) as OperationName[])
    .sort((one, other) => parameterCount(one) - parameterCount(other))
    .map((operation) => respond(operation, 200, options));
}

/**
 * A handler for one operation, which responds with a status. Give it to `server.use()`, where it comes before others.
 *
 * @throws TypeError when the operation, the status or the example does not exist.
 * @example
 * server.use(respond('scrapePage', 429, { once: true, headers: { 'retry-after': '1' } }));
 */
export function respond<Op extends OperationName, Status extends StatusOf<Op>>(
  operation: Op,
  status: Status,
  { baseUrl = '*', example, body, headers, once }: ResponseOptions<Op, Status> = {},
): HttpHandler {
  const { method, path } = OPERATIONS[operation] ?? { method: 'get', path: '' };
  const response: object = Object(body ?? fixture(operation, status, example));
  return http[method](
    baseUrl.replace(/\/+$/, '') + path.replace(/\{(\w+)\}/g, ':$1'),
    ({ request }) => {
      const { searchParams } = new URL(request.url);
      const shown = body === undefined && isLaterPage(searchParams) ? lastPage(response) : response;
      return HttpResponse.json(shown, { status, ...(headers && { headers }) });
    },
    { once: once ?? false },
  );
}

/** MSW takes the first handler that fits, and `/v2/crawl/{id}` fits `/v2/crawl/active`. */
const parameterCount = (operation: OperationName): number => OPERATIONS[operation].path.split('{').length;
