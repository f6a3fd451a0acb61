// Runs the tests of the Python SDK where the machine has Python, and those of its async client
// where it has httpx.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPython, startPython } from './python.ts';

describe('the tests of the Python SDK', { concurrency: true }, () => {
  for (const { name, modules, tests } of [
    { name: 'with nothing installed', modules: [], tests: [] },
    { name: 'of the async client', modules: ['httpx'], tests: ['tests.test_async'] },
  ]) {
    const { program, skip } = findPython(...modules);
    it(`pass: ${name}`, { skip }, async () => {
      const run = startPython(program, ['-m', 'unittest', ...tests]);
      const code = await run.exitCode;
      assert.equal(code, 0, run.output());
      assert.match(run.output(), /^Ran [1-9]/m);
    });
  }
});
