import { RULES } from '../rules/index.js';
import type { Level } from '../rules/rule.js';
import { adviceOn } from './advice.js';
import type { Change, Report } from './report.js';
import { headingOf, impactWords } from './words.js';

const LEVELS: Record<Level, 'error' | 'warning' | 'note' | 'none'> = {
  breaking: 'error',
  warning: 'warning',
  additive: 'note',
  neutral: 'none',
  docs: 'none',
  equivalent: 'none',
};

/**
 * Writes a report for code scanning (SARIF 2.1.0). Lines are those after the change. An accepted change is suppressed
 * with its reason.
 */
export function sarif({ changes }: Report): string {
  const driver = { name: 'spec-diff', rules: [...new Set(changes.map(({ rule }) => rule))].map(describedRule) };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: changes.map(resultOf) }],
  };
  return JSON.stringify(log, null, 2);
}

function describedRule(id: string) {
  const finds = RULES.find(({ name }) => name === id)?.docs.finds;
  const advice = adviceOn(id);
  return { id, ...(finds && { shortDescription: { text: finds } }), ...(advice && { help: { text: advice } }) };
}

function resultOf(change: Change) {
  const { rule, level, impact, message, operations, near, accepted } = change;
  const isAtStake = level === 'breaking' || level === 'warning';
  const sentence = isAtStake ? `${message} It ${impactWords(change)}.` : message;
  const text = operations.length > 0 ? `${headingOf(operations, 3)}: ${sentence}` : sentence;
  return {
    ruleId: rule,
    kind: LEVELS[level] === 'none' ? 'informational' : 'fail',
    level: LEVELS[level],
    message: { text },
    locations: [
      { physicalLocation: { artifactLocation: { uri: encodeURI(near.file) }, region: { startLine: near.line } } },
    ],
    properties: { impact },
    ...(accepted && { suppressions: [{ kind: 'external', justification: accepted.reason }] }),
  };
}
