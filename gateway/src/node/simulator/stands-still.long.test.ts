// Proves that a second simulator, which should end by itself and stands still, keeps no node from
// its start.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../platform/system/processes.ts';
import { openLog } from '../../platform/log.ts';
import { startSimulatorProcess } from './process.ts';
import { simulatorSettings as settings, simulatorsOf } from '../testing/simulators.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'jokko-simulator-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

test(
  'a second simulator that stands still is ended, and its starter goes on with the first',
  { skip: process.platform !== 'linux' && 'needs /proc' },
  async () => {
    const log = openLog('silent', 'test');
    const starting = Promise.all(
      [1, 2].map(() => startSimulatorProcess({ dataDir, settings, log })),
    );
    let isOver = false;
    void starting.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    let stopped: number | null = null;
    for (; !isOver && stopped === null; await sleep(2)) {
      const [, second] = simulatorsOf(dataDir);
      if (second === undefined) continue;
      process.kill(second, 'SIGSTOP');
      stopped = second;
    }
    assert.notEqual(stopped, null, 'both have started one');
    const [one, other] = await starting;
    assert.equal(one!.url, other!.url);
    assert.equal(isAlive(stopped!), false);
    await other!.close(false);
    await one!.close(true);
  },
);
