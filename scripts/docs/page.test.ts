import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { redocProgram, referencePage } from './page.js';
import { repair } from './repairs.js';

const REDOC = [
  'a=`https://cdn.redoc.ly/redoc/logo-mini-full.svg`,b=`https://cdn.redoc.ly/redoc/logo-mini.svg`',
  'onClick:()=>{d.sendSearchInputResetClickedMessage([ws(`reset`)])},icon:c',
  'if(typeof window.requestIdleCallback!=`function`)return()=>{};',
].join(';');

function rendered(program: string): string {
  const literal = 'const __redoc_definition = {"info":{}};\n      const __redoc_options = {};';
  return `<div id="redoc"><p>Prerendered</p></div><script type="module">${program}\n${literal}\nhydrate();</script>`;
}

const parts = {
  text: { title: 'A & "B"', description: 'About <it>' },
  brand: { favicon: 'data:image/svg+xml,a', styles: 'html { color: teal }' },
  program: 'first()',
  redoc: 'second()',
  definition: { info: { description: '</script><b>' } },
  plain: '<main>Everything</main>',
  index: [],
};

describe('the page', () => {
  const html = referencePage(parts);

  it('says what it is', () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>A &amp; &quot;B&quot;</title>');
    expect(html).toContain('<meta name="description" content="About &lt;it>">');
  });

  it('lets only those scripts run that are in it, and sends nothing', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    const hashes = [parts.program, parts.redoc].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(policy).toContain(`script-src ${hashes.join(' ')};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
  });

  it('can be read before any program', () => {
    expect(html.indexOf(parts.plain)).toBeLessThan(html.indexOf('<script'));
    expect(html.indexOf(parts.redoc)).toBeGreaterThan(html.indexOf(parts.program));
  });

  it('keeps the data of the contract apart from its own tags', () => {
    expect(html).not.toContain('</script><b>');
  });
});

describe('the program of Redoc', () => {
  it('takes the contract from the page', () => {
    const program = redocProgram(rendered(REDOC));
    expect(program).toContain('const __redoc_definition = globalThis.redocDefinition;');
    expect(program).toContain('hydrate();');
    expect(program).not.toContain('Prerendered');
  });

  it('names Redoc without asking its server', () => {
    expect(redocProgram(rendered(REDOC))).not.toContain('cdn.redoc.ly');
  });

  it('does not read the contract for a search that nobody uses', () => {
    expect(redocProgram(rendered(REDOC))).not.toContain('requestIdleCallback');
  });

  it('has to be where it was', () => {
    expect(() => redocProgram('<p>Something else</p>')).toThrow('Redoc has changed');
  });
});

describe('a repair', () => {
  it('fails when Redoc no longer has what it repairs', () => {
    expect(() => repair('all is well', [{ why: 'it is green', find: /green/g, replacement: 'teal' }])).toThrow(
      'Redoc has changed: it is green, but /green/g is not there. See scripts/docs/repairs.ts.',
    );
  });
});
