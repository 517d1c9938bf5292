import { describe, expect, it } from 'vitest';
import { runProgram } from '../programs/run.js';
import { compile } from './compile.js';
import { docExamples } from './doc-comments.js';

const examples = docExamples();

/** The service of the examples, which is another one here. */
const here = (code: string) => code.replaceAll(`'http://127.0.0.1:3002'`, 'process.env.TRAWL_BASE_URL');

it('the examples of doc comments compile', () => {
  expect(examples.length).toBeGreaterThan(25);
  expect(compile(examples)).toEqual([]);
});

describe.concurrent('the example of a doc comment', () => {
  it.each(examples)('runs, and asks as it should: $path:$line', async ({ code }) => {
    const { failure, asked } = await runProgram(here(code));
    expect(failure).toBe('');
    expect(asked.flatMap(({ operation, complaints }) => complaints.map((text) => `${operation}: ${text}`))).toEqual([]);
  });
});
