import { contract, type SchemaObject } from './contract.js';
import type { DocumentedCode } from './refusal.js';

interface ErrorCodes extends SchemaObject {
  readonly 'x-extensible-enum': readonly string[];
  readonly 'x-enumStatuses': Readonly<Record<string, number>>;
}

function errorCodes(): ErrorCodes {
  return contract().components.schemas.ErrorCode as ErrorCodes;
}

/** Whether the contract names the code, so that callers get it. */
export function isDocumented(code: string): code is DocumentedCode {
  return errorCodes()['x-extensible-enum'].includes(code);
}

/** The status with which a failure of this code comes. A code of the results of a job comes with none. */
export function documentedStatus(code: DocumentedCode): number {
  return errorCodes()['x-enumStatuses'][code] ?? 500;
}
