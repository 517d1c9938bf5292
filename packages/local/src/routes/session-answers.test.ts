import { expect, it } from 'vitest';
import { codeResult } from './session-answers.js';

const outcome = { stdout: '', result: undefined, exitCode: 1, killed: false };

it.each([
  ['Error: No anchor\n    at code.js:1:7\n', 'Error: No anchor'],
  [
    'page.goto: net::ERR_FAILED at http://a.test/\nCall log:\n\u001b[2m  - navigating to "http://a.test/"\u001b[22m\n\n    at code.js:1:7\n',
    'page.goto: net::ERR_FAILED at http://a.test/',
  ],
  ['Careful\nThe code took longer than 1000 ms.\n', 'The code took longer than 1000 ms.'],
  ['', 'The code failed.'],
])('says what failed by the last message of %j', (stderr, error) => {
  expect(codeResult({ ...outcome, stderr })).toMatchObject({ success: false, stderr, error });
});
