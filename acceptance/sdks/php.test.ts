// Runs the tests of the PHP SDK where the machine has PHP and PHPUnit.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const missing = ['php', 'phpunit'].find((program) => spawnSync(program, ['--version']).error);

test(
  'the tests of the PHP SDK pass',
  { skip: missing === undefined ? false : `${missing} is not installed on this machine` },
  async () => {
    const child = spawn('phpunit', ['--colors=never'], {
      cwd: fileURLToPath(new URL('../../sdks/php/', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0, output);
  },
);
