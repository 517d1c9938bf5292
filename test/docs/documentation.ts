import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface MarkdownFile {
  /** From the root of the repository. */
  path: string;
  text: string;
}

/** Whose programs the test of its package compiles and runs: no other documentation is about it. */
const HAS_OWN_TEST = 'packages/spec-diff/README.md';

/** The documentation whose programs run here. */
export const withPrograms = (files: readonly MarkdownFile[]): readonly MarkdownFile[] =>
  files.filter(({ path }) => path !== HAS_OWN_TEST);

/** All documentation that a person reads: at the root, in the packages, and in docs/. */
export function readDocumentation(): MarkdownFile[] {
  const readmes = readdirSync(join(root, 'packages')).flatMap((name) => [
    `packages/${name}/README.md`,
    `packages/${name}/SKILL.md`,
  ]);
  const guides = existsSync(join(root, 'docs')) ? readdirSync(join(root, 'docs'), { recursive: true }) : [];
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...readmes, ...guides.map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith('.md') && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
