// Common parts of the scenarios: their order, and running a load against a stack while measuring
// its processes.

import { join } from 'node:path';
import { keyMark, type LoadCommand, type LoadResult, runLoad } from '../load/index.ts';
import { numberDigits, operationBody } from '../order.ts';
import { readMemory, type Usage, watchProcesses } from '../processes.ts';
import type { Metric } from '../report.ts';
import type { Stack } from '../stack/index.ts';
import type { Sent } from '../books.ts';

export interface ScenarioOrder {
  /** Null: the scenario's own length. */
  seconds: number | null;
  profileDirectory: string | null;
  /** One line of progress for a human; goes to stderr. */
  say(line: string): void;
}

/** Resident memory that the gateway process may take. */
export const residentMaxMb = 350;
export const connections = 64;

export interface OperationLoad {
  phone: string;
  /** Unique within the database. */
  idPrefix: string;
  seconds: number;
  warmupSeconds?: number;
  ratePerSec?: number;
  allowance?: number;
  requestsMax?: number;
  /** By turns; the stack's own account without them. */
  apiKeys?: string[];
  /** The port of the node that takes them; the stack's first without it. */
  port?: number;
  connections?: number;
}

/** The command that starts operations, and where its journal will be. */
export function operationLoad(
  stack: Stack,
  load: OperationLoad,
): { command: LoadCommand; sent: Sent } {
  const { phone, idPrefix, ...pace } = load;
  const journalFile = join(stack.directory, `${idPrefix}sent.journal`);
  const command: LoadCommand = {
    host: stack.host,
    port: stack.port,
    path: '/api-services/operation',
    bodyTemplate: operationBody({
      apiKey: load.apiKeys === undefined ? stack.account.apiKey : keyMark,
      phone,
      idPrefix,
      callbackUrl: stack.receiver.url,
    }),
    numberDigits,
    firstNumber: 1,
    connections,
    journalFile,
    ...pace,
  };
  return { command, sent: { idPrefix, firstNumber: 1, journalFile } };
}

export interface Watched {
  result: LoadResult;
  usage: { [name: string]: Usage };
}

export function watchStack(stack: Stack): ReturnType<typeof watchProcesses> {
  return watchProcesses({ ...stack.pids }, ['postgres']);
}

/** Runs a load to its end while watching the stack's processes. */
export async function runWatched(stack: Stack, command: LoadCommand): Promise<Watched> {
  const watch = watchStack(stack);
  const result = await runLoad(command);
  return { result, usage: watch.stop() };
}

/** Answers that did not accept, and requests without an answer: each is a fault of the run. */
export function faultsOf(result: LoadResult, what: string, accepted = '2000'): string[] {
  const odd = [
    ...Object.entries(result.codes).filter(([code]) => code !== accepted),
    ...Object.entries(result.faults),
  ];
  return odd.map(([cause, count]) => `${what}: ${count} × ${cause}`);
}

/** Highest resident size since the gateway started, as the kernel counts it. */
export function memoryMetric(stack: Stack): Metric {
  return {
    name: 'gateway resident memory, highest',
    value: readMemory(stack.pids.gateway).peakRssMb,
    unit: 'MB',
    target: { atMost: residentMaxMb },
  };
}

/** Where the processor time went: µs for each of `count` things done. */
export function cpuMetrics(
  usage: { [name: string]: Usage },
  count: number,
  load: LoadResult | null,
): Metric[] {
  const metricOf = (name: string, cpuSeconds: number): Metric => ({
    name: `CPU of ${name} for each`,
    value: count === 0 ? 0 : (cpuSeconds * 1e6) / count,
    unit: 'µs',
  });
  const metrics = Object.entries(usage).map(([name, { cpuSeconds }]) => metricOf(name, cpuSeconds));
  if (load !== null)
    metrics.push({
      name: 'CPU of load generator for each',
      value: load.cpuUsPerAnswer,
      unit: 'µs',
    });
  return metrics;
}
