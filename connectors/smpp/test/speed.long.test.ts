// Prints the throughput of a session, and its cost in processor time.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pump } from './pump.ts';
import { bound, openFor } from './session-kit.ts';

test('speed (printed, not asserted): submissions a second at window 50 against a lean SMSC in a process of its own', async (t) => {
  const smsc = spawn(process.execPath, [fileURLToPath(new URL('lean-smsc.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => void smsc.kill());
  const [line] = (await once(smsc.stdout, 'data')) as [Buffer];
  let onChange = () => {};
  const core = openFor(Number(line.toString()), {
    config: { window: 50 },
    events: { changed: () => onChange() },
  });
  t.after(() => core.session.close(0));
  await bound(core);
  const arm = (fill: () => void) => (onChange = fill);
  await pump(core.session, 20_000, arm);
  const total = 60_000;
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await pump(core.session, total, arm);
  const tookMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  const perSecond = Math.round((total / tookMs) * 1000);
  t.diagnostic(
    `${perSecond} submissions a second, ${((user + system) / total).toFixed(1)} µs of processor each`,
  );
});
