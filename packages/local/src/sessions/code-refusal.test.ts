import { expect, it } from 'vitest';
import { refuseCode, refuseLanguage } from './code-refusal.js';

it('refuses languages that this server does not run, by name', () => {
  expect(() => refuseLanguage(undefined)).not.toThrow();
  expect(() => refuseLanguage('node')).not.toThrow();
  expect(() => refuseLanguage('python')).toThrow(
    expect.objectContaining({
      code: 'BAD_REQUEST',
      message:
        'language must be "node" or "bash" (for commands of agent-browser), the only ones that this server runs, not "python"',
    }),
  );
});

it('refuses code where it is not allowed, and names the option', () => {
  expect(() => refuseCode(true)).not.toThrow();
  expect(() => refuseCode(false)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect(() => refuseCode(false)).toThrow('--allow-code (`allowCode`, TRAWL_LOCAL_ALLOW_CODE)');
});

it('refuses code where the runtime cannot confine it, whatever is allowed', () => {
  expect(() => refuseCode(true, false)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect(() => refuseCode(true, false)).toThrow('Start it in Node.js');
});
