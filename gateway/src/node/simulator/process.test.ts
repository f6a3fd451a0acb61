// Proves that nodes that start at once on one DATA_DIR share one simulator, after a crash too, and
// that the last of them stops it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { openLog } from '../../platform/log.ts';
import { startSimulatorProcess, type SimulatorProcess } from './process.ts';
import { isAlive } from '../../platform/system/processes.ts';
import { simulatorSettings as settings, simulatorsOf } from '../testing/simulators.ts';

const starters = 4;
let dataDir: string;

before(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'jokko-simulator-'));
});
/** All that were started, so that nothing runs on when a test fails. */
const started: SimulatorProcess[] = [];
after(async () => {
  for (const simulator of started) await simulator.close(true);
  rmSync(dataDir, { recursive: true, force: true });
});

async function startAll(): Promise<SimulatorProcess[]> {
  const log = openLog('silent', 'test');
  const simulators = await Promise.all(
    Array.from({ length: starters }, () => startSimulatorProcess({ dataDir, settings, log })),
  );
  started.push(...simulators);
  return simulators;
}
const recorded = () =>
  JSON.parse(readFileSync(join(dataDir, 'simulator.json'), 'utf8')) as {
    port: number;
    smppPort: number;
    pid: number;
  };
const lockOwner = () =>
  Number(readFileSync(join(dataDir, 'simulator', 'lock'), 'utf8').split(' ')[0]);

/** Elsewhere than on Linux only the one that is recorded. */
const simulatorsOfFolder = (): number[] =>
  process.platform === 'linux' ? simulatorsOf(dataDir) : [recorded().pid];

/** As nodes that are killed: nobody stops the simulator. */
async function leaveAll(simulators: SimulatorProcess[]): Promise<void> {
  for (const simulator of simulators) await simulator.close(false);
}

/** Rejects when nobody listens there. */
async function connectTo(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

const untilDead = (pid: number) => until(`process ${pid} has ended`, () => !isAlive(pid));

test('nodes that start at once agree on one simulator and know its process, after a kill -9 as well, on the same ports', async () => {
  let ports: [number, number] | null = null;
  for (let round = 0; round < 4; round++) {
    const simulators = await startAll();
    assert.equal(new Set(simulators.map(({ url }) => url)).size, 1);
    assert.equal(recorded().pid, lockOwner());
    assert.deepEqual(
      simulatorsOfFolder(),
      [lockOwner()],
      'a second one that still starts could take the folder later',
    );
    ports ??= [recorded().port, recorded().smppPort];
    assert.deepEqual([recorded().port, recorded().smppPort], ports);
    assert.deepEqual(new Set(simulators.map(({ smppPort }) => smppPort)), new Set([ports[1]]));
    await connectTo(ports[1]);
    await leaveAll(simulators);
    process.kill(recorded().pid, 'SIGKILL');
    await untilDead(recorded().pid);
  }
});

test('a simulator whose starter died before it wrote its process down is found, and stopped by the last to leave', async () => {
  await leaveAll(await startAll());
  const before = recorded();
  writeFileSync(
    join(dataDir, 'simulator.json'),
    JSON.stringify({ port: before.port, pid: null, startedAt: null }),
  );
  const [first, ...others] = await startAll();
  assert.equal(recorded().pid, before.pid);
  await leaveAll(others);
  await first!.close(true);
  assert.equal(isAlive(before.pid), false);
});

test('a folder from before there was SMPP gets a port for it; the port that is recorded is the one that listens', async () => {
  const { port } = recorded();
  writeFileSync(
    join(dataDir, 'simulator.json'),
    JSON.stringify({ port, pid: null, startedAt: null }),
  );
  const simulators = await startAll();
  assert.equal(recorded().port, port);
  assert.deepEqual(
    new Set(simulators.map(({ smppPort }) => smppPort)),
    new Set([recorded().smppPort]),
  );
  await connectTo(recorded().smppPort);
  await simulators[0]!.close(true);
});
