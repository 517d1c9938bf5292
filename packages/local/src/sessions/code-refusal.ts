import { PERMISSION_FLAG } from '@trawl/browser/sandbox/program';
import { Refusal } from '../contract/refusal.js';

/** Refuses code on a server that does not allow it, or whose runtime cannot confine it. */
export function refuseCode(isAllowed: boolean, canConfine = PERMISSION_FLAG !== undefined): void {
  if (!canConfine) {
    throw new Refusal(
      'forbidden',
      'This server runs no `code`: its runtime has no permission model of Node.js. Start it in Node.js.',
    );
  }
  if (isAllowed) return;
  throw new Refusal(
    'forbidden',
    'This server runs no `code`: it is open to more than the programs of its machine. Start it with --allow-code (`allowCode`, TRAWL_LOCAL_ALLOW_CODE).',
  );
}

/** Refuses code in a language that this server does not run. */
export function refuseLanguage(language: string | undefined): void {
  if (language === undefined || language === 'node') return;
  const message = `language must be "node" or "bash" (for commands of agent-browser), the only ones that this server runs, not "${language}"`;
  throw new Refusal('BAD_REQUEST', message, { details: [{ code: 'custom', path: ['language'], message }] });
}
