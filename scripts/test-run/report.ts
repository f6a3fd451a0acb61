// What a test run says: a line for each file as it ends, failures in full, and at the end what was
// flaky, what has failed, and how many tests.

import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hasFailed, hasTests, type Failure, type FileResult } from './progress.ts';
import type { Flaky, Outcome } from './run-files.ts';

/** So many lines of a failure, and so many failures of a file, are shown. */
const linesMax = 40;
const failuresMax = 10;
const slowestShown = 10;

export function describeResult(result: FileResult, tries: number): string {
  const { file, passed, skipped, failures, durationMs } = result;
  const counts = [
    `${passed} passed`,
    ...(failures.length === 0 ? [] : [`${failures.length} failed`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    `${(durationMs / 1_000).toFixed(1)} s`,
    ...(tries === 1 ? [] : [`try ${tries}`]),
  ];
  const head = `${hasFailed(result) ? '✖' : '✔'} ${file} (${counts.join(', ')})`;
  return [head, ...describeFailures(failures)].join('\n');
}

function describeFailures(failures: readonly Failure[]): string[] {
  const shown = failures
    .slice(0, failuresMax)
    .map(({ test, text }) => indent(`${test === '' ? '(the file)' : test}\n${indent(text)}`));
  const more = failures.length - failuresMax;
  return more > 0 ? [...shown, indent(`and ${more} more`)] : shown;
}

/** Nothing of it speaks to the terminal. */
function indent(text: string): string {
  const lines = stripVTControlCharacters(text).replaceAll(controls, '\ufffd').split('\n');
  const cut = lines.length > linesMax ? [...lines.slice(0, linesMax), '…'] : lines;
  return cut.map((line) => `  ${line}`).join('\n');
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** The end of the output; its last line counts the tests. */
export function describeOutcome(outcome: Outcome): string {
  const results = [...outcome.results.values()];
  const failed = results.filter(hasFailed);
  const { passed, skipped, failures } = countTests(outcome);
  return [
    '',
    'The slowest files:',
    ...results
      .filter(hasTests)
      .toSorted((one, other) => other.durationMs - one.durationMs)
      .slice(0, slowestShown)
      .map(({ file, durationMs }) => `${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${file}`),
    '',
    ...outcome.flaky.flatMap((each) => [
      `FLAKY ${each.file}: passed at try ${each.tries}; at first`,
      ...describeFailures(each.failures),
    ]),
    ...failed.flatMap((each) => [`FAILED ${each.file}`, ...describeFailures(each.failures)]),
    ...(outcome.isBroken
      ? [
          `FAILED at once: ${failed.length} of ${outcome.filesCount} files failed at first, more than one in ten.`,
        ]
      : []),
    ...(passed + skipped + failures === 0 ? ['FAILED: there was no test to run'] : []),
    `${passed} passed, ${failures} failed, ${skipped} skipped`,
  ].join('\n');
}

function countTests({ results }: Outcome): {
  passed: number;
  skipped: number;
  failures: number;
} {
  const counts = { passed: 0, skipped: 0, failures: 0 };
  for (const { passed, skipped, failures } of results.values()) {
    counts.passed += passed;
    counts.skipped += skipped;
    counts.failures += failures.length;
  }
  return counts;
}

/** Adds a line for each flaky test to a file that the runs of a checkout share. */
export function recordFlaky(path: string, suite: string, flaky: readonly Flaky[]): void {
  if (flaky.length === 0) return;
  mkdirSync(dirname(path), { recursive: true });
  const at = new Date().toISOString();
  const rows = flaky.flatMap(({ file, failures, tries }) =>
    failures.map(({ test, text }) => ({ at, suite, file, test, tries, text })),
  );
  appendFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
