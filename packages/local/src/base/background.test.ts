import { expect, test } from 'vitest';
import { createBackground } from './background.js';

const later = () => new Promise<void>((resolve) => setTimeout(resolve));

test('a failure is logged under the name of the work, and rejects nothing', async () => {
  const logged: string[] = [];
  const background = createBackground((line) => logged.push(line));
  const failing = background.start('check 1', async () => {
    await later();
    throw new Error('No room');
  });
  const atOnce = background.start('check 2', () => {
    throw new Error('At once');
  });
  await Promise.all([failing.ended, atOnce.ended]);
  expect(logged).toEqual([
    expect.stringMatching(/^check 2: Error: At once\n/),
    expect.stringMatching(/^check 1: Error: No room\n/),
  ]);
});

test('a log that fails takes nothing down with it', async () => {
  const background = createBackground(() => {
    throw new Error('No log');
  });
  background.start('check', () => Promise.reject(new Error('No room')));
  await background.idle();
});

test('is idle when nothing runs any more, what was started meanwhile included', async () => {
  const ended: string[] = [];
  const background = createBackground(() => {});
  background.start('first', async () => {
    await later();
    background.start('second', async () => {
      await later();
      ended.push('second');
    });
    ended.push('first');
  });
  await background.idle();
  expect(ended).toEqual(['first', 'second']);
});
