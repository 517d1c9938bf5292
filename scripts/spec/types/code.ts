import type { OpenAPI3 } from 'openapi-typescript';
import { renderTypes } from '../../codegen/types.js';
import type { SpecDocument } from '../document.js';
import type { Report } from '../report/report.js';
import { changedTypes } from './changed-types.js';
import { brokenTypeTests, readTypeTests } from './type-tests.js';

const SHOWN = 5;

/** The report, with what its changes mean for programs that import the client. Takes some seconds. */
export async function withCode(
  report: Report,
  base: SpecDocument,
  head: SpecDocument,
  root = process.cwd(),
): Promise<Report> {
  if (report.changes.length === 0) return report;
  // Both have been read, so they are OpenAPI 3.1.
  const [before, after] = await Promise.all(
    [base, head].map(({ root: contract }) => renderTypes(contract as unknown as OpenAPI3)),
  );
  if (before === undefined || after === undefined) return report;

  const breaking = report.changes.filter(({ level }) => level === 'breaking');
  const changed = changedTypes(root, before, after, breaking);
  const changes = report.changes.map((change) => {
    if (change.level !== 'breaking') return change;
    const code = changed.has(change)
      ? 'the generated types change with it; the compiler shows where.'
      : 'the generated types stay the same; no compiler will tell.';
    return { ...change, code };
  });

  const broken = brokenTypeTests(root, readTypeTests(root, base.revision), before, after);
  const places = broken.slice(0, SHOWN).map(({ file, line, message }) => `\`${file}:${line}\` ${message}`);
  const rest = broken.length > SHOWN ? [`and ${broken.length - SHOWN} more`] : [];
  const code =
    broken.length === 0
      ? ['The type tests of the base compile against the types of the head.']
      : ['The type tests of the base no longer compile against the types of the head:', ...places, ...rest];
  return { ...report, changes, code };
}
