import { expect, test } from 'vitest';
import { StorageFull } from '../store/storage-full.js';
import { unexpectedError } from './unexpected-error.js';

test('of a full disk the client is told, and where it is only the log', () => {
  const logged: string[] = [];
  const error = new StorageFull('/srv/pages.db', undefined);
  const reply = unexpectedError(error, (reported, id) => logged.push(`${id} ${(reported as Error).message}`));
  expect(reply.status).toBe(500);
  const body = JSON.parse(reply.text) as { error: string };
  expect(body).toMatchObject({ success: false, code: 'UNKNOWN_ERROR' });
  expect(body.error).toMatch(
    /^The disk of this server is full, and nothing was stored\. Free some space .* Error ID: /,
  );
  expect(body.error).not.toContain('/srv');
  expect(logged).toEqual([expect.stringContaining('/srv/pages.db is full')]);
});
