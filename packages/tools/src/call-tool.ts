import type * as z from 'zod';
import { CallTimeError } from './call-time.js';
import { clipped } from './pages/clipped.js';
import { fencedServiceText } from './pages/fence.js';
import { knownText, NOTHING, own, ResultText } from './pages/result-text.js';
import { readInput } from './read-input.js';
import type { Tool, ToolContext, ToolImage } from './tool.js';
import { ToolError } from './tool-error.js';

/** The result of a tool call, as the model gets it. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  /** Pictures that belong to the text. */
  readonly images?: readonly ToolImage[];
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
const MAX_ERROR_TOKENS = 300;

/**
 * Calls a tool with what the model sent. A failure is a result as well, which names the field and the next step: a model can
 * do something about it, and a client that gets an error instead shows nothing.
 */
export async function callTool(tool: Tool, input: unknown, context: ToolContext, prefix: string): Promise<ToolResult> {
  const result = parseInput(tool, input);
  if ('problems' in result) {
    return { text: clipped(result.problems.join('\n'), MAX_ERROR_TOKENS), isError: true };
  }
  try {
    // The compiler does not know that this is the input of this tool.
    const output = await tool.run(result.data as never, context);
    if (output instanceof ResultText) return { text: output.withPrefix(prefix), isError: false };
    return { text: output.text.withPrefix(prefix), isError: false, images: output.images };
  } catch (error) {
    return { text: explained(error, context).withPrefix(prefix), isError: true };
  }
}

/** The input with its defaults, or what is wrong with it. */
function parseInput(tool: Tool, input: unknown): { readonly data: unknown } | { readonly problems: readonly string[] } {
  const fields = readInput(input, tool.input.shape);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return { problems: ['The input must be an object.'] };
  }
  const { data, error } = tool.input.safeParse(fields);
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
function explained(error: unknown, { time }: ToolContext): ResultText {
  if (error instanceof ToolError) return error.text;
  const { reason } = time.signal;
  if (reason instanceof CallTimeError) {
    return own`The call failed. ${knownText(reason.message)} Try once more, or use another page.`;
  }
  const { name, message } = error as Error;
  const nextStep = NEXT_STEPS[name];
  const next = nextStep === undefined ? NOTHING : own` ${knownText(nextStep)}`;
  return own`The call failed.${next}\n\n${fencedServiceText(clipped(message, MAX_ERROR_TOKENS))}`;
}
