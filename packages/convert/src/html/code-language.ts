import { type Element, firstElements, isTag } from './html.js';

/** Classes of highlighters that a language follows: `language-js`, `src-python`, `brush: js`, `mw-highlight-lang-c`. */
const CERTAIN =
  /(?:^|\s)(?:language-|lang-|highlight-source-|mw-highlight-lang-|highlight-(?!text-)|brush:\s*|sourceCode\s+)([\w+#.-]+)/i;
const LIKELY = /(?:^|\s)(?:\w+-)*(?:highlight|highlighter|lang|language|src|code)[-:]([\w+#.-]+)/gi;
const ATTRIBUTES = ['data-lang', 'data-language', 'data-code-lang', 'data-enlighter-language'];
const NO_LANGUAGE = new Set(['default', 'none', 'text', 'plain', 'plaintext', 'notranslate', 'source', 'nohighlight']);

/** Names that highlighters write without a prefix, so they are told from other classes by this list. */
const NAMES = new Set(
  `abap ada apache applescript arduino armasm asm awk bash basic bat batch c c++ clj clojure cmake cmd cobol coffeescript console
  cpp cs csharp css csv cuda cypher d dart delphi diff django docker dockerfile elisp elixir elm erb erl erlang f# fortran fsharp
  gherkin glsl go golang gradle graphql groovy haml handlebars haskell hcl hlsl hs html http ini java javascript jinja js json json5
  jsonc jsp jsx julia kotlin kt latex less lisp llvm lua makefile markdown matlab mermaid mysql nasm nginx nim nix objc objectivec
  objective-c ocaml octave pascal perl pgsql php pl plsql postgresql powershell prolog properties proto protobuf ps1 puppet py
  python python3 pycon qml r racket rb regex rs ruby rust sas sass scala scheme scss sh shell smalltalk solidity sparql sql ssh
  svelte swift systemverilog tcl terraform tex toml ts tsx twig typescript vala vb vba vbnet verilog vhdl vim vue wasm xhtml xml
  yaml yml zig zsh`.split(/\s+/),
);

/** A language by the name that a page shows or writes; undefined for other words. */
export function languageNamed(name: string): string | undefined {
  const language = name.trim().toLowerCase();
  return NAMES.has(language) ? language : undefined;
}

/** Classes of a box that holds code, whose other classes may be a language. */
const CODE_BOX =
  /(?:^|[\s_-])(?:hljs|highlight\w*|syntax\w*|prettyprint\w*|code\w*|src|source\w*|listing|shiki|prism)(?:$|[\s_-])/i;

/**
 * The language of a listing, as a highlighter wrote it at the block, at the code in it, or at a box around it that holds nothing
 * else.
 */
export function codeLanguage(element: Element): string {
  const code = element.children.find((child): child is Element => isTag(child) && child.name === 'code');
  if (code !== undefined) {
    const language = languageOf(code);
    if (language !== undefined) return language;
  }
  let box: Element['parent'] = element;
  for (let level = 0; level < MAX_BOXES && box !== null && isTag(box); level++) {
    const language = languageOf(box);
    if (language !== undefined) return language;
    if (level > 0 && firstElements(box, MAX_PARTS + 1).length > MAX_PARTS) break;
    box = box.parent;
  }
  return '';
}

/** Boxes of a highlighter are nested no deeper, and hold little beside the code: its file name, its numbers and buttons. */
const MAX_BOXES = 5;
const MAX_PARTS = 4;

function languageOf({ name, attribs }: Element): string | undefined {
  const written = attribs.class ?? '';
  const language =
    CERTAIN.exec(written)?.[1] ?? ATTRIBUTES.map((attribute) => attribs[attribute]).find(Boolean) ?? undefined;
  if (language !== undefined) return NO_LANGUAGE.has(language.toLowerCase()) ? '' : language.toLowerCase();
  const isCode = name === 'pre' || name === 'code';
  const likely = [...written.matchAll(LIKELY)].map(([, word = '']) => word);
  if (isCode && attribs.lang !== undefined) likely.push(attribs.lang);
  if (isCode || CODE_BOX.test(written)) likely.push(...written.split(/\s+/));
  return likely.map(languageNamed).find((known) => known !== undefined);
}
