import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves to the first message of a program. Throws when the program ends before. */
export async function firstMessage(program: ChildProcess): Promise<unknown> {
  const ended = once(program, 'exit').then(([status]) => {
    throw new Error(`${program.spawnargs.join(' ')} ended with ${status} before it was ready.`);
  });
  const [message] = await Promise.race([once(program, 'message'), ended]);
  return message;
}
