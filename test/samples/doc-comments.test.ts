import { describe, expect, it } from 'vitest';
import { compile } from '../docs/compile.js';
import { runProgram } from '../programs/run.js';
import { docExamples } from './doc-comments.js';

const examples = docExamples();

/** Replaces the service of the examples by that of the test. */
const withTestService = (code: string) => code.replaceAll(`'http://127.0.0.1:3002'`, 'process.env.TRAWL_BASE_URL');

it('the examples of doc comments compile', () => {
  expect(examples.length).toBeGreaterThan(25);
  expect(compile(examples)).toEqual([]);
});

describe.concurrent('the example of a doc comment', () => {
  it.each(examples)('runs and sends valid requests: $path:$line', async ({ code }) => {
    const { failure, calls } = await runProgram(withTestService(code));
    expect(failure).toBe('');
    expect(calls.flatMap(({ operation, problems }) => problems.map((text) => `${operation}: ${text}`))).toEqual([]);
  });
});
