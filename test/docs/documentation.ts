import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface MarkdownFile {
  /** From the root of the repository. */
  path: string;
  text: string;
}

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
