// Over which link do the messages of a run go, and how fast may it be? All of them over one SMPP link to the simulator, set as an operator
// would set it: by importing the routing.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../stack/index.ts';
import { readCentre } from './centre.ts';

interface RoutingText {
  links: { name: string; config: { [field: string]: unknown } }[];
  routes: { country: string; links: { name: string }[] }[];
}

export interface LinkPace {
  /** Unanswered submissions at one time. */
  window: number;
  /** Parts a second that the link takes; null: as many as it can. */
  ratePerSec: number | null;
}

const linkName = 'SIM_SMPP';
const country = 'SN';
/** An operator that takes next to nothing: what is measured is what comes before it. */
export const held: LinkPace = { window: 10, ratePerSec: 10 };
/** Takes one message and then none for a quarter of an hour, while receipts still come. */
export const stopped: LinkPace = { window: 10, ratePerSec: 0.001 };
const boundWithinMs = 15_000;

/** One transceiver bind at this pace, and no other link for the country. Resolves when it is bound. */
export async function openLink(stack: Stack, { window, ratePerSec }: LinkPace): Promise<void> {
  const before = await readCentre(stack);
  await changeLink(stack, (config) => {
    delete config['ratePerSec'];
    Object.assign(config, { window, binds: 1, bindType: 'transceiver' }, ratePerSec === null ? {} : { ratePerSec });
  });
  for (const until = Date.now() + boundWithinMs; ; await sleep(50)) {
    const { binds } = await readCentre(stack);
    const known = new Set(before.binds.map(({ session }) => session));
    if (binds.length === 1 && !known.has(binds[0]!.session)) return;
    if (Date.now() > until) throw new Error(`${linkName} is not bound: ${JSON.stringify(binds)}`);
  }
}

async function changeLink(stack: Stack, change: (config: { [field: string]: unknown }) => void): Promise<void> {
  const exported = await stack.cli(['sms', 'routing', 'export']);
  if (exported.code !== 0) throw new Error(`sms routing export: ${exported.stderr}`);
  const routing = JSON.parse(exported.stdout) as RoutingText;
  const config = routing.links.find(({ name }) => name === linkName)?.config;
  if (config === undefined) throw new Error(`no link ${linkName}`);
  change(config);
  for (const route of routing.routes) if (route.country === country) route.links = [{ name: linkName }];
  const file = join(stack.directory, 'sms-routing.json');
  writeFileSync(file, JSON.stringify(routing));
  const imported = await stack.cli(['sms', 'routing', 'import', file]);
  if (imported.code !== 0) throw new Error(`sms routing import: ${imported.stderr}${imported.stdout}`);
}
