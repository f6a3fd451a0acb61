// Runs the conformance suite and the tests of a connector package, each file in a process of its
// own.

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { run, type EventData } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ConnectorPackage } from './find-package.ts';

const conformance = fileURLToPath(
  new URL('../../../../connectors/kit/conformance/run-package.ts', import.meta.url),
);
const offerKit = new URL('../../../../connectors/offer-kit.ts', import.meta.url).href;

/** The slowest rules of the conformance suite take some seconds. */
const testMaxMs = 120_000;

export interface RuleResult {
  /** `conformance`, or the file of a test of its own. */
  part: string;
  rule: string;
  result: 'ok' | 'FAILED' | 'skipped';
  /** Why it failed or was skipped. */
  detail: string;
}

/** One row for each rule. Never throws for a failing connector. */
export async function testPackage({ folder, subject }: ConnectorPackage): Promise<RuleResult[]> {
  const own = globSync('**/*.test.{ts,js,mjs}', {
    cwd: folder,
    exclude: (path) => path.includes('node_modules'),
  }).toSorted();
  const results =
    subject === null ? [withoutSubject] : await runFile(conformance, 'conformance', [subject]);
  for (const file of own) results.push(...(await runFile(join(folder, file), file, [])));
  return results;
}

const withoutSubject: RuleResult = {
  part: 'conformance',
  rule: 'the package has a subject',
  result: 'FAILED',
  detail: 'write subject.ts: it tells the suite how to configure the connector for its simulator',
};

async function runFile(file: string, part: string, argv: string[]): Promise<RuleResult[]> {
  const results: RuleResult[] = [];
  const events = run({
    files: [file],
    argv,
    // What a failed test has left open keeps no process.
    execArgv: [`--import=${offerKit}`, '--test-force-exit'],
    concurrency: false,
    // The limit of a test: one that waits for what never comes is named, and the others are told.
    timeout: testMaxMs,
  });
  for await (const event of events as AsyncIterable<TestEvent>) {
    if (event.type === 'test:pass' && !isContainer(event.data))
      results.push({ part, rule: event.data.name, ...skipOf(event.data) });
    if (event.type === 'test:fail' && !isContainer(event.data)) {
      const { name, details } = event.data;
      results.push({ part, rule: name, result: 'FAILED', detail: causeOf(details.error) });
    }
  }
  return results;
}

type TestEvent =
  { type: 'test:pass'; data: EventData.TestPass } | { type: 'test:fail'; data: EventData.TestFail };

/** A suite says nothing that its tests do not; one whose file could not be loaded has none. */
const isContainer = (data: EventData.TestPass | EventData.TestFail): boolean =>
  data.details.type === 'suite' &&
  !('error' in data.details && data.details.error.message.startsWith('test failed'));

function skipOf({ skip }: EventData.TestPass): Pick<RuleResult, 'result' | 'detail'> {
  if (skip === undefined || skip === false) return { result: 'ok', detail: '' };
  return { result: 'skipped', detail: typeof skip === 'string' ? skip : '' };
}

function causeOf(error: Error): string {
  const { cause = error } = error;
  return cause instanceof Error ? cause.message : String(cause);
}
