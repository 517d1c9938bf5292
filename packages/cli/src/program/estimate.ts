import type { CreditEstimate } from '@trawl/sdk';
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
  const [method, input] = spec.estimate?.(args, request) ?? [];
  if (!method) throw new UsageError(`The credits of ${spec.name} cannot be told before.`);
  const credits = estimateCredits(method, input as never);
  return isJson ? `${JSON.stringify(credits, null, 2)}\n` : textOf(credits);
}

function textOf({ expected, regular, rules, unknown }: CreditEstimate): string {
  const lines = [...regular, ...rules].map((cost) =>
    Number.isFinite(cost.max)
      ? `  ${range(cost.min, cost.max)}: ${cost.description}`
      : `  1 for each page of it: ${cost.description}`,
  );
  const unit = expected.max === 1 ? 'credit' : 'credits';
  return [
    `${range(expected.min, expected.max)} ${unit}`,
    ...lines,
    ...unknown.map((sentence) => `  Not counted: ${sentence}`),
    '',
  ].join('\n');
}

const range = (low: number, high: number): string =>
  low === high ? `${low}` : high === Infinity ? `${low} or more` : `${low} to ${high}`;
