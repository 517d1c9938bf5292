import { expect, it } from 'vitest';
import { terminalPicture } from './quickstart/terminal-picture.js';

const png = new Uint8Array(5000).fill(7);
const base64 = Buffer.from(png).toString('base64');

it('shows a picture in parts by the protocol of kitty', () => {
  for (const environment of [{ TERM: 'xterm-kitty' }, { TERM: 'xterm-256color', TERM_PROGRAM: 'ghostty' }]) {
    const commands = terminalPicture(png, environment)?.split('\u001b\\') ?? [];
    expect(commands.pop()).toBe('');
    const parts = commands.map((command) => command.split(';'));
    expect(parts.map(([about]) => about)).toEqual(['\u001b_Ga=T,f=100,c=60,m=1', '\u001b_Gm=0']);
    expect(parts.map(([, part]) => part).join('')).toBe(base64);
  }
});

it('shows a picture as a file by the protocol of iTerm2', () => {
  const shown = terminalPicture(png, { TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' });
  expect(shown).toBe(`\u001b]1337;File=inline=1;width=60;preserveAspectRatio=1:${base64}\u0007`);
});

it.each([
  {},
  { TERM: 'dumb' },
  { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' },
  // A multiplexer between the two shows no pictures.
  { TERM: 'xterm-kitty', TERM_PROGRAM: 'tmux' },
])('shows none where it is not known to be seen: %j', (environment) => {
  expect(terminalPicture(png, environment)).toBeUndefined();
});
