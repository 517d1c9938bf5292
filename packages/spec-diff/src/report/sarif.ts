import { plainLine } from '../output/plain.js';
import { visible, visibleJson } from '../output/visible.js';
import { RULES } from '../rules/index.js';
import type { Level } from '../rules/rule.js';
import { type Text, text } from '../text.js';
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
  return visibleJson(log);
}

function describedRule(id: string) {
  const finds = RULES.find(({ name }) => name === id)?.docs.finds;
  const advice = adviceOn(id);
  return { id, ...(finds && { shortDescription: { text: finds } }), ...(advice && { help: { text: advice } }) };
}

function resultOf(change: Change) {
  const { rule, level, impact, operations, near, accepted } = change;
  const isAtStake = level === 'breaking' || level === 'warning';
  const sentence = isAtStake ? text`${change.text} It ${impactWords(change)}.` : change.text;
  const message = operations.length > 0 ? text`${headingOf(operations, 3)}: ${sentence}` : sentence;
  return {
    ruleId: rule,
    kind: LEVELS[level] === 'none' ? 'informational' : 'fail',
    level: LEVELS[level],
    message: { text: messageOf(message) },
    locations: [
      { physicalLocation: { artifactLocation: { uri: uriOf(near.file) }, region: { startLine: near.line } } },
    ],
    properties: { impact },
    ...(accepted && { suppressions: [{ kind: 'external', justification: visible(accepted.reason) }] }),
  };
}

/** Viewers make a link of `[words](address)`. */
function messageOf(message: Text): string {
  return plainLine(message).replaceAll(/\[(?=[^\]]*\]\()/g, '\\[');
}

function uriOf(file: string): string {
  return visible(file).split('/').map(encodeURIComponent).join('/');
}
