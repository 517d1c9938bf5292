import { expect, test } from 'vitest';
import { completionOf } from './completion.js';
import type { ModelRequest } from './model.js';

const request: ModelRequest = {
  team: 'team',
  messages: [{ role: 'user', content: 'What does it cost?' }],
  deadline: Number.MAX_SAFE_INTEGER,
  signal: new AbortController().signal,
};

const completion = (content: unknown, key?: string) =>
  completionOf({ choices: [{ message: { role: 'assistant', content } }] }, request, key);

test.each<[string, unknown]>([
  ['a text', '12 euros.'],
  [
    'a list of parts',
    [
      { type: 'text', text: '12 ' },
      { type: 'text', text: 'euros.' },
    ],
  ],
  [
    'parts with thoughts',
    [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: '12 euros.' },
    ],
  ],
  ['parts that are texts', ['12 euros.']],
  ['thoughts', '<think>The page says {12}.</think>\n12 euros.'],
  ['thoughts of another name', '<thinking>\nThe page says 12.\n</thinking>\n\n12 euros.'],
  ['thoughts that were begun by the template', 'The page says 12.\n</think>\n\n12 euros.'],
  ['thoughts of another name that were begun by the template', 'Hm.\n</thinking>12 euros.'],
  ['thoughts in two pieces', '<think>Hm.</think><think>The page says 12.</think>12 euros.'],
])('an answer is read from %s', (_, content) => {
  expect(completion(content).text).toBe('12 euros.');
});

test('what looks like the end of thoughts and has no answer behind it, or stands in JSON, is the answer', () => {
  expect(completion('12 euros.</think>').text).toBe('12 euros.</think>');
  const json = '{"answer": "The tag is </think>, and it ends thoughts."}';
  expect(completion(json).text).toBe(json);
});

test('the key is found in parts, and in thoughts', () => {
  expect(() => completion([{ type: 'text', text: 'It is sk-xyzzy.' }], 'sk-xyzzy')).toThrow('it repeats the key');
  expect(() => completion('sk-xyzzy</think>12 euros.', 'sk-xyzzy')).toThrow('it repeats the key');
});
