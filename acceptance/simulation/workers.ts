// Runs seeds in processes of their own, each with its own database.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What a process says of a seed. */
export interface Reported {
  seed: number;
  violations: string[];
  /** The hash of everything that happened, in order. */
  hash: string;
  tookMs: number;
  counters: { [name: string]: number };
}

const processPath = new URL('./process.ts', import.meta.url).pathname;

/**
 * Runs `seeds` one after the other in a process; `options` are its own. Rejects when the process
 * fails.
 */
export async function runSeeds(
  seeds: readonly number[],
  options: readonly string[] = [],
  onReport: (reported: Reported) => void = () => {},
): Promise<Reported[]> {
  const child = spawn(process.execPath, [processPath, seeds.join(','), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const reports: Reported[] = [];
  for await (const line of createInterface(child.stdout)) {
    const reported = JSON.parse(line) as Reported;
    reports.push(reported);
    onReport(reported);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`the simulation ended with ${code}`);
  return reports;
}
