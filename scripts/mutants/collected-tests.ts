// Stands in the place of `node:test` in a resident (resident.ts): collects the tests and hooks of a
// test file, and runs those that are named, up to the first failure.

import { mock } from 'node:test';

type Step = () => unknown;
type Body = (context: Context) => unknown;

interface Context {
  name: string;
  mock: typeof mock;
  after(step: Step): void;
}

interface File {
  tests: { name: string; body: Body }[];
  before: Step[];
  beforeEach: Step[];
  afterEach: Step[];
  after: Step[];
}

const emptyFile = (): File => ({
  tests: [],
  before: [],
  beforeEach: [],
  afterEach: [],
  after: [],
});
let file = emptyFile();

/** As in `node:test`; options, such as a time limit, are passed over. */
export function test(name: string, ...more: [Body] | [object, Body]): void {
  file.tests.push({ name, body: more.at(-1) as Body });
}
export const before = (step: Step): void => void file.before.push(step);
export const after = (step: Step): void => void file.after.push(step);
export const beforeEach = (step: Step): void => void file.beforeEach.push(step);
export const afterEach = (step: Step): void => void file.afterEach.push(step);

/** `isClean` false: what a test began may still run. */
export interface Ran {
  passed: boolean;
  isClean: boolean;
  /** The text of what failed first. */
  text: string;
  /** The test file that failed, where it is known. */
  file?: string;
}

/** Loads a test file anew by `load`, and runs its tests that `isNamed` chooses. */
export async function runFile(
  load: () => Promise<unknown>,
  isNamed: (name: string) => boolean,
): Promise<Ran> {
  file = emptyFile();
  let failure = await failureOf([load]);
  const { before, beforeEach, afterEach, after, tests } = file;
  failure ??= await failureOf(before);
  for (const test of tests.filter(({ name }) => isNamed(name)))
    failure ??= await runTest(test, beforeEach, afterEach);
  const left = await failureOf(after);
  return {
    passed: failure === null && left === null,
    isClean: left === null,
    text: failure ?? left ?? '',
  };
}

async function runTest(
  { name, body }: File['tests'][number],
  beforeEach: readonly Step[],
  afterEach: readonly Step[],
): Promise<string | null> {
  const ends: Step[] = [];
  const context = { name, mock, after: (step: Step) => void ends.push(step) };
  const failure = await failureOf([...beforeEach, () => body(context)]);
  const left = await failureOf([...ends, ...afterEach]);
  mock.reset();
  return failure ?? left;
}

async function failureOf(steps: readonly Step[]): Promise<string | null> {
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  return null;
}
