import { styleText } from 'node:util';

/** What a text is about: that something went well, needs attention, or failed. */
export type Tone = 'good' | 'notice' | 'bad';

/** Returns a text with the colour of its tone. */
export type Paint = (tone: Tone | undefined, text: string) => string;

const COLOURS = { good: 'green', notice: 'yellow', bad: 'red' } as const;

/** Colours for a terminal that shows them; none for a pipe or a file, with NO_COLOR, and for a dumb terminal. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColours = stream.isTTY && stream.hasColors(colourSettings(process.env));
  return (tone, text) => (hasColours && tone ? styleText(COLOURS[tone], text, { validateStream: false }) : text);
}

/** Node.js takes an empty NO_COLOR for a wish; by the convention it is none. */
function colourSettings({ NO_COLOR, ...others }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return NO_COLOR ? { ...others, NO_COLOR } : others;
}
