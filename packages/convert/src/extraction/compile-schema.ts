import { createContext, Script } from 'node:vm';
import type { Ajv, ErrorObject } from 'ajv';

/** What is wrong with a value; nothing when it fits. Or why nobody knows: such a value must not be taken for valid. */
export type Validation = { readonly errors: readonly ErrorObject[] } | { readonly unchecked: string };

export interface CompiledSchema {
  validate(value: unknown): Validation;
}

/** Longer than any honest schema takes: the patterns of a schema may take for ever. */
const LIMIT_MS = 2_000;

/** Compiles a JSON Schema of a caller, or says why it cannot be used. */
export async function compileSchema(
  schema: Readonly<Record<string, unknown>>,
): Promise<CompiledSchema | { readonly unusable: string }> {
  loading ??= loadCompiler();
  const { createAjv, metaAjv } = await loading;
  try {
    const isValid = withinTime(LIMIT_MS, () => {
      if (!metaAjv.validateSchema(schema)) throw new Error(`schema is invalid: ${metaAjv.errorsText()}`);
      return createAjv().compile(schema);
    });
    // Its validator returns a promise, which would be taken for a success.
    if ('$async' in isValid) return unusable('`$async` is not supported');
    return { validate: (value) => validation(value, isValid) };
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return unusable(`compiling it took longer than ${LIMIT_MS} ms`);
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

interface Compiler {
  /** Returns an Ajv for one schema: a schema must not find the `$id` of another caller's. */
  createAjv(): Ajv;
  /** Knows which schemas are valid. To compile that takes ten times as long as to compile the schema of a caller. */
  readonly metaAjv: Ajv;
}

let loading: Promise<Compiler> | undefined;

/** The compiler is slow to load, and few pages need it. */
async function loadCompiler(): Promise<Compiler> {
  // Its default has the others in every bundler, which a namespace of CommonJS has only in some.
  const {
    default: { Ajv2020 },
  } = await import('ajv/dist/2020.js');
  const { default: addFormats } = await import('ajv-formats');
  const createAjv = () =>
    addFormats.default(new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false }));
  const metaAjv = createAjv();
  // Compiles the schema of schemas now: the time limit is for the schema of the caller alone.
  await metaAjv.validateSchema({});
  return { createAjv, metaAjv };
}

interface Validator {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}

function validation(value: unknown, isValid: Validator): Validation {
  try {
    return { errors: withinTime(LIMIT_MS, () => isValid(value)) ? [] : (isValid.errors ?? []) };
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded)) throw error;
    return {
      unchecked: `the value could not be checked against the schema within ${LIMIT_MS} ms; simplify its patterns`,
    };
  }
}

const unusable = (reason: string) => ({ unusable: `its schema cannot be used: ${reason}` });

/** Thrown when work took longer than it may. */
class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

const CALL = new Script('work()');
const context: { work: () => unknown } = { work: () => undefined };
createContext(context);

/** Does work that blocks this thread, and ends it after some milliseconds, even in the middle of a regular expression. */
function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  try {
    context.work = work;
    return CALL.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitExceeded(`It took longer than ${milliseconds} ms.`);
  }
}
