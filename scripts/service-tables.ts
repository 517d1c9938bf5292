/**
 * Writes what guides and types say of the options of `@trawl/local`, from the tables of its source, and what guides say of
 * error codes, limits and credits, from the contract.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { limitations } from '../packages/local/src/formats/limitations.js';
import { namedSettings, type Setting } from '../packages/local/src/settings/setting-table.js';
import { readContract } from './codegen/contract.js';
import { limitRows } from './docs/limits.js';
import type { Contract } from './docs/openapi.js';
import { creditRuleRows, errorCodeRows, regularCreditRows } from './docs/tables.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Writes what guides and types say of the options of @trawl/local, and of the codes, limits and credits of the contract.

  npm run service:tables              writes
  npm run service:tables -- --check   writes nothing, and fails if a file does not match the source
`;

/** A part of a file that is written from the source, between two marks. */
interface Part {
  readonly file: string;
  readonly start: string;
  readonly end: string;
  readonly content: string;
}

function limitationTable(): Part {
  const { options, formats } = limitations();
  const rows = Object.entries({ ...options, ...formats }).map(([name, sentence]) => [`\`${name}\``, sentence]);
  return markdownPart('docs/differences.md', 'limitations', [['option or format', 'what this service does'], ...rows]);
}

function settingsTable(): Part {
  const rows = namedSettings.map(({ name, setting }) => [`\`${name}\``, setting.description, defaultOf(setting)]);
  return markdownPart('packages/local/README.md', 'settings', [['option', 'what it is', 'default'], ...rows]);
}

function defaultOf({ default: value, defaultInWords, programDefault }: Setting): string {
  if (defaultInWords !== undefined) return defaultInWords;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return programDefault === undefined ? `\`${value}\`` : `\`${value}\`, for the program \`${programDefault}\``;
}

function markdownPart(file: string, name: string, [head = [], ...rows]: readonly (readonly string[])[]): Part {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return {
    file,
    start: `<!-- ${name}: npm run service:tables -->\n\n`,
    end: `\n\n<!-- /${name} -->`,
    content: lines.join('\n'),
  };
}

/** The tables of guides whose facts the contract states. */
function contractTables(): Part[] {
  const contract = readContract('openapi/v2.yaml') as unknown as Contract;
  return [
    markdownPart('docs/error-messages.md', 'error-codes', [['code', 'meaning'], ...errorCodeRows(contract)]),
    markdownPart('docs/limits.md', 'limits', [['what', 'limit'], ...limitRows(contract)]),
    markdownPart('docs/credits.md', 'regular-credits', [['credits', 'for'], ...regularCreditRows(contract)]),
    markdownPart('docs/credits.md', 'credit-rules', [['when', 'credits', 'for'], ...creditRuleRows(contract)]),
  ];
}

/** The fields of the type of the settings, with their descriptions for the editor of a caller. */
function settingsType(): Part {
  const fields = namedSettings.map(({ name, setting }) => `${commentOf(setting)}\n  ${name}: ${typeOf(setting)};`);
  return {
    file: 'packages/local/src/settings/settings.ts',
    start: '// settings: npm run service:tables\n',
    end: '\n  // /settings',
    content: fields.join('\n'),
  };
}

function commentOf({ description }: Setting): string {
  const lines = (description.match(/\S.{0,113}(?:\s|$)/g) ?? []).map((line) => line.trimEnd());
  if (lines.length === 1) return `  /** ${lines[0]} */`;
  return ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n');
}

function typeOf({ type, default: value }: Setting): string {
  if (type === 'list') return 'readonly string[]';
  return value === undefined ? `${type} | undefined` : type;
}

/** The text of a file with the part between its marks. */
function withPart(text: string, { file, start, end, content }: Part): string {
  const startIndex = text.indexOf(start.trim());
  const endIndex = text.indexOf(end.trim());
  if (startIndex < 0 || endIndex < startIndex)
    throw new Error(`${file} has no lines ${start.trim()} and ${end.trim()} around a part.`);
  return `${text.slice(0, startIndex)}${start}${content}${end}${text.slice(endIndex + end.trim().length)}`;
}

const { values } = readCommandLine(USAGE, { options: { check: { type: 'boolean', default: false } } });
for (const part of [limitationTable(), settingsTable(), settingsType(), ...contractTables()]) {
  const committedText = readFileSync(part.file, 'utf8');
  const text = withPart(committedText, part);
  if (text === committedText) continue;
  if (values.check) {
    console.error(
      `${part.file} does not match the tables of the service: run \`npm run service:tables\` and commit the result.`,
    );
    process.exitCode = 1;
  } else writeFileSync(part.file, text);
}
