// Walks the list of an SMS connection: what was seen, what users have confirmed, and a connection
// test made now.

import type { Database } from '../../platform/db/database.ts';
import { configuredEntries, counterpartyOf, expiriesOf } from '../../platform/documents/index.ts';
import { loadCarrierBalances, tellsBalance } from '../../messaging/carrier-balances/index.ts';
import { readTrafficEvidence } from '../../messaging/delivery/index.ts';
import {
  loadBinds,
  loadRouting,
  routingDocument,
  type CarrierConnection,
  type ConnectionSettings,
} from '../../messaging/routing/index.ts';
import { minimumOf, readSettings } from '../alerts/index.ts';
import type { ConnectionTestStep } from '../connection-tests/index.ts';
import { connectionOf } from './check-route.ts';
import type { CheckedItem } from './checklist.ts';
import { listConfirmations, type ConfirmationKey } from './confirmations.ts';
import { readInstallation } from './evidence.ts';
import { smsChecklistOf } from './sms-checklist.ts';

export interface CheckedConnection {
  connection: string;
  connector: string;
  ready: boolean;
  /** To be registered at the carrier; null: it posts no notices. */
  noticeUrl: string | null;
  items: CheckedItem[];
}

export interface SmsGoLiveDeps {
  database: Database;
  smsSettings: ConnectionSettings;
  publicUrl: string | null;
  smsNoticeUrl(connection: string): Promise<string>;
}

/** How far back it is looked for a change of the counterparty. */
const versionsMax = 50;

/** Usable ones of the routing in force. */
export const listConnections = async ({
  database,
  smsSettings,
}: Pick<SmsGoLiveDeps, 'database' | 'smsSettings'>): Promise<readonly CarrierConnection[]> =>
  (await loadRouting(database, smsSettings)).connections;

export const findConnection = async (
  deps: Pick<SmsGoLiveDeps, 'database' | 'smsSettings'>,
  wanted: string,
): Promise<CarrierConnection | undefined> =>
  (await listConnections(deps)).find(({ name }) => name === wanted);

/** Under which confirmations of a connection stand. */
export async function connectionKey(
  deps: Pick<SmsGoLiveDeps, 'database' | 'smsSettings'>,
  name: string,
): Promise<ConfirmationKey> {
  const { counterparty } = await readCounterparty(deps, name);
  return { route: confirmedAs(name), counterparty };
}

/** `steps`: of the connection test of the connection, which is of the routing in force. */
export async function checkConnection(
  { database, smsSettings, publicUrl, smsNoticeUrl }: SmsGoLiveDeps,
  { name, connector, config }: CarrierConnection,
  steps: readonly ConnectionTestStep[],
): Promise<CheckedConnection> {
  const spoken = smsSettings.connectors[connector]!;
  const evidence = await readInstallation(database);
  const { counterparty, since } = await readCounterparty({ database, smsSettings }, name);
  const takesNotices = spoken.receive !== undefined;
  const items = smsChecklistOf({
    evidence,
    confirmations: await listConfirmations(database, confirmedAs(name), counterparty),
    connection: connectionOf(steps),
    expiries: expiriesOf(spoken, config),
    publicUrl,
    binds: (await loadBinds(database)).filter(({ connection }) => connection === name),
    traffic: await readTrafficEvidence(database, name, since),
    hasReceipts: spoken.capabilities(config).receipts,
    takesNotices,
    balance: tellsBalance(spoken) ? await readBalance(database, name) : null,
    goLive: spoken.goLive ?? [],
  });
  return {
    connection: name,
    connector,
    ready: items.every(({ done }) => done),
    noticeUrl: takesNotices ? await smsNoticeUrl(name) : null,
    items,
  };
}

/** Confirmations of routes and connections share a table: a route of the same name has others. */
const confirmedAs = (connection: string): string => `sms:${connection}`;

async function readBalance(database: Database, name: string) {
  const { balance = null, failure = null } = (await loadCarrierBalances(database)).get(name) ?? {};
  const { settings } = await readSettings(database);
  return { wasRead: balance !== null && failure === null, minimum: minimumOf(settings, name) };
}

/**
 * Who the connection speaks to by the routing in force, and since when: another address or account
 * has to be tried anew.
 */
async function readCounterparty(
  { database, smsSettings }: Pick<SmsGoLiveDeps, 'database' | 'smsSettings'>,
  name: string,
): Promise<{ counterparty: string; since: Date }> {
  const { versions, connectorPart } = routingDocument(smsSettings);
  const counterpartyIn = async (version: number): Promise<string | null> => {
    const text = await versions.at(database, version);
    const entries = configuredEntries(JSON.parse(text ?? '{}') as object, connectorPart);
    const entry = entries.find((each) => each.name === name);
    return entry === undefined ? null : counterpartyOf(entry, smsSettings.connectors);
  };
  const [newest, ...earlier] = await versions.list(database, { before: null, limit: versionsMax });
  const counterparty = newest === undefined ? null : await counterpartyIn(newest.version);
  if (newest === undefined || counterparty === null)
    throw new Error(`the SMS connection ${name} is not in force any more`);
  let since = newest.at;
  for (const { version, at } of earlier) {
    if ((await counterpartyIn(version)) !== counterparty) break;
    since = at;
  }
  return { counterparty, since };
}
