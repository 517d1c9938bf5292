import type { WorkFacts } from './metrics.js';
import { type SpanDescription, traced } from './tracing.js';

/** Does the work in a span, and reports how long it took and how it ended. */
export async function measured<Result>(
  span: SpanDescription,
  work: () => Promise<Result>,
  report: (facts: WorkFacts, result?: Result) => void,
  outcomeOf: (result: Result) => string = () => 'ok',
): Promise<Result> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const result = await traced(span, work);
    report({ outcome: outcomeOf(result), seconds: seconds() }, result);
    return result;
  } catch (error) {
    report({ outcome: failureOf(error), seconds: seconds() });
    throw error;
  }
}

/** Why work failed, in one of few words: a metric has a series for each. */
export function failureOf(error: unknown): string {
  const { reason, name } = error as { reason?: unknown; name?: string };
  return typeof reason === 'string' && /^[a-z-]{1,20}$/.test(reason) ? reason : (name ?? 'error');
}
