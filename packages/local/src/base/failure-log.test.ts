import { expect, test } from 'vitest';
import { createFailureLog } from './failure-log.js';

test('failures in a row are logged once, with their end', () => {
  const lines: string[] = [];
  const log = createFailureLog('The news', (line) => lines.push(line));
  log.success();
  log.failure('There is no connection.');
  log.failure('The server starts');
  log.success();
  log.success();
  log.failure('There is no connection');
  expect(lines).toEqual([
    'The news: There is no connection. It is tried again.',
    'The news: it works again.',
    'The news: There is no connection. It is tried again.',
  ]);
});
