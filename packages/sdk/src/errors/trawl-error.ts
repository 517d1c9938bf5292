import type { Issue } from './issues.js';

/** The fields of an error besides its message. */
export type ErrorFields = {
  -readonly [Field in Exclude<keyof TrawlError, keyof Error | 'toJSON'> | 'cause']?: TrawlError[Field] | undefined;
};

/** Fields that are not printed with the error, because they are too long or are printed anyway. */
const UNPRINTED = /^(cause|headers|issues|received|serverMessage)$/;

/** The symbol is the same in every copy of the SDK, whatever its version and its build. */
const brand = (): symbol => Symbol.for('@trawl/sdk/error');

/**
 * The base class of every error that the SDK throws. Tell them apart with `instanceof` and the subclasses.
 * No error has a secret in it, not even one that the server repeated.
 */
export class TrawlError extends Error {
  // A getter survives minification, and is not printed as a field.
  /** The name of its class. */
  override get name(): string {
    return 'TrawlError';
  }

  /** The HTTP status of the last response. */
  declare readonly status?: number;
  /** The error code of the server, such as `SCRAPE_TIMEOUT`. */
  declare readonly code?: string;
  /** The whole message of the server. `message` has a long one shortened. */
  declare readonly serverMessage?: string;
  /** What else the server sent. For a refused request: the fields that are not valid. */
  declare readonly details?: unknown;
  /** What is not valid in the request, field by field, where the server or the SDK names the fields. */
  declare readonly issues?: readonly Issue[];
  /** `x-request-id` of the last response. Support will ask for it. */
  declare readonly requestId?: string;
  /** The headers of the last response. */
  declare readonly headers?: Headers;
  /** The operation that failed, such as `searchWeb`. */
  declare readonly operation?: string;
  /** How often the request was sent. */
  declare readonly attempts?: number;
  /** The wait before a retry that the server asks for, in milliseconds. */
  declare readonly retryAfterMs?: number;
  /** Whether the same call may succeed later: because of the network, a timeout, or the state of the server. */
  declare readonly retryable?: boolean;
  /** Whether the call changes something and may have been carried out: look before you repeat it. */
  declare readonly possiblyStarted?: boolean;
  /** The items that came before a listing or a job failed. Empty if you iterated: then you have them. */
  declare readonly received?: readonly unknown[];
  /** Where to resume after a listing or a job failed. */
  declare readonly cursor?: string;
  /** The id of the job that failed, or that goes on at the service. */
  declare readonly jobId?: string;

  /**
   * Recognises the errors of other copies of the SDK, too: of another version in `node_modules`, or of the build for
   * `require`. A class of your own that extends one of these knows only its own.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class that is asked may be a subclass.
    const { prototype } = this;
    if (Object.prototype.isPrototypeOf.call(prototype, Object(value))) return true;
    return Object.hasOwn(prototype, 'name') && Object(value)[brand()]?.includes(prototype.name) === true;
  }

  constructor(message: string, fields: ErrorFields = {}) {
    // What was shortened ends with its ellipsis.
    super(message.replace('….', '…'));
    const names: string[] = [];
    for (let kind: Error = new.target.prototype; kind.name !== 'Error'; kind = Object.getPrototypeOf(kind)) {
      names.push(kind.name);
    }
    Object.defineProperty(this, brand(), { value: names });
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      Object.defineProperty(this, name, { value, enumerable: !UNPRINTED.test(name), writable: true });
    }
  }

  /** What `JSON.stringify` writes: all fields but `headers`, `issues`, `received`, `serverMessage` and `cause`. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}
