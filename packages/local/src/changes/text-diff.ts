import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';

/** A page of text differs within this time, or it is shown as replaced. */
const TIMEOUT_MS = 500;
const CONTEXT_LINES = 3;

/** Lines of a diff that is taken apart. */
export const MOST_LINES_APART = 50_000;

type Hunk = StructuredPatch['hunks'][number];

/** One line of a diff; `content` begins with its sign. `ln` counts in the text that the line stands in. */
export type DiffLine =
  | { readonly type: 'add' | 'del'; readonly ln: number; readonly content: string }
  | { readonly type: 'normal'; readonly ln1: number; readonly ln2: number; readonly content: string };

export interface DiffChunk {
  /** The line that begins with `@@`. */
  readonly content: string;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly changes: readonly DiffLine[];
}

export interface DiffFile {
  readonly from: string;
  readonly to: string;
  readonly additions: number;
  readonly deletions: number;
  readonly chunks: readonly DiffChunk[];
}

/** A difference between two texts, in unified form and taken apart. */
export interface DiffOfText {
  readonly text: string;
  /** Undefined for a diff of so many lines that each as an object of its own would take seconds. */
  readonly json?: { readonly files: readonly DiffFile[] };
}

/** What changed from one text to the other; undefined when nothing did, or only the line break at the end. */
export function diffText(before: string, after: string): DiffOfText | undefined {
  const [previous, current] = [ended(before), ended(after)];
  if (previous === current) return undefined;
  const patch = patchWithin(previous, current);
  const text = formatPatch(patch, FILE_HEADERS_ONLY);
  if (patch.hunks.reduce((sum, { lines }) => sum + lines.length, 0) > MOST_LINES_APART) return { text };
  const chunks = patch.hunks.map(chunkOf);
  const lines = chunks.flatMap((chunk) => chunk.changes);
  const file = {
    from: patch.oldFileName ?? '',
    to: patch.newFileName ?? '',
    additions: lines.filter((line) => line.type === 'add').length,
    deletions: lines.filter((line) => line.type === 'del').length,
    chunks,
  };
  return { text, json: { files: [file] } };
}

/** Whether there is nothing to show between the two. */
export function isSameText(before: string, after: string): boolean {
  return ended(before) === ended(after);
}

/** Whether a text ends with a line break says nothing to those who read it. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function patchWithin(previous: string, current: string): StructuredPatch {
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS };
  const [from, to] = ['previous', 'current'];
  const minimal = structuredPatch(from, to, previous, current, undefined, undefined, options);
  // Still true, only longer than need be: all of one text goes, all of the other comes.
  return (
    minimal ?? {
      oldFileName: from,
      newFileName: to,
      oldHeader: '',
      newHeader: '',
      hunks: [replaced(previous, current)],
    }
  );
}

function replaced(previous: string, current: string): Hunk {
  const [gone, come] = [linesOf(previous), linesOf(current)];
  return {
    oldStart: Math.min(1, gone.length),
    oldLines: gone.length,
    newStart: Math.min(1, come.length),
    newLines: come.length,
    lines: [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)],
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function chunkOf({ lines, ...place }: Hunk): DiffChunk {
  let { oldStart: old, newStart: now } = place;
  const changes = lines.map((content): DiffLine => {
    if (content.startsWith('+')) return { type: 'add', ln: now++, content };
    if (content.startsWith('-')) return { type: 'del', ln: old++, content };
    return { type: 'normal', ln1: old++, ln2: now++, content };
  });
  const { oldStart, oldLines, newStart, newLines } = place;
  return { content: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...place, changes };
}
