// Configures the carrier connection of a run and its rate: all messages go over one SMPP
// connection to the simulator, set by importing the routing as an operator would.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../stack/index.ts';
import { readSmsc } from './smsc.ts';

interface RoutingText {
  links: { name: string; config: { [field: string]: unknown } }[];
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

/** One transceiver bind at this pace, and no other connection for the country. Resolves when it is bound. */
export async function openCarrierConnection(
  stack: Stack,
  { window, ratePerSec }: ConnectionPace,
): Promise<void> {
  const before = await readSmsc(stack);
  await changeConnection(stack, (config) => {
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

async function changeConnection(
  stack: Stack,
  change: (config: { [field: string]: unknown }) => void,
): Promise<void> {
  const exported = await stack.cli(['sms', 'routing', 'export']);
  if (exported.code !== 0) throw new Error(`sms routing export: ${exported.stderr}`);
  const routing = JSON.parse(exported.stdout) as RoutingText;
  const config = routing.links.find(({ name }) => name === connectionName)?.config;
  if (config === undefined) throw new Error(`no carrier connection ${connectionName}`);
  change(config);
  for (const route of routing.routes)
    if (route.country === country) route.links = [{ name: connectionName }];
  const file = join(stack.directory, 'sms-routing.json');
  writeFileSync(file, JSON.stringify(routing));
  const imported = await stack.cli(['sms', 'routing', 'import', file]);
  if (imported.code !== 0)
    throw new Error(`sms routing import: ${imported.stderr}${imported.stdout}`);
}
