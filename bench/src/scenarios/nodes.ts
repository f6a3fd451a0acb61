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
  const stack = await startStack({ answer: 'sync', profileDirectory: order.profileDirectory });
  try {
    await stack.openAccounts(Math.max(...accountCounts));
    await setProviderRate(stack, route, providerRatePerSec);
    const nodes: Node[] = [{ port: stack.port, pid: stack.pids.gateway }];
    const run = { stack, seconds, sent: [] as Sent[], faults: [] as string[], say: order.say };
    const alone = await measureAll(run, nodes);
    // Else both nodes would work off what one has accepted, and be measured with that.
    await letBacklogGo(run);
    await setProviderRate(stack, route, providerRatePerSec);
    nodes.push(await stack.addNode());
    await sleep(acquaintedMs);
    const together = await measureAll(run, nodes);
    await letBacklogGo(run);
    order.say('nodes: comparing the books');
    run.faults.push(...(await checkBooks({ stack, sent: run.sent, allFinished: false })));
    return {
      scenario: 'nodes',
      settings: { seconds, warmupSeconds, connections, providerRatePerSec },
      metrics: [
        ...accountCounts.flatMap((count, index) =>
          metricsOf(count, alone[index]!, together[index]!),
        ),
        ...manyToOne(alone[0]!, alone.at(-1)!),
      ],
      faults: run.faults,
    };
  } finally {
    await stack.close();
  }
}

interface Run {
  stack: Stack;
  seconds: number;
  sent: Sent[];
  faults: string[];
  say(line: string): void;
}

async function letBacklogGo({ stack, say }: Run): Promise<void> {
  say('nodes: the backlog goes to the provider');
  await setProviderRate(stack, route, null);
  await drain(stack, 'sent');
}

async function measureAll(run: Run, nodes: Node[]): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const count of accountCounts) all.push(await measure(run, nodes, count));
  return all;
}

/** The connections are shared out evenly among the nodes, as a proxy does. */
async function measure(run: Run, nodes: Node[], accountCount: number): Promise<Measured> {
  const { stack, seconds } = run;
  const what = `${nodes.length} nodes, ${accountCount} accounts`;
  run.say(`nodes: ${what}`);
  const apiKeys = stack.accounts.slice(0, accountCount).map(({ apiKey }) => apiKey);
  const loads = nodes.map(({ port }, index) =>
    operationLoad(stack, {
      phone: pendingForEverPhone,
      idPrefix: `n${nodes.length}-a${accountCount}-${index}-`,
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
  const usage = watch.stop();
  run.sent.push(...loads.map(({ sent }) => sent));
  run.faults.push(...results.flatMap((result) => faultsOf(result, what)));
  return { ...sumOf(results), usage };
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
