import { describe, expect, it } from 'vitest';
import { readOptions } from './start/options.js';

const guides = { site: undefined, noBrowserDownload: false };

describe('the options of npm start', () => {
  it('take the port from --port, else from PORT, else a fixed one', () => {
    expect(readOptions(['--port', '8080'], { PORT: '9090' })).toEqual({ ...guides, port: 8080, once: false });
    expect(readOptions([], { PORT: '9090' })).toEqual({ ...guides, port: 9090, once: false });
    expect(readOptions([], {})).toEqual({ ...guides, port: 3002, once: false });
  });

  it('take any free port with --once', () => {
    expect(readOptions(['--once'], {})).toEqual({ ...guides, port: 0, once: true });
  });

  it.each(['http', '', '-1', '65536', '80.5'])('refuse the port "%s"', (port) => {
    expect(() => readOptions([`--port=${port}`], {})).toThrow(`and is "${port}"`);
  });

  it.each([
    ['https://example.com', 'https://example.com/'],
    ['example.com/docs', 'https://example.com/docs'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ])('take the site %s', (site, url) => {
    expect(readOptions([site, '--once'], {})).toEqual({ ...guides, site: url, port: 0, once: true });
  });

  it('refuse an unknown option in one sentence', () => {
    expect(() => readOptions(['--prot', '80'], {})).toThrow(/^Unknown option '--prot': `--help` shows the usage\.$/);
  });

  it('refuse what is no site, and more than one', () => {
    expect(() => readOptions(['http://'], {})).toThrow('and is "http://"');
    expect(() => readOptions(['a.example', 'b.example'], {})).toThrow('One site at a time');
  });
});
