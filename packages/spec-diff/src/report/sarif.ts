import type { Level } from '../rules/rule.js';
import { adviceOn } from './advice.js';
import type { Change, Report } from './report.js';
import { headingOf } from './words.js';

const LEVELS: Record<Level, 'error' | 'note' | 'none'> = {
  breaking: 'error',
  additive: 'note',
  docs: 'none',
  equivalent: 'none',
};

/** For code scanning (SARIF 2.1.0). Lines are those of the head; what is accepted is suppressed with its reason. */
export function sarif({ changes }: Report): string {
  const rules = [...new Set(changes.map(({ rule }) => rule))];
  const driver = {
    name: 'spec-diff',
    rules: rules.map((id) => ({ id, ...(adviceOn(id) && { help: { text: adviceOn(id) } }) })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: changes.map(resultOf) }],
  };
  return JSON.stringify(log, null, 2);
}

function resultOf({ rule, level, message, operations, near, accepted }: Change) {
  const text = operations.length > 0 ? `${headingOf(operations, 3)}: ${message}` : message;
  return {
    ...{
      ruleId: rule,
      kind: LEVELS[level] === 'none' ? 'informational' : 'fail',
      level: LEVELS[level],
      message: { text },
    },
    locations: [
      { physicalLocation: { artifactLocation: { uri: encodeURI(near.file) }, region: { startLine: near.line } } },
    ],
    ...(accepted && { suppressions: [{ kind: 'external', justification: accepted.reason }] }),
  };
}
