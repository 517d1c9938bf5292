import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffText } from './text-diff.js';
import { MAX_PARSED_LINES } from './version-size.js';

describe('diffText', () => {
  it('finds nothing in equal texts', () => {
    expect(diffText('a\nb\n', 'a\nb\n')).toBeUndefined();
    expect(diffText('a\nb', 'a\nb\n')).toBeUndefined();
  });

  it('shows what changed in unified form', () => {
    const diff = diffText('# Prices\n\nTea 2\nCoffee 3\n', '# Prices\n\nTea 2.5\nCoffee 3\n');
    expect(diff?.text.trimEnd().split('\n')).toEqual([
      '--- previous',
      '+++ current',
      '@@ -1,4 +1,4 @@',
      ' # Prices',
      ' ',
      '-Tea 2',
      '+Tea 2.5',
      ' Coffee 3',
    ]);
  });

  it('parses the same diff into lines with their numbers', () => {
    const [file] = diffText('one\ntwo\n', 'one\nthree\n')?.json?.files ?? [];
    expect(file).toMatchObject({ from: 'previous', to: 'current', additions: 1, deletions: 1 });
    expect(file?.chunks[0]?.changes).toEqual([
      { type: 'normal', ln1: 1, ln2: 1, content: ' one' },
      { type: 'del', ln: 2, content: '-two' },
      { type: 'add', ln: 2, content: '+three' },
    ]);
  });

  it('turns one text into the other, for any two texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', '\\ c', '-d', '+e', '@@ f'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.boolean(), (before, after, ends) => {
        const [previous, current] = [before.join('\n'), after.join('\n') + (ends ? '\n' : '')];
        const diff = diffText(previous, current);
        const ended = (text: string) => text.replace(/([^\n])$/, '$1\n');
        expect(diff ? applyPatch(ended(previous), diff.text) : ended(previous)).toBe(ended(current));
      }),
    );
  });

  it('falls back to a longer diff after a timeout, which is still correct', () => {
    const noise = (seed: number) => Array.from({ length: 20_000 }, (_, line) => `${(line * seed) % 7919}`).join('\n');
    const [previous, current] = [noise(31), noise(57)];
    const diff = diffText(previous, current);
    expect(diff?.json?.files[0]?.additions).toBeGreaterThan(0);
    const kept = diff?.json?.files[0]?.chunks.flatMap((chunk) => chunk.changes.filter((line) => line.type !== 'del'));
    expect(kept?.map((line) => line.content.slice(1)).join('\n')).toContain(current.slice(-100));
  });

  it('does not parse a diff with too many lines', () => {
    const lines = (word: string) => `${word}\n`.repeat(MAX_PARSED_LINES / 2 + 1);
    const diff = diffText(lines('old'), lines('new'));
    expect(diff?.text.match(/^[+-](old|new)$/gm)).toHaveLength(MAX_PARSED_LINES + 2);
    expect(diff).not.toHaveProperty('json');
  });
});
