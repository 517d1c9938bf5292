/** The body of a refusal, without `success: false`. */
export interface RefusalBody {
  readonly error: string;
  readonly code?: string;
  readonly details?: unknown;
  readonly [field: string]: unknown;
}

/** A failure that the contract documents; the app answers with its status and body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: RefusalBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: RefusalBody, headers: Readonly<Record<string, string>> = {}) {
    super(body.error);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
