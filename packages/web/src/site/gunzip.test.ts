import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createUnzipper } from './gunzip.js';

test.each([
  ['compressed', gzipSync],
  ['not compressed', Buffer.from],
])('a file that is %s is read until the callback returns false', async (_, pack) => {
  const pieces: number[] = [];
  const unzipper = createUnzipper((piece) => pieces.push(piece.length) < 2);
  const file = pack('all of it '.repeat(100_000));
  for (let at = 0; at < file.length; at += 1000) await unzipper.write(file.subarray(at, at + 1000));
  await unzipper.end();
  expect(pieces).toHaveLength(2);
  expect(await unzipper.write(file)).toBe(false);
});

test('a file is read whole, however it is split', async () => {
  const text = Array.from({ length: 20_000 }, (_, line) => `line ${line}`).join('\n');
  let read = '';
  const unzipper = createUnzipper((piece) => {
    read += Buffer.from(piece).toString('latin1');
    return true;
  });
  const file = gzipSync(text);
  for (let at = 0; at < file.length; at += 777) await unzipper.write(file.subarray(at, at + 777));
  await unzipper.end();
  expect(read).toBe(text);
});

test.each([
  ['compressed', gzipSync],
  ['not compressed', Buffer.from],
])('an error of the callback rejects the write of a file that is %s', async (_, pack) => {
  const unzipper = createUnzipper(() => {
    throw new Error('No room');
  });
  const writing = async () => {
    await unzipper.write(pack('all of it '.repeat(100_000)));
    await unzipper.end();
  };
  await expect(writing()).rejects.toThrow('No room');
});
