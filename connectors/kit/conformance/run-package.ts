// Runs the conformance suite on a connector that was written elsewhere. A program of node:test, started with the module that exports `subject`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { capabilityProblems, connectorProblems } from '../check-connector.ts';
import type { Subject } from './fixture.ts';
import { runConformance } from './suite.ts';

const [file = ''] = process.argv.slice(2);
type AnySubject = Subject<{ [field: string]: unknown }>;

const loaded = await import(pathToFileURL(file).href).then(
  (module: { subject?: AnySubject }) => ({ subject: module.subject, error: null }),
  (error: unknown) => ({ subject: undefined, error: String(error) }),
);
const { subject } = loaded;

test(`${file} can be loaded and exports \`subject\``, () => {
  assert.equal(loaded.error, null, loaded.error ?? '');
  assert.notEqual(subject, undefined, 'it exports no `subject`');
});

if (subject !== undefined) {
  const problems = connectorProblems(subject.connector);
  test('the connector has the shape of one', () => assert.deepEqual(problems, []));
  if (problems.length === 0) {
    const config = subject.config('http://127.0.0.1:1', 10_000);
    test('its capabilities are complete, and there is a function for each', () =>
      assert.deepEqual(
        capabilityProblems(subject.connector.capabilities(config), subject.connector),
        [],
      ));
    runConformance(subject);
  }
}
