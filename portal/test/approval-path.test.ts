// Proves that an approval request is linked to in one way, which finds it however old it is.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { approvalPath } from '../src/pages/approval-requests/approval-path.ts';

const source = join(import.meta.dirname, '../src');

test('P7 the list begins with the request that is opened', () => {
  assert.equal(approvalPath(12), '/approvals?after=13&open=12');
});

test('P7 nothing else makes a link that opens a request', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const links = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /approvals\?[^'"`]*open=\$/.test(readFileSync(join(source, file), 'utf8')));
  assert.deepEqual(links, ['pages/approval-requests/approval-path.ts']);
});
