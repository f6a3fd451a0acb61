// Measures the longest turn of a node's event loop while it works on a request, in processor time.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from './client.ts';
import type { Installation } from './installation.ts';
import { until } from './until.ts';

const turnMaxMs = 50;
/** What is over it once and not again was the machine, or code that ran for the first time. */
export const triesMax = 4;

/**
 * Loaded into the node: from one SIGUSR2 to the next it measures the longest turn, and says it. In
 * processor time of the main thread, as a machine that others use as well takes a turn apart.
 */
const watch = `
let longest = null, began = 0;
const usedMs = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1e3; };
const look = () => {
  if (longest === null) return;
  const now = usedMs();
  longest = Math.max(longest, now - began);
  began = now;
  setImmediate(look);
};
process.on('SIGUSR2', () => {
  const told = longest;
  longest = told === null ? 0 : null;
  began = usedMs();
  look();
  process.stderr.write(told === null ? 'turns are measured\\n' : 'longest turn: ' + Math.ceil(told) + ' ms\\n');
});`;

/** For the environment of an installation. */
export const turnsAreWatched = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}`,
};

type Watched = Pick<Installation, 'baseUrl' | 'nodes'>;

const told = /turns are measured|longest turn: (\d+) ms/g;
/**
 * What the node says about the turns since the last signal; undefined: that it begins to measure.
 */
async function signal({ nodes: [node] }: Watched): Promise<string | undefined> {
  const said = () => [...node.logs().matchAll(told)];
  const before = said().length;
  process.kill(node.pid, 'SIGUSR2');
  return (await until('the node says it', () => said()[before]))[1];
}

export interface Exchange {
  name: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** The longest turn of its main thread while `work` is done, in milliseconds of processor time. */
export async function longestTurn(
  installation: Watched,
  work: () => Promise<unknown>,
): Promise<number> {
  await signal(installation);
  await work();
  return Number(await signal(installation));
}

/**
 * Does `work`, again where the machine may have been slow; fails where a turn is long each time.
 * `work` returns what it was, for the message.
 */
export async function assertQuickWork(
  installation: Watched,
  work: () => Promise<string>,
): Promise<void> {
  const turns: number[] = [];
  let what = '';
  while (turns.length < triesMax && !turns.some((ms) => ms <= turnMaxMs))
    turns.push(await longestTurn(installation, async () => (what = await work())));
  const quickest = Math.min(...turns);
  assert.ok(quickest <= turnMaxMs, `${what} takes a turn of ${turns.join(', ')} ms`);
}

/**
 * Sends it. A function makes a new one for each try: the same order again is less work. `afterMs`:
 * how long the node works on it when it has answered.
 */
export const assertQuick = (
  installation: Watched,
  exchange: Exchange | (() => Exchange),
  afterMs = 0,
): Promise<void> =>
  assertQuickWork(installation, async () => {
    const made = typeof exchange === 'function' ? exchange() : exchange;
    await send(installation, made);
    await sleep(afterMs);
    return `${made.name} at ${made.path}`;
  });

const send = ({ baseUrl }: Watched, { name: _, path, ...options }: Exchange): Promise<unknown> =>
  sendRequest(`${baseUrl}${path}`, { ...options, whenBusy: 'answer' }).catch(
    () => 'its connection was closed, which is an answer, too',
  );

/**
 * The same of many, which are measured one by one only where all of them together had a long turn.
 */
export async function assertAllQuick(
  installation: Watched,
  exchanges: readonly Exchange[],
): Promise<void> {
  const longest = await longestTurn(installation, async () => {
    for (const exchange of exchanges) await send(installation, exchange);
  });
  if (longest > turnMaxMs)
    for (const exchange of exchanges) await assertQuick(installation, exchange);
}
