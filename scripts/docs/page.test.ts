import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageTemplate, seal } from './page.js';
import { repair } from './repairs.js';

const brand = { favicon: 'data:image/svg+xml,a', styles: 'html { color: teal }' };
const redoc = [
  'a=`https://cdn.redoc.ly/redoc/logo-mini-full.svg`,b=`https://cdn.redoc.ly/redoc/logo-mini.svg`',
  'onClick:()=>{d.sendSearchInputResetClickedMessage([ws(`reset`)])},icon:c',
].join(';');

function sealed(body: string): string {
  const template = pageTemplate({ title: 'A & "B"', description: 'About <it>' }, brand);
  return seal(template.replace('{{{redocHead}}}', '').replace('{{{redocHTML}}}', body));
}

describe('the page', () => {
  it('says what it is', () => {
    const html = sealed(`<script type="module">${redoc}</script>`);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>A &amp; &quot;B&quot;</title>');
    expect(html).toContain('<meta name="description" content="About &lt;it>">');
  });

  it('lets only those scripts run that are in it', () => {
    const html = sealed(`<script>first()</script><script type="module">${redoc}</script>`);
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    const hashes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(hashes).toHaveLength(3);
    expect(policy).toContain(`script-src ${hashes.join(' ')};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
  });

  it('links within itself in what was rendered beforehand, and leaves its program alone', () => {
    const html = sealed(`<a href="/search">x</a><script type="module">${redoc};href="/kept"</script>`);
    expect(html).toContain('<a href="#/search">');
    expect(html).toContain('href="/kept"');
  });

  it('names Redoc without asking its server', () => {
    expect(sealed(`<script type="module">${redoc}</script>`)).not.toContain('cdn.redoc.ly');
  });
});

describe('a repair', () => {
  it('fails when Redoc no longer has what it repairs', () => {
    expect(() => repair('all is well', [{ why: 'it is green', find: /green/g, replacement: 'teal' }])).toThrow(
      'Redoc has changed: it is green, but /green/g is not there. See scripts/docs/repairs.ts.',
    );
  });
});
