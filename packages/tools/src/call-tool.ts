import type * as z from 'zod';
import { clipped } from './pages/clipped.js';
import { fencedServiceText } from './pages/fence.js';
import { knownText, NOTHING, own, type ResultText } from './pages/result-text.js';
import type { Tool, ToolContext } from './tool.js';
import { ToolError } from './tool-error.js';

/** The result of a tool call, as the model gets it. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** What to do about errors of the SDK that a model can mend, by the name of their class. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  BadRequestError: 'Mend that field, and call again.',
  AuthenticationError: 'Tell the user that this needs an API key: TRAWL_API_KEY, where the tools are started.',
  PaymentRequiredError: 'Tell the user that the credits do not suffice.',
  PermissionDeniedError: 'Use another page.',
  NotFoundError: 'Check the URL or the id.',
  RateLimitError: 'Wait a minute before the next call.',
  RequestTimeoutError: 'Try once more, or use another page.',
  TimeoutError: 'Try once more, or use another page.',
  ConnectionError: 'Tell the user that the service cannot be reached.',
};

/** The maximum length of an error message, because a service can answer with a whole page. */
const MAX_ERROR_TOKENS = 400;

/**
 * Calls a tool with what the model sent. A failure is a result as well, which names the field and the next step: a model can
 * do something about it, and a client that gets an error instead shows nothing.
 */
export async function callTool(tool: Tool, input: unknown, context: ToolContext): Promise<ToolResult> {
  const result = parseInput(tool, input);
  if ('problems' in result) {
    return { text: clipped(result.problems.join('\n'), MAX_ERROR_TOKENS), isError: true };
  }
  try {
    // The compiler does not know that this is the input of this tool.
    return { text: String(await tool.run(result.data as never, context)), isError: false };
  } catch (error) {
    return { text: String(explained(error)), isError: true };
  }
}

/** The input with its defaults, or what is wrong with it. */
function parseInput(tool: Tool, input: unknown): { readonly data: unknown } | { readonly problems: readonly string[] } {
  const fields = input ?? {};
  if (typeof fields !== 'object' || Array.isArray(fields)) return { problems: ['The input must be an object.'] };
  // A model leaves out a field as null where all fields are required of it.
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  const { data, error } = tool.input.safeParse(Object.fromEntries(present));
  return error ? { problems: problemsOf(tool, error.issues) } : { data };
}

/** What is wrong with an input, a sentence for each field: first the fields that the tool does not have. */
function problemsOf({ input }: Tool, issues: readonly z.core.$ZodIssue[]): string[] {
  const knownFields = Object.keys(input.shape).join(', ');
  const unknownFields = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const fieldIssues = issues.filter(({ code }) => code !== 'unrecognized_keys');
  return [
    ...unknownFields.map((name) => `There is no field ${name}. It takes ${knownFields}.`),
    ...new Set(fieldIssues.map(({ path, message }) => `${String(path[0])} ${message}.`)),
  ];
}

/** What the model reads of a failure. Every error but a `ToolError` may quote the service, which may quote a page. */
function explained(error: unknown): ResultText {
  if (error instanceof ToolError) return error.text;
  const { name, message } = error as Error;
  const nextStep = NEXT_STEPS[name];
  const next = nextStep === undefined ? NOTHING : own` ${knownText(nextStep)}`;
  return own`The call failed.${next}\n\n${fencedServiceText(clipped(message, MAX_ERROR_TOKENS))}`;
}
