// Measures one node and two nodes on one, two and a thousand accounts: what a second node adds, or
// takes away where both write the same account.

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
  const metrics: Metric[] = [];
  const alone: Measured[] = [];
  for (const count of accountCounts) {
    const [one, two] = [await measure(run, 1, count), await measure(run, 2, count)];
    alone.push(one);
    metrics.push(...metricsOf(count, one, two));
  }
  return {
    scenario: 'nodes',
    settings: { seconds, warmupSeconds, connections, providerRatePerSec },
    metrics: [...metrics, ...manyToOne(alone[0]!, alone.at(-1)!)],
    faults: run.faults,
  };
}

interface Run {
  order: ScenarioOrder;
  seconds: number;
  faults: string[];
}

/** On an installation of its own: what is left pending is queried for hours, and would be measured with what comes after it. */
async function measure(
  { order, seconds, faults }: Run,
  nodeCount: number,
  accountCount: number,
): Promise<Measured> {
  const what = `${nodeCount} nodes, ${accountCount} accounts`;
  order.say(`nodes: ${what}`);
  const stack = await startStack({ answer: 'sync', profileDirectory: order.profileDirectory });
  try {
    await stack.openAccounts(accountCount);
    await setProviderRate(stack, route, providerRatePerSec);
    const nodes: Node[] = [{ port: stack.port, pid: stack.pids.gateway }];
    while (nodes.length < nodeCount) nodes.push(await stack.addNode());
    await sleep(acquaintedMs);
    const { measured, sent, results } = await loadAll(seconds, stack, nodes);
    faults.push(...results.flatMap((result) => faultsOf(result, what)));
    await setProviderRate(stack, route, null);
    await drain(stack, 'sent');
    faults.push(...(await checkBooks({ stack, sent, allFinished: false })));
    return measured;
  } finally {
    await stack.close();
  }
}

/** The connections are shared out evenly among the nodes, as a proxy does. */
async function loadAll(
  seconds: number,
  stack: Stack,
  nodes: readonly Node[],
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
  const watch = watchProcesses({ ...pids, postgres: stack.pids.postgres }, ['postgres']);
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

function metricsOf(count: number, alone: Measured, together: Measured): Metric[] {
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
    { name: `${accounts}, 1 node: p99`, value: alone.latencyP99Ms, unit: 'ms' },
    { name: `${accounts}, 2 nodes: p99`, value: together.latencyP99Ms, unit: 'ms' },
    ...cpuOf(alone, '1 node'),
    ...cpuOf(together, '2 nodes'),
  ];
}
