import type { CommandSpec } from '../commands/command.js';
import { UsageError } from '../usage-error.js';

/**
 * What a call can cost in credits, as text or as JSON.
 *
 * @throws UsageError when the contract has no rules for the command.
 */
export async function estimate(
  spec: CommandSpec,
  args: readonly string[],
  request: Readonly<Record<string, unknown>>,
  isJson: boolean,
): Promise<string> {
  const { estimateCredits } = await import('@trawl/sdk');
  const [method, about] = spec.estimate?.(args, request) ?? [];
  if (!method) throw new UsageError(`The credits of ${spec.name} cannot be told before.`);
  const credits = estimateCredits(method, about as never);
  const { least, most, rules, unknown } = credits;
  if (isJson) return `${JSON.stringify(credits, null, 2)}\n`;
  return [
    `${range(least, most)} credits${unknown.length > 0 ? ', and what is not known' : ''}`,
    ...rules.map((rule) => `  ${range(rule.least, rule.most)}: ${rule.description}`),
    ...unknown.map((sentence) => `  Not known: ${sentence}`),
    '',
  ].join('\n');
}

const range = (low: number, high: number): string =>
  low === high ? `${low}` : high === Infinity ? `${low} or more` : `${low} to ${high}`;
