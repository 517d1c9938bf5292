import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An archive of these files, as registries serve packages; the same files make the same bytes. */
export function tarball(files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const options = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--mode=755', '-cf', '-'];
    const archive = execFileSync('tar', [...options, ...Object.keys(files)], { cwd: folder });
    writeFileSync(join(folder, 'package.tar'), archive);
    execFileSync('gzip', ['--no-name', join(folder, 'package.tar')]);
    return readFileSync(join(folder, 'package.tar.gz'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
