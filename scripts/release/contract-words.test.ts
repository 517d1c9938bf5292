import type { Change } from '@trawl/spec-diff';
import { describe, expect, it } from 'vitest';
import { change } from '../pull-request/changes-for-tests.js';
import { contractWords, insertWords } from './contract-words.js';

const told = (level: Change['level'], message: string, ...operations: string[]) =>
  change({ level, message, operations });

describe('the words for a changelog', () => {
  it('tell what breaks, then what is new, and only count what was reworded', () => {
    const operations = [
      'POST /v2/search',
      'POST /v2/scrape',
      'POST /v2/crawl',
      'POST /v2/map',
      'POST /v2/batch/scrape',
    ];
    const changes = [
      told('additive', 'The request takes `lang`.', 'POST /v2/search'),
      told('breaking', 'The answer lost `links`.', ...operations),
      told('docs', 'Reworded.'),
      told('equivalent', 'Written in another way.'),
    ];
    expect(
      contractWords({ verdict: 'major', verdicts: { wire: 'major', types: 'major' }, changes }),
    ).toBe(`### The contract

#### What breaks

- The answer lost \`links\`. (\`POST /v2/search\`, \`POST /v2/scrape\`, \`POST /v2/crawl\`, 2 more)

#### What is new

- The request takes \`lang\`. (\`POST /v2/search\`)

Descriptions were reworded in 1 place.
`);
  });

  it('are none when nothing changed that a reader has to know', () => {
    const changes = [told('equivalent', 'Written in another way.')];
    expect(contractWords({ verdict: 'none', verdicts: { wire: 'none', types: 'none' }, changes })).toBe('');
  });
});

describe('the changelog', () => {
  const changelog = '# @trawl/client\n\n## 0.2.0\n\n### Minor Changes\n\n- A field.\n\n## 0.1.0\n\nFirst release.\n';

  it('gets the words at the end of its version', () => {
    expect(insertWords(changelog, '0.2.0', '### The contract\n\n- New.\n')).toBe(
      '# @trawl/client\n\n## 0.2.0\n\n### Minor Changes\n\n- A field.\n\n### The contract\n\n- New.\n\n## 0.1.0\n\nFirst release.\n',
    );
    expect(insertWords(changelog, '0.1.0', '- Words.')).toBe(`${changelog.trimEnd()}\n\n- Words.\n`);
  });

  it('must have that version', () => {
    expect(() => insertWords(changelog, '0.3.0', 'x')).toThrow('The changelog has no chapter “## 0.3.0”.');
  });
});
