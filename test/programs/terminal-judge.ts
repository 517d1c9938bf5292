import { Terminal } from '@xterm/headless';

/** What a terminal made of the output of a program. */
export interface Shown {
  /** The control functions that it carried out, beside ends of lines. */
  readonly functions: readonly string[];
  /** The lines that can be read in the end. */
  readonly lines: readonly string[];
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const FINALS = range(0x40, 0x7e).map((code) => String.fromCharCode(code));
const INTERMEDIATES = [undefined, ' ', '!', '"', '#', '$', '%', "'", '(', ')', '*', '+', '-', '.', '/'];

/** Lets the state machine of a terminal read an output, and tells what it did. */
export async function shownBy(output: string): Promise<Shown> {
  const terminal = new Terminal({ cols: 4000, rows: 400, scrollback: 4000, allowProposedApi: true, convertEol: true });
  const functions: string[] = [];
  const record = (name: string) => () => {
    functions.push(name);
    return false;
  };
  for (const final of FINALS) {
    for (const intermediates of INTERMEDIATES) {
      const id = { final, ...(intermediates && { intermediates }) };
      terminal.parser.registerCsiHandler(id, record(`CSI ${intermediates ?? ''}${final}`));
      terminal.parser.registerEscHandler(id, record(`ESC ${intermediates ?? ''}${final}`));
      terminal.parser.registerDcsHandler(id, record(`DCS ${final}`));
    }
    for (const prefix of ['?', '>', '=', '<'])
      terminal.parser.registerCsiHandler({ final, prefix }, record(`CSI ${prefix}${final}`));
  }
  for (const number of range(0, 1400)) terminal.parser.registerOscHandler(number, record(`OSC ${number}`));
  terminal.onBell(record('BEL'));
  terminal.onTitleChange(record('title'));
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const { active } = terminal.buffer;
  const lines = range(0, active.length - 1).map((index) => active.getLine(index)?.translateToString(true) ?? '');
  terminal.dispose();
  return { functions, lines: lines.filter((line) => line !== '') };
}
