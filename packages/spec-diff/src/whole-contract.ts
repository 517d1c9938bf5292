import type { SpecDocument } from './document.js';
import { isObject } from './json.js';
import { type Change, type Report, reportOf } from './report/report.js';
import { CONTRACT_ADDED, CONTRACT_REMOVED } from './rules/without-rule.js';
import { operationsOf } from './shape.js';
import { code, literalText, plainText, type Text, text } from './text.js';

/** All of a contract that there was not before. */
export function addedContract(document: SpecDocument): Report {
  const sentence = text`The contract ${code(document.file)} is new: all of it, ${countOf(document)}.`;
  const place = { side: 'after', file: document.file, line: 1 } as const;
  return reportOf([wholeChange(CONTRACT_ADDED, 'additive', sentence, place)]);
}

/** All of a contract that there is no longer. */
export function removedContract(document: SpecDocument): Report {
  const sentence = text`The contract ${code(document.file)} was removed, with all of it: ${countOf(document)}.`;
  const place = { side: 'before', file: document.file, line: 1 } as const;
  return reportOf([wholeChange(CONTRACT_REMOVED, 'breaking', sentence, place)]);
}

/** What is said beside the report where a contract is read from another place than before. */
export function movedRemark(from: string, to: string): Text {
  return text`The contract was moved from ${code(from)} to ${code(to)}.`;
}

function wholeChange(rule: string, level: Change['level'], sentence: Text, location: Change['location']): Change {
  return {
    id: rule,
    rule,
    level,
    impact: { wire: level, types: level },
    operations: [],
    text: sentence,
    message: plainText(sentence),
    before: null,
    after: null,
    location,
    near: { ...location, side: 'after' },
    places: { before: undefined, after: undefined },
    ...(level === 'breaking' && { types: null }),
  };
}

function countOf({ root }: SpecDocument): Text {
  const paths = isObject(root.paths) ? Object.values(root.paths) : [];
  const operations = paths.reduce<number>((sum, item) => sum + (isObject(item) ? operationsOf(item).size : 0), 0);
  return literalText(operations === 1 ? '1 operation' : `${operations} operations`);
}
