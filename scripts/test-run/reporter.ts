// The reporter of a test process: hands what happens to the runner, at once, so that it is known
// when the process dies.

import { writeSync } from 'node:fs';
import { inspect } from 'node:util';
import { eventsDescriptor, type Event } from './events.ts';

interface TestEvent {
  type: string;
  data: {
    name?: string;
    nesting?: number;
    message?: string;
    skip?: boolean | string;
    todo?: boolean | string;
    details?: { duration_ms: number; type?: string; error?: TestError };
  };
}

type TestError = Error & { failureType?: string };

/** Node.js's words for an error that it cannot give to a running test. */
const strayWords = 'generated asynchronous activity after the test ended';

// oxlint-disable-next-line require-yield -- what it has to say goes to the pipe
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const running = namePaths();
  const reported = namePaths();
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') tell({ kind: 'running', name: running(data) });
    if (type === 'test:start') reported(data);
    if (type === 'test:pass' || type === 'test:fail')
      for (const event of eventsOf(data, reported(data))) tell(event);
    if (type === 'test:diagnostic' && data.message?.includes(strayWords) === true)
      tell({ kind: 'stray', text: data.message });
    if (type === 'test:summary') tell({ kind: 'finished' });
  }
}

/**
 * Names of tests with the suites around them, from events of the suites first. The outermost suite
 * is the file.
 */
function namePaths(): (data: TestEvent['data']) => string {
  const names: string[] = [];
  return ({ name = '', nesting = 0 }) => {
    names.splice(nesting, Infinity, name);
    return names.slice(1).join(' › ');
  };
}

/** So much is kept of what a failure says: its runner shows less. */
const textMaxChars = 20_000;

function* eventsOf({ name = '', nesting, ...data }: TestEvent['data'], path: string) {
  const { error, type, duration_ms: durationMs } = data.details!;
  const text = error === undefined ? '' : inspect(error.cause ?? error).slice(0, textMaxChars);
  if (type !== 'suite' || data.skip !== undefined)
    yield { kind: 'test', name: path, result: resultOf(data), text } as const;
  else if (error !== undefined && error.failureType !== 'subtestsFailed')
    yield { kind: 'broken', name: path, text } as const;
  if (nesting === 0) yield { kind: 'ended', file: name, durationMs } as const;
}

function resultOf({ skip, todo, details }: TestEvent['data']): 'passed' | 'failed' | 'skipped' {
  if (skip !== undefined || todo !== undefined) return 'skipped';
  return details?.error === undefined ? 'passed' : 'failed';
}

function tell(event: Event): void {
  writeSync(eventsDescriptor, `${JSON.stringify(event)}\n`);
}
