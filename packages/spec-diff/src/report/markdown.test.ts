import { expect, it } from 'vitest';
import { literalText } from '../text.js';
import { markdown } from './markdown.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

it('says the verdict, then what breaks by operation; the rest is folded away', () => {
  const report = reportOf([change(), change({ level: 'additive', message: 'The field `tbs` was added.' })]);
  expect(markdown(report)).toBe(`## Contract changes

🔴 major: programs that work today can stop working. 1 change breaks, 1 is compatible.

On the wire: major (1 breaks). In the types: major (1 breaks).

### \`POST /v2/search\`

- **\`SearchRequest.limit\`: The default went from \`5\` to \`10\`.**
  - breaks on the wire and in the types
  - instead: Keep the default. Programs that want the other value can send it.
  - \`openapi/v2.yaml:12\`, id \`request-property-default-changed\` of the rule \`default-changed\`

<details>
<summary>Compatible changes (1)</summary>

**\`POST /v2/search\`**

- The field \`tbs\` was added. \`openapi/v2.yaml:12\` \`request-property-default-changed\`

</details>
`);
});

it('is no longer than a comment may be, however much there is, and says what it left out', () => {
  const level = (index: number) => (['breaking', 'additive', 'docs'] as const)[index % 3] ?? 'docs';
  const many = Array.from({ length: 3000 }, (_, index) =>
    change({
      level: level(index),
      message: `Change ${index}. ${'x'.repeat(index % 200)}`,
      operations: [`GET /${index}`],
    }),
  );
  const text = markdown(reportOf(many), { command: 'spec-diff' });
  expect(text.length).toBeLessThanOrEqual(65_536);
  const shown = text.match(/Change \d+/g)?.length ?? 0;
  expect(text).toContain(`${3000 - shown} more changes are left out here: \`spec-diff\` shows all.`);
  expect(shown).toBeGreaterThan(100);
});

it('folds shut what it has opened, wherever it stops', () => {
  const many = Array.from({ length: 40 }, (_, index) => change({ level: 'additive', message: `Change ${index}.` }));
  for (let most = 300; most < 2500; most += 7) {
    const text = markdown(reportOf(many), { most });
    expect(text.length).toBeLessThanOrEqual(most);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  }
});

it('shows a long value by its beginning', () => {
  const text = markdown(reportOf([change({ before: 'x'.repeat(5000), after: 'a\n b' })]));
  expect(text).toContain(`before \`${'x'.repeat(119)}…\`, now \`a b\``);
});

it('shows what changes in the types, and both sides as they are written', () => {
  const types = { before: ['size: number;'], after: ['size: string;'] };
  const excerpts = { before: { file: 'v2.yaml at main', line: 11, text: 'size: `1`' } };
  expect(markdown(reportOf([change({ types, excerpts })]))).toContain(`
  \`\`\`diff
  - size: number;
  + size: string;
  \`\`\`

  <details><summary>as it is written</summary>

  before: \`v2.yaml at main:11\`

  \`\`\`yaml
  size: \`1\`
  \`\`\`

  </details>
`);
  expect(markdown(reportOf([change({ types: null })]))).toContain('  - The generated types stay the same: no compiler');
});

it('says what became of the type tests, and what else has to be known', () => {
  const report = {
    ...reportOf([change()]),
    remarks: [literalText('It was moved.')],
    code: [literalText('They no longer compile:'), literalText('`a.ts:1` No.')],
  };
  const text = markdown(report);
  expect(text).toContain('## Remarks\n\n- It was moved.\n');
  expect(text).toContain('## In code\n\n### They no longer compile:\n\n- `a.ts:1` No.\n');
});

it('names the contract, of which there may be several', () => {
  expect(markdown(reportOf([]), { contract: 'api/v2.yaml' })).toMatch(/^## Contract changes of `api\/v2\.yaml`\n/);
});
