// Entry point of the bank-file connector: transfers to bank accounts in ISO 20022 files, over a
// folder or SFTP. The core groups the orders, carries the files and remembers them; all here is
// pure.

import { giveUpAfterMs, notSent, pending, unknown } from '@jokko/connectors/kit';
import type { Capabilities, Connector, FileProtocol, Resolution } from '@jokko/connectors/kit';
import { windowAt } from './calendar.ts';
import { configuration, settingsOf } from './config.ts';
import type { BankFileConfig } from './config.ts';
import { goLive } from './go-live.ts';
import { isParty, prepare, preparePayout, validate } from './orders.ts';
import { assemble } from './pain001.ts';
import { readFile } from './read-file.ts';
import { endToEndOf } from '@jokko/connectors/kit/bank-statement';
import { statementOfDay } from './statement/day.ts';

export type { BankFileConfig } from './config.ts';

/**
 * A bank cannot be asked. What may have left is put once more under the same name and message id by
 * the core; beyond that only the bank's files and people tell.
 */
const resolution: Resolution = {
  steps: ['waitNotification', 'manual'],
  notBeforeMs: 60_000,
  quiescenceMs: 86_400_000,
  giveUpAfterMs,
};

/** Results come in files; the look only keeps the operation's clock. */
const lookMs = 3_600_000;

function capabilities({ bookable }: BankFileConfig): Capabilities {
  return {
    operations: ['bank_transfer'],
    idempotency: 'unique-ref-conflict',
    replay: 'never',
    notification: { mode: 'file', auth: 'none', bookable },
    queryBy: [],
    tells: [],
    refund: 'none',
    cancelPending: false,
    balance: false,
    listBills: false,
    quote: false,
    inquiry: false,
    resolution,
    limits: { concurrency: 1, timeoutMs: 60_000 },
  };
}

export const bankFileConnector: Connector<BankFileConfig> & {
  files: FileProtocol<BankFileConfig>;
} = {
  name: 'bank-file',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute: (_context, _intent, { refs }) => Promise.resolve(notSent(refs, 'goes in a file')),
  /** `session` is the file that took the order: its delivery is certain. */
  query: (_context, _intent, refs) =>
    Promise.resolve(
      refs.session === undefined
        ? unknown(refs, 'ambiguous', resolution)
        : { ...pending(refs, 'provider'), nextQueryInMs: lookMs },
    ),
  receive: () => ({ reply: { status: 404 }, events: [] }),
  isParty,
  files: {
    window: (config, nowMs) => windowAt(settingsOf(config).calendar, nowMs),
    ordersMax: (config) => settingsOf(config).ordersMax,
    assemble,
    preparePayout,
    place: (config) => settingsOf(config).place,
    read: readFile,
    theirsOf: endToEndOf,
    statement: statementOfDay,
  },
};
