// Starts the simulator as a process of its own: settings from the environment, one line on stdout
// when it listens, SIGTERM ends it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from './index.ts';
import { readSettings } from './settings.ts';

const { settings, faults } = readSettings(process.env);
if (faults.length > 0) {
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exit(2);
}

const simulator = await startSimulator(settings).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'cannot start'}\n`);
  return process.exit(1);
});

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  void simulator
    .close()
    .catch(() => {})
    .then(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// A parent that was killed cannot send a signal; the end of its pipe is the sign.
if (process.env['SIM_EXIT_WITH_PARENT'] === '1')
  process.stdin.on('end', stop).on('error', stop).resume();

// Nobody who looks into a folder that was removed will ever find this process.
const folderCheckMs = 2_000;
const lock = join(settings.dataDir, 'lock');
setInterval(() => existsSync(lock) || stop(), folderCheckMs).unref();

process.stdout.write(`${JSON.stringify({ listening: simulator.url, smpp: simulator.smppPort })}\n`);
