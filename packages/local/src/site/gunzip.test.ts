import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createUnzipper } from './gunzip.js';

test.each([
  ['compressed', gzipSync],
  ['not compressed', Buffer.from],
])('a file that is %s is taken until that is enough', async (_, pack) => {
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
  let taken = '';
  const unzipper = createUnzipper((piece) => {
    taken += Buffer.from(piece).toString('latin1');
    return true;
  });
  const file = gzipSync(text);
  for (let at = 0; at < file.length; at += 777) await unzipper.write(file.subarray(at, at + 777));
  await unzipper.end();
  expect(taken).toBe(text);
});

test.each([
  ['compressed', gzipSync],
  ['not compressed', Buffer.from],
])('whoever writes a file that is %s hears of it when it cannot be taken', async (_, pack) => {
  const unzipper = createUnzipper(() => {
    throw new Error('No room');
  });
  const taking = async () => {
    await unzipper.write(pack('all of it '.repeat(100_000)));
    await unzipper.end();
  };
  await expect(taking()).rejects.toThrow('No room');
});
