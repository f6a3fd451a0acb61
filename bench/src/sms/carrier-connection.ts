// Configures the carrier connection of a run and its rate: all messages go over one connection to
// the simulator, by SMPP or to a carrier over HTTP, set by importing the routing as an operator
// would.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../stack/index.ts';
import { readSmsc, registerWebhook } from './smsc.ts';

interface Link {
  name: string;
  connector: string;
  config: { [field: string]: unknown };
}
interface RoutingText {
  links: Link[];
  routes: { country: string; links: { name: string }[] }[];
}

export interface ConnectionPace {
  /** Unanswered submissions at one time. */
  window: number;
  /** Parts a second that the connection takes; null: as many as it can. */
  ratePerSec: number | null;
}

const connectionName = 'SIM_SMPP';
const country = 'SN';
/** An operator that takes next to nothing: what is measured is what comes before it. */
export const held: ConnectionPace = { window: 10, ratePerSec: 10 };
/** Takes one message and then none for a quarter of an hour, while receipts still come. */
export const stopped: ConnectionPace = { window: 10, ratePerSec: 0.001 };
const boundWithinMs = 15_000;

/**
 * One transceiver bind at this pace, and no other connection for the country. Resolves when it is
 * bound.
 */
export async function openCarrierConnection(
  stack: Stack,
  { window, ratePerSec }: ConnectionPace,
): Promise<void> {
  const before = await readSmsc(stack);
  await changeRouting(stack, connectionName, (links) => {
    const config = links.find(({ name }) => name === connectionName)?.config;
    if (config === undefined) throw new Error(`no carrier connection ${connectionName}`);
    delete config['ratePerSec'];
    Object.assign(
      config,
      { window, binds: 1, bindType: 'transceiver' },
      ratePerSec === null ? {} : { ratePerSec },
    );
  });
  for (const until = Date.now() + boundWithinMs; ; await sleep(50)) {
    const { binds } = await readSmsc(stack);
    const known = new Set(before.binds.map(({ session }) => session));
    if (binds.length === 1 && !known.has(binds[0]!.session)) return;
    if (Date.now() > until)
      throw new Error(`${connectionName} is not bound: ${JSON.stringify(binds)}`);
  }
}

/**
 * The proof of the reports: Infobip's logs could not be asked about so many. The address that the
 * carrier calls has it.
 */
const proof = { username: 'bench', password: 'of-the-subscription' };

/**
 * Carriers over HTTP that take many messages in one request, and the credentials of the
 * simulator's.
 */
const batching = {
  'africas-talking': {
    baseUrl: '${SIMULATOR_URL}/africas-talking',
    username: 'sandbox',
    apiKey: 'sandbox-africas-talking-key',
  },
  infobip: {
    baseUrl: '${SIMULATOR_URL}/infobip',
    apiKey: 'sandbox-infobip-key',
    noticeAuth: 'basic',
    noticeUser: proof.username,
    noticeSecret: proof.password,
  },
};
export type BatchingCarrier = keyof typeof batching;

/**
 * One session with this window at a carrier over HTTP, which knows where its reports go, and no
 * other connection for the country. Resolves when it is open.
 */
export async function openHttpConnection(
  stack: Stack,
  connector: BatchingCarrier,
  window: number,
): Promise<void> {
  const name = 'BENCH_HTTP';
  const config = { ...batching[connector], window, sessions: 1 };
  await changeRouting(stack, name, (links) => void links.push({ name, connector, config }));
  const { address } = await readCli<{ address: string }>(stack, ['sms', 'link', 'address', name]);
  const webhook = new URL(address, `http://${stack.host}:${stack.port}`);
  Object.assign(webhook, proof);
  await registerWebhook(stack, connector, webhook.href);
  for (const until = Date.now() + boundWithinMs; ; await sleep(50)) {
    const { links } = await readCli<{ links: { name: string; binds: { state: string }[] }[] }>(
      stack,
      ['sms', 'link', 'list'],
    );
    const binds = links.find((link) => link.name === name)?.binds ?? [];
    if (binds.some(({ state }) => state === 'bound')) return;
    if (Date.now() > until) throw new Error(`${name} is not open: ${JSON.stringify(binds)}`);
  }
}

async function readCli<T>(stack: Stack, args: string[]): Promise<T> {
  const { code, stdout, stderr } = await stack.cli([...args, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Changes the connections, and sends the country over the named one alone. */
async function changeRouting(
  stack: Stack,
  connection: string,
  change: (links: Link[]) => void,
): Promise<void> {
  const exported = await stack.cli(['sms', 'routing', 'export']);
  if (exported.code !== 0) throw new Error(`sms routing export: ${exported.stderr}`);
  const routing = JSON.parse(exported.stdout) as RoutingText;
  change(routing.links);
  for (const route of routing.routes)
    if (route.country === country) route.links = [{ name: connection }];
  const file = join(stack.directory, 'sms-routing.json');
  writeFileSync(file, JSON.stringify(routing));
  const imported = await stack.cli(['sms', 'routing', 'import', file]);
  if (imported.code !== 0)
    throw new Error(`sms routing import: ${imported.stderr}${imported.stdout}`);
}
