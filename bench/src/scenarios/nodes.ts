// Measures one node, two nodes and two on one port (`serve --processes`) on one, two and a thousand
// accounts: what a second node adds, or takes away where both write the same account.

import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooks, type Sent } from '../books.ts';
import { runLoad, type LoadResult } from '../load/index.ts';
import { pendingForEverPhone, route } from '../order.ts';
import { watchProcesses, type Usage } from '../processes.ts';
import type { Metric, ScenarioResult } from '../report.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { drain } from './drain.ts';
import { setProviderRate } from './provider-rate.ts';
import { connections, faultsOf, operationLoad, type ScenarioOrder } from './scenario.ts';

const defaultSeconds = 10;
const warmupSeconds = 3;
const accountCounts = [1, 2, 1_000];
/** As in `accept`: what is measured is the accepting. */
const providerRatePerSec = 100;
/** Nodes know of each other within a second of their leases. */
const acquaintedMs = 2_500;
const sameAsOneNode = 1;
/** A thousand accounts beside one, on one node. */
const rateOfManyMin = 0.8;
const postgresOfManyMax = 1.5;

interface Node {
  port: number;
  pid: number;
}
interface Measured {
  perSec: number;
  usage: { [name: string]: Usage };
  answered: number;
  latencyP99Ms: number;
}

export async function runNodes(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const run = { order, seconds, faults: [] as string[] };
  // One after the other, because a thousand accounts are compared with one, and a machine changes
  // its speed.
  const alone: Measured[] = [];
  for (const count of accountCounts) alone.push(await measure(run, { nodes: 1 }, count));
  const metrics: Metric[] = [];
  for (const [index, count] of accountCounts.entries()) {
    const two = await measure(run, { nodes: 2 }, count);
    const onePort = await measure(run, { nodes: 1, processes: 2 }, count);
    metrics.push(...metricsOf(count, alone[index]!, two, onePort));
  }
  return {
    scenario: 'nodes',
    settings: { seconds, warmupSeconds, connections, providerRatePerSec },
    metrics: [...metrics, ...manyToOne(alone[0]!, alone.at(-1)!)],
    faults: run.faults,
  };
}

/** `processes`: on the port of the first. */
interface Shape {
  nodes: number;
  processes?: number;
}

interface Run {
  order: ScenarioOrder;
  seconds: number;
  faults: string[];
}

/**
 * On an installation of its own: what is left pending is queried for hours, and would be measured
 * with what comes after it.
 */
async function measure(
  { order, seconds, faults }: Run,
  { nodes: nodeCount, processes = 1 }: Shape,
  accountCount: number,
): Promise<Measured> {
  const what = `${nodeCount} nodes of ${processes} processes, ${accountCount} accounts`;
  order.say(`nodes: ${what}`);
  const { profileDirectory } = order;
  const stack = await startStack({ answer: 'sync', profileDirectory, processes });
  try {
    await stack.openAccounts(accountCount);
    await setProviderRate(stack, route, providerRatePerSec);
    const nodes: Node[] = [{ port: stack.port, pid: stack.pids.gateway }];
    while (nodes.length < nodeCount) nodes.push(await stack.addNode());
    await untilAlive(stack, nodeCount * processes);
    await sleep(acquaintedMs);
    const { measured, sent, results } = await loadAll(seconds, stack, nodes, processes);
    faults.push(...results.flatMap((result) => faultsOf(result, what)));
    await setProviderRate(stack, route, null);
    await drain(stack, 'sent');
    faults.push(...(await checkBooks({ stack, sent, allFinished: false })));
    return measured;
  } finally {
    await stack.close();
  }
}

/** Those of one port start one after the other. */
async function untilAlive(stack: Stack, count: number): Promise<void> {
  for (;;) {
    const { stdout } = await stack.cli(['health', '--json']);
    const { nodes } = JSON.parse(stdout) as { nodes: { alive: boolean }[] };
    if (nodes.filter(({ alive }) => alive).length >= count) return;
    await sleep(500);
  }
}

/** The connections are shared out evenly among the nodes, as a proxy does. */
async function loadAll(
  seconds: number,
  stack: Stack,
  nodes: readonly Node[],
  processes: number,
): Promise<{ measured: Measured; sent: Sent[]; results: LoadResult[] }> {
  const apiKeys = stack.accounts.map(({ apiKey }) => apiKey);
  const loads = nodes.map(({ port }, index) =>
    operationLoad(stack, {
      phone: pendingForEverPhone,
      idPrefix: `n${index}-`,
      seconds,
      warmupSeconds,
      apiKeys,
      port,
      connections: connections / nodes.length,
    }),
  );
  const pids = Object.fromEntries(nodes.map(({ pid }, index) => [`gateway ${index + 1}`, pid]));
  // Where a port has several, they are children of the one that was begun.
  const families = ['postgres', ...(processes > 1 ? Object.keys(pids) : [])];
  const watch = watchProcesses({ ...pids, postgres: stack.pids.postgres }, families);
  const results = await Promise.all(loads.map(({ command }) => runLoad(command)));
  return {
    measured: { usage: watch.stop(), ...sumOf(results) },
    sent: loads.map(({ sent }) => sent),
    results,
  };
}

const sumOf = (results: LoadResult[]): Omit<Measured, 'usage'> => ({
  perSec: results.reduce((sum, { perSec }) => sum + perSec, 0),
  answered: results.reduce((sum, { answered }) => sum + answered, 0),
  latencyP99Ms: Math.max(...results.map(({ latencyMs }) => latencyMs.p99)),
});

const postgresOfEach = ({ usage, answered }: Measured): number =>
  (usage['postgres']?.cpuSeconds ?? 0) / answered;

/** On one node. */
const manyToOne = (one: Measured, many: Measured): Metric[] => [
  {
    name: '1,000 accounts to 1, 1 node',
    value: many.perSec / one.perSec,
    unit: '',
    target: { atLeast: rateOfManyMin },
  },
  {
    name: "1,000 accounts to 1, 1 node: PostgreSQL's CPU for each",
    value: postgresOfEach(many) / postgresOfEach(one),
    unit: '',
    target: { atMost: postgresOfManyMax },
  },
];

function metricsOf(
  count: number,
  alone: Measured,
  together: Measured,
  onePort: Measured,
): Metric[] {
  const accounts = count === 1 ? '1 account' : `${count.toLocaleString('en')} accounts`;
  const cpuOf = ({ usage, answered }: Measured, nodes: string): Metric[] =>
    Object.entries(usage).map(([name, { cpuSeconds }]) => ({
      name: `${accounts}, ${nodes}: CPU of ${name} for each`,
      value: (cpuSeconds * 1e6) / answered,
      unit: 'µs',
    }));
  return [
    { name: `${accounts}, 1 node`, value: alone.perSec, unit: '/s' },
    { name: `${accounts}, 2 nodes`, value: together.perSec, unit: '/s' },
    {
      name: `${accounts}, 2 nodes to 1`,
      value: together.perSec / alone.perSec,
      unit: '',
      target: { atLeast: sameAsOneNode },
    },
    { name: `${accounts}, 2 processes on one port`, value: onePort.perSec, unit: '/s' },
    {
      name: `${accounts}, 2 processes on one port to 1`,
      value: onePort.perSec / alone.perSec,
      unit: '',
    },
    { name: `${accounts}, 1 node: p99`, value: alone.latencyP99Ms, unit: 'ms' },
    { name: `${accounts}, 2 nodes: p99`, value: together.latencyP99Ms, unit: 'ms' },
    ...cpuOf(alone, '1 node'),
    ...cpuOf(together, '2 nodes'),
    ...cpuOf(onePort, '2 processes on one port'),
  ];
}
