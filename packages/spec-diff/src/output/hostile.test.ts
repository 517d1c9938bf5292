import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { fixedRuns } from '../../../../test/properties.js';
import { compare } from '../compare.js';
import { parseSpec, type SpecDocument } from '../document.js';
import type { JsonObject } from '../json.js';
import { withPolicy } from '../policy.js';
import { FORMATS, type Format, render } from '../report/render.js';
import type { Report } from '../report/report.js';
import { RULES } from '../rules/index.js';
import { name } from '../text.js';

/** Every name from a contract has this in it. Nothing of ours has. */
const CANARY = 'zq9';

/** What names could do, of each kind a few. */
const FRAGMENTS = [
  '\n\n<script>alert(1)</script>\n\n',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</code></pre></details><h1>Approved</h1>',
  '<!--',
  '-->',
  ']]>',
  '&lt;b&gt;&#60;',
  '`',
  '```',
  '``` `',
  '~~~',
  '\n```\n',
  '[a](//evil.example)',
  '![a](//evil.example/p.png)',
  '[a]: //evil.example',
  'http://evil.example/x',
  'www.evil.example',
  'a@evil.example',
  '@octocat',
  '@org/team',
  '#1',
  'GH-1',
  'owner/repo#1',
  'c0ffee0123456789',
  '\n\n# Heading\n\n',
  '\n- [x] reviewed\n',
  '\n| a | b |\n|---|---|\n',
  '\n> quoted',
  '**bold** _em_ ~~no~~',
  '[^1]',
  '$a$',
  ':tada:',
  '\\',
  '\u001b]8;;http://evil.example\u0007click\u001b]8;;\u0007',
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u009b2J',
  '\u0090q\u009c',
  '\u0007\b\r',
  '\u202e\u2066\u200f',
  '\u2028\u2029\u0085\u000b\f',
  '\u{e0041}\u200b\ufeff',
  '\ud800',
  '\u0000',
  '\n::add-mask::e\n',
  '\r::stop-commands::z\r',
  '::error::e',
  '##[add-mask]e',
  '%0A::error::e',
  '\nmajor  0 changes break.\n',
  ' ',
] as const;

const nameOf = (parts: readonly string[]) => parts.join(CANARY) + CANARY;

const PER_NAME = 4;

/** Each of them in one of the names. */
const NAMES = Array.from({ length: Math.ceil(FRAGMENTS.length / PER_NAME) }, (_, index) =>
  nameOf(FRAGMENTS.slice(index * PER_NAME, (index + 1) * PER_NAME)),
);

const hostileName = fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 }).map(nameOf);

/** A contract in which every place that has a name has this one, with a number so that no two are the same. */
function contract(hostile: string, { maximum, note }: { maximum: number; note: string }): JsonObject {
  let count = 0;
  const n = () => `${hostile}${count++}`;
  const schema = (): JsonObject => ({
    title: n(),
    description: `${note}${n()}`,
    type: 'object',
    properties: {
      [n()]: {
        type: 'string',
        maxLength: maximum,
        enum: [n(), note + n()],
        default: n(),
        format: n(),
        pattern: `${maximum}`,
      },
      [n()]: { oneOf: [{ title: n(), type: 'integer', maximum }, { const: n() }] },
    },
    patternProperties: { [n()]: { type: 'string', maxLength: maximum } },
    dependentRequired: { [n()]: [n()] },
    required: [n()],
    [`x-${n()}`]: note + n(),
  });
  const content = () => ({ [n()]: { schema: schema(), examples: { [n()]: { value: note + n() } } } });
  const operation = (): JsonObject => ({
    operationId: note + n(),
    tags: [n()],
    summary: note + n(),
    parameters: [
      { name: n(), in: 'query', description: note + n(), schema: { type: 'integer', maximum } },
      { name: n(), in: 'header', schema: { enum: [n(), note + n()] } },
    ],
    requestBody: { content: content() },
    responses: {
      200: {
        description: note + n(),
        headers: { [n()]: { schema: { type: 'integer', maximum } } },
        content: content(),
      },
    },
    callbacks: { [n()]: { [n()]: { post: { responses: { 200: { description: note + n(), content: content() } } } } } },
    security: [{ [n()]: [n(), note + n()] }],
    'x-sunset': note + n(),
  });
  return {
    openapi: '3.1.0',
    info: { title: note + n(), version: note + n() },
    servers: [{ url: `https://{${n()}}`, variables: { [n()]: { default: n(), enum: [note + n()] } } }],
    tags: [{ name: note + n() }],
    paths: { [`/${n()}/{${n()}}`]: { post: operation() } },
    webhooks: { [n()]: { post: { summary: note + n(), requestBody: { content: content() }, responses: {} } } },
    components: {
      schemas: { [n()]: schema(), [note + n()]: schema() },
      securitySchemes: { [n()]: { type: 'apiKey', in: 'header', name: note + n() } },
    },
  };
}

const EMPTY: JsonObject = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };

const document = (root: JsonObject, file: string): SpecDocument => parseSpec(JSON.stringify(root, null, 2), file);

/** Reports in which every name is hostile, and the changes are of many kinds. */
function reports(hostile: string): Report[] {
  const roots = [EMPTY, contract(hostile, { maximum: 5, note: 'a' }), contract(hostile, { maximum: 4, note: 'b' })];
  const [empty, first, second] = roots.map((root) => document(root, `${hostile}.yaml`));
  if (!empty || !first || !second) throw new Error('There are three contracts.');
  const accepted = RULES.slice(0, 20).map(({ name }) => ({ rule: name, reason: hostile, until: '2999-12-31' }));
  const agreed = withPolicy(compare(first, second), { rules: {}, accepted, settings: {} });
  return [agreed, compare(first, empty)].map((report) => ({
    ...report,
    remarks: [name(hostile)],
    code: [name(hostile), name(hostile)],
  }));
}

/** Judges all outputs for many names; the same ones in every run. */
function judged(judges: Readonly<Record<Format, (output: string) => void | Promise<void>>>): Promise<void> {
  const property = fc.asyncProperty(hostileName, async (hostile) => {
    const options = { contract: hostile, command: hostile, link: hostile };
    for (const report of reports(hostile)) {
      for (const format of FORMATS) await judges[format](await render(report, format, options));
    }
  });
  return fc.assert(property, { ...fixedRuns(NAMES.length + 2, 46), examples: NAMES.map((each) => [each]) });
}

type Node = DefaultTreeAdapterTypes.Node;

/** What there is in a page: each element with its attributes, each comment, and each text with the elements around it. */
function contentsOf(node: Node, around: readonly string[] = []): { elements: string[]; texts: [string[], string][] } {
  if (node.nodeName === '#text' && 'value' in node) return { elements: [], texts: [[[...around], node.value]] };
  const attributes = 'attrs' in node ? node.attrs.map((each) => ` ${each.name}=${each.value}`).join('') : '';
  const children = 'childNodes' in node ? node.childNodes : [];
  const parts = children.map((child) => contentsOf(child, [...around, node.nodeName]));
  const isOwn = !node.nodeName.startsWith('#document');
  return {
    elements: [...(isOwn ? [node.nodeName + attributes] : []), ...parts.flatMap(({ elements }) => elements)],
    texts: parts.flatMap(({ texts }) => texts),
  };
}

const LINE = ['h2', 'h3', 'p', 'ul', 'li', 'strong', 'code', 'pre', 'details', 'summary'];

const MARKDOWN = [...LINE, 'code class=language-diff', 'code class=language-yaml'];

const HTML = [
  ...LINE,
  'h1',
  'html',
  'html lang=en',
  'head',
  'meta charset=utf-8',
  'title',
  'style',
  'body',
  'main',
  '#documentType',
];

it('lets nothing of a contract become more than text, in any output', { timeout: 60_000 }, () => {
  const plain = (output: string) => {
    expectNoControls(output);
    expect(commandsIn(output)).toEqual([]);
  };
  const data = (output: string) => {
    plain(output);
    JSON.parse(output);
  };
  return judged({
    async terminal(output) {
      plain(output);
      await expectShownAsWritten(output);
    },
    junit: plain,
    json: data,
    sarif: data,
    markdown(output) {
      plain(output);
      const page = micromark(output, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
      const { elements, texts } = contentsOf(parseFragment(page));
      expect(elements.filter((each) => !MARKDOWN.includes(each))).toEqual([]);
      // GitHub looks for mentions, issues, commits and addresses in every text but code.
      const running = texts.filter(([around]) => !around.includes('code')).map(([, text]) => text);
      expect(running.filter((each) => each.includes(CANARY) || /@|#\d|GH-\d|:\/\/|www\./.test(each))).toEqual([]);
    },
    html(output) {
      plain(output);
      const { elements, texts } = contentsOf(parse(output));
      expect(elements.filter((each) => !HTML.includes(each) && !each.startsWith('meta name=viewport'))).toEqual([]);
      expect(texts.filter(([around, each]) => around.includes('style') && each.includes(CANARY))).toEqual([]);
    },
    github(output) {
      expectNoControls(output);
      const commands = commandsIn(output);
      expect(commands).toHaveLength(output.split('\n').length);
      for (const command of commands) expect(['error', 'warning', 'notice']).toContain(command);
    },
  });
});

/** The commands that the runner of GitHub finds, in each of its two forms. */
function commandsIn(output: string): string[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, command] = /^\s*::([^\s:]+)(?: [^:]*)?::/.exec(line) ?? /##\[([^\];]+)[^\]]*\]/.exec(line) ?? [];
    return command === undefined ? [] : [command];
  });
}

/** Nothing that steers a terminal: only line breaks, which are ours. */
function expectNoControls(output: string): void {
  const controls = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u{200B}\u{FEFF}\u{E0000}-\u{E0FFF}]/u;
  expect(controls.exec(output)).toBe(null);
}

/** What a terminal shows is what was written, line by line, and nothing else happens in it. */
async function expectShownAsWritten(output: string): Promise<void> {
  const lines = output.split('\n');
  const columns = 1 + Math.max(...lines.map(({ length }) => length));
  const terminal = new Terminal({ cols: columns, rows: lines.length + 1, allowProposedApi: true, convertEol: true });
  let events = 0;
  terminal.onBell(() => events++);
  terminal.onTitleChange(() => events++);
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const shown = lines.map((_, index) => terminal.buffer.active.getLine(index)?.translateToString(true).trimEnd());
  terminal.dispose();
  expect(shown).toEqual(lines.map((line) => line.trimEnd()));
  expect(events).toBe(0);
}
