// The settings of a simulator that tests start, and the look at which ones of a folder run.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** On ports that the system chooses. */
export const simulatorSettings = {
  port: null,
  smppPort: null,
  answer: 'async',
  delayMs: 1_000,
  apiKey: 'k',
  noticeSecret: 's',
  smppSystemId: 'jokko',
  smppPassword: 'secret',
  protocols: [],
} as const;

/**
 * Processes of simulators started with this DATA_DIR of a node, by Linux's /proc, in the order of
 * their numbers.
 */
export function simulatorsOf(dataDir: string): number[] {
  const variable = `DATA_DIR=${join(dataDir, 'simulator')}\0`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(variable))
    .map(Number)
    .toSorted((one, other) => one - other);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
