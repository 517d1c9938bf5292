import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnosis } from './diagnosis.js';

const fixedBy = (fixParameters: Record<string, unknown>) => new Diagnosis({ fixParameters });
/** As it arrives: `__proto__` is a field like any other. */
const received = (json: string) => fixedBy(JSON.parse(json));

describe('a diagnosis', () => {
  it('says what support said', () => {
    const answer = {
      answer: 'Wait for it.',
      confidence: 'high',
      fixParameters: { waitFor: 1 },
      validation: { ok: true },
    };
    expect(new Diagnosis(answer)).toEqual(answer);
  });

  it.each([[{}], [{ fixParameters: null, validation: null }]])('is whole when support said only %j', (answer) => {
    const diagnosis = new Diagnosis(answer);
    expect(diagnosis).toMatchObject({ answer: '', fixParameters: {} });
    expect(diagnosis.applyFix({ url: 'https://example.com' })).toEqual({ url: 'https://example.com' });
  });
});

describe('a fix', () => {
  it('adds what the request does not say, and wins where it does', () => {
    const request = { url: 'https://example.com', timeout: 1000, mobile: true };
    expect(fixedBy({ waitFor: 2000, timeout: 60_000 }).applyFix(request)).toEqual({
      url: 'https://example.com',
      timeout: 60_000,
      mobile: true,
      waitFor: 2000,
    });
  });

  it('leaves the fields of an object alone that it does not name', () => {
    const request = { limit: 5, scrapeOptions: { mobile: true, location: { country: 'DE', languages: ['de'] } } };
    const fix = { scrapeOptions: { waitFor: 2000, location: { country: 'US' } } };
    expect(fixedBy(fix).applyFix(request)).toEqual({
      limit: 5,
      scrapeOptions: { mobile: true, waitFor: 2000, location: { country: 'US', languages: ['de'] } },
    });
  });

  it('takes the place of a list, and of what is no object', () => {
    const request = { formats: ['markdown', 'links'], redactPII: true, parsers: [] };
    const fix = { formats: ['html'], redactPII: { mode: 'fast' }, parsers: ['pdf'] };
    expect(fixedBy(fix).applyFix(request)).toEqual(fix);
  });

  it('changes neither the request nor itself', () => {
    const request: object = Object.freeze({ scrapeOptions: Object.freeze({ mobile: true }) });
    const fix = { scrapeOptions: { waitFor: 1 }, location: { country: 'US' } };
    const diagnosis = fixedBy(fix);
    const fixed: { location?: object } = diagnosis.applyFix(request);
    Object.assign(fixed.location ?? {}, { country: 'DE' });
    expect(request).toEqual({ scrapeOptions: { mobile: true } });
    expect(diagnosis.fixParameters).toEqual({ scrapeOptions: { waitFor: 1 }, location: { country: 'US' } });
  });

  it('keeps objects that are more than their fields', () => {
    class Schema {
      readonly kind = 'ours';
    }
    const schema = new Schema();
    const request: { schema: object } = { schema };
    expect(fixedBy({ waitFor: 1 }).applyFix(request).schema).toBe(schema);
    expect(fixedBy({ schema: { kind: 'theirs' } }).applyFix(request).schema).toEqual({ kind: 'theirs' });
  });

  it.each([
    '{"__proto__":{"timeout":1},"waitFor":1}',
    '{"constructor":{"prototype":{"timeout":1}},"waitFor":1}',
    '{"waitFor":1,"scrapeOptions":{"__proto__":{"timeout":1}}}',
    '{"waitFor":1,"location":{"__proto__":{"timeout":1}}}',
  ])('gives nothing another prototype: %s', (json) => {
    const request: { scrapeOptions: object; location?: object; waitFor?: number } = { scrapeOptions: {} };
    const fixed = received(json).applyFix(request);
    for (const object of [fixed, fixed.scrapeOptions, fixed.location ?? {}, {}]) {
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
      expect(object).not.toHaveProperty('timeout');
      expect(JSON.stringify(object)).not.toContain('__proto__');
    }
    expect(fixed.waitFor).toBe(1);
  });

  it('changes nothing the second time', () => {
    const objects = fc.object({ maxDepth: 2 });
    fc.assert(
      fc.property(objects, objects, (request, fix) => {
        const diagnosis = fixedBy(fix);
        const once = diagnosis.applyFix(request);
        expect(diagnosis.applyFix(once)).toEqual(once);
      }),
    );
  });
});
