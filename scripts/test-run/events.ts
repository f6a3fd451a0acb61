// What a test process tells the runner while it works: one JSON object a line, on the descriptor
// below.

/** The pipe that the runner opens for each test process. */
export const eventsDescriptor = 3;

export type Event =
  /** A file's first test is about to run. */
  | { kind: 'begun'; file: string }
  /** A test runs now, or a suite. */
  | { kind: 'running'; name: string }
  /** One test has ended. `name` has the suites around it, and not the file. */
  | { kind: 'test'; name: string; result: 'passed' | 'failed' | 'skipped'; text: string }
  /** A hook, or the loading of a file, has failed. */
  | { kind: 'broken'; name: string; text: string }
  /** All tests of a file have ended: those told since the last file ended were its own. */
  | { kind: 'ended'; file: string; durationMs: number }
  /** An error outside of every test. */
  | { kind: 'stray'; text: string }
  /**
   * All tests of the process have ended. Files of which nothing was told have none that was to run.
   */
  | { kind: 'finished' };
