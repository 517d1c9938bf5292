import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { namedSettings } from './setting-table.js';

const FOLDER = dirname(import.meta.dirname);

/** The files that handle all settings alike, so that a setting which stands only there does nothing. */
const FILES_ABOUT_ALL_SETTINGS = [
  'settings/setting-table.ts',
  'settings/settings.ts',
  'settings/settings-validation.ts',
];

const source = readdirSync(FOLDER, { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !FILES_ABOUT_ALL_SETTINGS.includes(file))
  .map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'))
  .join('\n');

/** Whether the source reads `settings.name`, takes the name out of the settings, or picks it as the part of a type. */
function isRead(name: string): boolean {
  return [
    `\\bsettings\\.${name}\\b`,
    `\\{[^{}]*\\b${name}\\b[^{}]*\\}(?: = (?:[\\w.#]+\\.)?settings\\b|: (?:Pick<)?(?:Settings|ServiceEnvironment\\['settings'\\]))`,
    `\\bPick<Settings,[^>]*'${name}'`,
  ].some((pattern) => new RegExp(pattern).test(source));
}

it.each(namedSettings.map(({ name }) => name))('the service reads the setting %s', (name) => {
  const message = `Nothing reads \`settings.${name}\`, nor takes \`${name}\` out of the settings by \`const { ${name} } = settings\`.`;
  expect(isRead(name), message).toBe(true);
});
