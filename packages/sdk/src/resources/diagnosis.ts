import type { SupportAnswer } from '@trawl/client';

/** The answer of support about a failed call. */
export class Diagnosis {
  /** The answer, as text. */
  declare readonly answer: string;
  /** How sure the assistant is. */
  declare readonly confidence: SupportAnswer['confidence'];
  /** Request parameters that would fix the call. Empty when support knows none. */
  declare readonly fixParameters: Readonly<Record<string, unknown>>;
  /** Whether the fix was tested against the live service. */
  declare readonly validation: SupportAnswer['validation'];

  constructor({ answer = '', confidence, fixParameters, validation }: SupportAnswer) {
    this.answer = answer;
    this.confidence = confidence;
    this.fixParameters = isPlain(fixParameters) ? fixParameters : {};
    this.validation = validation;
  }

  /** The request with the fix, for the next try. Objects are merged field by field. */
  applyFix<Request extends object>(request: Request): Request {
    return merge(request, this.fixParameters) as Request;
  }
}

function merge(base: object, fix: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(fix)) {
    // Assigning it would change the prototype of the request.
    if (name === '__proto__') continue;
    const earlierValue = result[name];
    result[name] = isPlain(value) ? merge(isPlain(earlierValue) ? earlierValue : {}, value) : value;
  }
  return result;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
