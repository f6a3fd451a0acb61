// Runs the conformance suite on a connector that was written elsewhere. A program of node:test,
// started with the module that exports `subject`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { capabilityProblems, connectorProblems } from '../check-connector.ts';
import {
  looksLikeSmsConnector,
  smsCapabilityProblems,
  smsConnectorProblems,
} from '../check-sms-connector.ts';
import type { Subject } from './fixture.ts';
import { runSmsConformance } from './sms/suite.ts';
import type { SmsSubject } from './sms/subject.ts';
import { runConformance } from './suite.ts';

const [file = ''] = process.argv.slice(2);
interface Config {
  [field: string]: unknown;
}
type AnySubject = Subject<Config> | SmsSubject<Config>;

const isSms = (subject: AnySubject): subject is SmsSubject<Config> =>
  looksLikeSmsConnector(subject.connector);

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
  const problems = isSms(subject)
    ? smsConnectorProblems(subject.connector)
    : connectorProblems(subject.connector);
  test('the connector has the shape of one', () => assert.deepEqual(problems, []));
  if (problems.length === 0) {
    test('its capabilities are complete, and there is a function for each', () =>
      assert.deepEqual(capabilityFaults(subject), []));
    if (isSms(subject)) runSmsConformance(subject);
    else runConformance(subject);
  }
}

function capabilityFaults(subject: AnySubject): string[] {
  if (isSms(subject)) return smsCapabilityProblems(subject.connector.capabilities(subject.config));
  const config = subject.config('http://127.0.0.1:1', 10_000);
  return capabilityProblems(subject.connector.capabilities(config), subject.connector);
}
