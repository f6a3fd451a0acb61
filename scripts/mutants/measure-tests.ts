// Loaded before the tests of a measurement: writes down how long each test takes, and which places
// of the source files it runs. What runs before the first test of a file is run for each of its
// tests.

import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { afterEach, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** Names the file that is written: a `MeasuredTest` a line. */
export const measureVariable = 'JOKKO_MEASURE_TESTS';
/** Names the source files, as JSON of their paths from where the tests are started. */
export const measuredVariable = 'JOKKO_MEASURED_SOURCES';

export interface MeasuredTest {
  /** Null: what runs before the first test. */
  name: string | null;
  durationMs: number;
  /**
   * What ran of each source file, by its path: what is kept is read in another working tree too.
   */
  ran: { [path: string]: Range[] };
}

/** UTF-16 offsets; types are stripped to spaces, so that they are those of the source text. */
export interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

const path = process.env[measureVariable];
if (path !== undefined) measure(path, JSON.parse(process.env[measuredVariable]!) as string[]);

function measure(written: string, sources: readonly string[]): void {
  const pathOf = new Map(sources.map((source) => [pathToFileURL(source).href, source]));
  // Calls of a function that is compiled into its caller are not counted, and every later test
  // would seem to pass it by.
  for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  let begunMs = 0;
  let isFirst = true;
  const write = (name: string | null): void =>
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error !== null) throw error;
      const ran: MeasuredTest['ran'] = {};
      for (const { url, functions } of taken.result) {
        const source = pathOf.get(url);
        if (source !== undefined)
          (ran[source] ??= []).push(...functions.flatMap(({ ranges }) => ranges));
      }
      const durationMs = name === null ? 0 : Math.round(performance.now() - begunMs);
      const measured: MeasuredTest = { name, durationMs, ran };
      appendFileSync(written, `${JSON.stringify(measured)}\n`);
    });
  beforeEach(() => {
    if (isFirst) write(null);
    isFirst = false;
    begunMs = performance.now();
  });
  afterEach((context) => write(context.name));
}
