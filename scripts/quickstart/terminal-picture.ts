/** Cells of the terminal that a picture is wide. */
const COLUMNS = 60;

/** The most characters of one command of the kitty protocol. */
const CHUNK = 4096;

/** Terminals that know the protocol of kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol/). */
const KITTY = /kitty|ghostty/i;

/** Terminals that know the protocol of iTerm2 (https://iterm2.com/documentation-images.html). */
const ITERM = /^(?:iTerm\.app|WezTerm|mintty|rio)$/i;

/** What shows a PNG in the terminal of this environment; undefined for a terminal that is not known to show pictures. */
export function terminalPicture(
  png: Uint8Array,
  { TERM = '', TERM_PROGRAM = '' }: NodeJS.ProcessEnv,
): string | undefined {
  const base64 = Buffer.from(png).toString('base64');
  if (KITTY.test(TERM_PROGRAM || TERM)) {
    const chunks = base64.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [];
    const commands = chunks.map((chunk, index) => {
      const parameters = index === 0 ? `a=T,f=100,c=${COLUMNS},` : '';
      return `\u001b_G${parameters}m=${index < chunks.length - 1 ? 1 : 0};${chunk}\u001b\\`;
    });
    return commands.join('');
  }
  if (!ITERM.test(TERM_PROGRAM)) return undefined;
  return `\u001b]1337;File=inline=1;width=${COLUMNS};preserveAspectRatio=1:${base64}\u0007`;
}
