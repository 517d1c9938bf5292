import { compare as compareContracts } from './compare.js';
import type { SpecDocument } from './document.js';
import { type HistoryOptions, type Pair, pairsIn } from './history.js';
import { isObject } from './json.js';
import { markdownLine } from './output/markdown.js';
import { SpecProblem } from './problem.js';
import type { Change, Report } from './report/report.js';
import type { Level } from './rules/rule.js';
import { code, name, sequence, text } from './text.js';

/** What readers of a changelog are told of, each under a heading. */
const HEADINGS: readonly { level: Level; heading: string }[] = [
  { level: 'breaking', heading: 'Breaking' },
  { level: 'warning', heading: 'May break some programs' },
  { level: 'additive', heading: 'New and compatible' },
  { level: 'neutral', heading: 'Without effect on programs' },
];

/** How many operations a line names. */
const NAMED = 3;

/** The first and the last contract of the commits that had one version. */
interface Release {
  version: string | undefined;
  date: string;
  before: SpecDocument;
  after: SpecDocument;
}

/**
 * What changed in a contract, by version, as Markdown, the latest version first. A version is compared as a whole with the
 * one before: what came and went between two of its commits is not told.
 */
export async function changelog(
  file: string,
  { compare = compareContracts, ...options }: HistoryOptions = {},
): Promise<string> {
  const releases: Release[] = [];
  for await (const pair of pairsIn(file, options)) addTo(releases, pair);
  if (releases.length === 0) {
    throw new SpecProblem(
      `${file}: the history has no two versions of it; name the contract by its path from the root of the repository.`,
    );
  }
  const title = markdownLine(text`Changes of ${code(file)}`);
  const chapters = releases.map((release) => chapterOf(release, compare(release.before, release.after)));
  return `# ${title}\n\n${chapters.join('\n')}`.trimEnd();
}

function addTo(releases: Release[], { before, after, date }: Pair): void {
  const version = versionOf(after);
  const last = releases.at(-1);
  if (last && last.version === version) last.before = before;
  else releases.push({ version, date, before, after });
}

function chapterOf({ version, date }: Release, report: Report): string {
  // The heading names the new version already.
  const changes = report.changes.filter(({ places }) => places.after?.join('.') !== 'info.version');
  const open = changes.filter(({ accepted }) => !accepted);
  const parts = HEADINGS.flatMap(({ level, heading }) =>
    sectionOf(
      heading,
      open.filter((change) => change.level === level),
    ),
  );
  parts.push(
    ...sectionOf(
      'Accepted',
      changes.filter(({ accepted }) => accepted),
    ),
  );
  const reworded = changes.filter(({ level }) => level === 'docs').length;
  if (reworded > 0) parts.push(`Descriptions were reworded in ${reworded} ${reworded === 1 ? 'place' : 'places'}.\n`);
  const title = version === undefined ? text`Without a version` : name(version);
  const heading = markdownLine(text`${title} (${name(date)})`);
  return `## ${heading}\n\n${parts.join('\n') || 'Nothing that a program or a reader notices.\n'}`;
}

function sectionOf(heading: string, changes: readonly Change[]): string[] {
  const lines = changes.map(lineOf);
  return lines.length > 0 ? [`### ${heading}\n\n${lines.join('\n')}\n`] : [];
}

function lineOf({ id, text: sentence, operations, accepted }: Change): string {
  const first = operations.slice(0, NAMED).map(name);
  const more = operations.length > NAMED ? [text`${operations.length - NAMED} more`] : [];
  const where = first.length > 0 ? text` (${sequence([...first, ...more])})` : text``;
  const reason = accepted ? text` ${name(accepted.reason)}` : text``;
  return `- ${markdownLine(text`${sentence}${where}${reason} ${code(id)}`)}`;
}

function versionOf({ root }: SpecDocument): string | undefined {
  const version = isObject(root.info) ? root.info.version : undefined;
  return version === undefined ? undefined : String(version);
}
