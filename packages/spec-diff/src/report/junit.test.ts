import { expect, it } from 'vitest';
import { junit } from './junit.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

it('has a suite for each rule, and a case for each change, of which those that break have failed', () => {
  const accepted = { reason: 'Agreed.', until: '2030-01-01' };
  const report = reportOf([
    change(),
    change({ accepted, message: 'Gone.' }),
    change({ level: 'additive', rule: 'added', message: 'New.' }),
  ]);
  expect(junit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="contract changes" tests="3" failures="1" skipped="1">
  <testsuite name="default-changed" tests="2" failures="1" skipped="1">
    <testcase classname="default-changed" name="POST /v2/search: Gone." file="openapi/v2.yaml" line="12"><skipped message="Accepted until 2030-01-01: Agreed."/></testcase>
    <testcase classname="default-changed" name="POST /v2/search: \`SearchRequest.limit\`: The default went from \`5\` to \`10\`." file="openapi/v2.yaml" line="12"><failure message="\`SearchRequest.limit\`: The default went from \`5\` to \`10\`." type="breaking">breaks on the wire and in the types
openapi/v2.yaml:12
Keep the default. Programs that want the other value can send it.</failure></testcase>
  </testsuite>
  <testsuite name="added" tests="1" failures="0" skipped="0">
    <testcase classname="added" name="POST /v2/search: New." file="openapi/v2.yaml" line="12"></testcase>
  </testsuite>
</testsuites>`);
});

it('lets nothing that a contract says become an element', () => {
  const text = junit(reportOf([change({ message: '</failure> & "it"\u0000' })]));
  expect(text).toContain('name="POST /v2/search: &lt;/failure&gt; &amp; &quot;it&quot;\\u{0}"');
});
