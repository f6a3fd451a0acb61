// The commands of carrier connections: those of the SMS routing, with the state of their binds, and
// the receipts that named no message.

import { toDecimalString } from '@jokko/contract';
import { loadCarrierBalances, type CarrierBalance } from '../carrier-balances/index.ts';
import { listUnmatchedReceipts, loadWaiting } from './index.ts';
import { loadBinds, loadRouting, type Bind } from '../routing/index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText, wholeNumber } from '../../cli/values.ts';

const receiptsMax = 10_000;

const listConnections = defineCommand({
  name: 'list',
  summary: 'List connections with binds and balances.',
  async run({ database, connectionSettings }) {
    const [routing, binds, balances] = await Promise.all([
      loadRouting(database, await connectionSettings()),
      loadBinds(database),
      loadCarrierBalances(database),
    ]);
    const found = [
      ...routing.connections.map(({ name, connector }) => ({
        name,
        connector,
        usable: true,
        problem: null,
      })),
      ...[...routing.unusableConnections.values()].map((each) => ({ ...each, usable: false })),
    ];
    const waiting = await loadWaiting(
      database,
      found.map(({ name }) => name),
    );
    return {
      links: found.map((connection) => ({
        ...connection,
        ...stateOf(connection.name, { waiting, binds }),
        ...presentBalance(balances.get(connection.name)),
      })),
    };
  },
  present: ({ links }) =>
    table(
      links.flatMap(rowsOf),
      {
        connection: ({ name }) => name,
        connector: ({ connector }) => connector,
        bind: ({ bind }) => bind?.slot,
        state: ({ usable, bind }) => (usable ? (bind?.state ?? 'no bind yet') : 'UNUSABLE'),
        node: ({ bind }) => bind?.node,
        since: ({ bind }) => bind?.updatedAt,
        waiting: ({ waiting }) =>
          waiting.count === 0 ? '' : `${waiting.count}, the oldest for ${waiting.oldestSec} s`,
        balance: balanceText,
        detail: ({ problem, bind }) => problem ?? bind?.detail,
      },
      'No carrier connections.',
    ),
});

function stateOf(
  name: string,
  { waiting, binds }: { waiting: Awaited<ReturnType<typeof loadWaiting>>; binds: readonly Bind[] },
) {
  const { count = 0, oldestSec = 0 } = waiting.find(({ connection }) => connection === name) ?? {};
  return {
    waiting: { count, oldestSec: Math.round(oldestSec) },
    binds: binds.filter((bind) => bind.connection === name).map(presentBind),
  };
}

/**
 * Null: no carrier has told one. `unread`: why it has not been read since, and since when; null:
 * the newest reading succeeded.
 */
function presentBalance({ balance, failure }: CarrierBalance = { balance: null, failure: null }) {
  return {
    balance: balance && {
      available: toDecimalString(balance.available),
      currency: balance.currency,
      readAt: balance.readAt.toISOString(),
    },
    unread: failure && { cause: failure.said, since: failure.since.toISOString() },
  };
}

function balanceText({ balance, unread }: ReturnType<typeof presentBalance>): string {
  const told =
    balance === null ? '' : `${balance.available} ${balance.currency} at ${balance.readAt}`;
  const failed = unread === null ? '' : `not read since ${unread.since}: ${unread.cause}`;
  return [told, failed].filter(Boolean).join('; ');
}

/** `node` null: no living node has it. */
function presentBind({ slot, state, detail, node, updatedAt }: Bind) {
  return { slot, state, detail, node, updatedAt: updatedAt.toISOString() };
}

/** One row for each bind, and one for a connection without any. */
function rowsOf<CarrierConnection extends { binds: ReturnType<typeof presentBind>[] }>(
  connection: CarrierConnection,
) {
  const binds = connection.binds.length === 0 ? [null] : connection.binds;
  return binds.map((bind) => ({ ...connection, bind }));
}

const listReceipts = defineCommand({
  name: 'receipts',
  summary: 'List receipts of a week that belong to no message.',
  options: { limit: option('N', 'Number of rows.', wholeNumber(receiptsMax), '100') },
  async run({ database }, { limit }) {
    const receipts = await listUnmatchedReceipts(database, limit);
    return {
      receipts: receipts.map(({ msisdn, receivedAt, ...receipt }) => ({
        ...receipt,
        number: msisdn,
        receivedAt: receivedAt.toISOString(),
      })),
    };
  },
  present: ({ receipts }) =>
    table(
      receipts,
      {
        received: ({ receivedAt }) => receivedAt,
        connection: ({ connection }) => connection,
        number: ({ number }) => number ?? '',
        id: ({ id }) => id,
        state: ({ state }) => state,
        error: ({ errorCode }) => errorCode ?? '',
      },
      'No unmatched receipts.',
    ),
});

const showAddress = defineCommand({
  name: 'address',
  summary: 'Show the secret address for a carrier’s notices.',
  arguments: { connection: argument('CONNECTION', 'Name of a carrier connection.', readText) },
  examples: ['ORANGE-SN'],
  async run({ database, connectionSettings, smsNoticeUrl }, { connection }) {
    const { connections } = await loadRouting(database, await connectionSettings());
    if (!connections.some(({ name }) => name === connection))
      throw new Refusal(`there is no carrier connection ${connection}`);
    return { connection, address: await smsNoticeUrl(connection) };
  },
  present: ({ address }) =>
    address.startsWith('/')
      ? `${address}\nPUBLIC_URL is not set: the carrier needs the whole address, with your public one before this path.`
      : address,
});

export const commands = [listConnections, listReceipts, showAddress];
