// `jokko case list`: what two persons of the operator must decide. They decide it in the portal, where each is known.

import { toDecimalString } from '@jokko/contract';
import { listCases, type ListedCase } from '../domain/cases/index.ts';
import { readArguments, readId, readWhole } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const lists = ['open', 'unknown', 'closed'] as const;
const limitDefault = 50;
const limitMax = 1_000;

export const command: Command = {
  usage: `case list [--of open|unknown|closed] [--account ID] [--limit ${limitDefault}]`,
  run(args, output) {
    const { values } = readArguments(args, {
      of: { type: 'string', default: 'open' },
      account: { type: 'string' },
      limit: { type: 'string', default: String(limitDefault) },
    });
    const of = lists.find((list) => list === values.of);
    if (of === undefined) throw new UsageError(`--of takes one of ${lists.join(', ')}`);
    const accountId = values.account === undefined ? null : readId(values.account);
    const limit = readWhole('--limit', values.limit, limitMax);
    return withInstallation(async ({ database }) => {
      const rows = await listCases(database, { of, accountId, kind: null, services: null, after: null, limit });
      const cases = rows.map(({ placeUs: _, amount, ...row }) => ({ ...row, amount: toDecimalString(amount) }));
      output.result({ cases }, () => (rows.length === 0 ? 'there is nothing to decide' : rows.map(line).join('\n')));
      return 0;
    });
  },
};

function line({ kind, accountId, transactionId, amount, currency, state, openedAt, resolution, evidence }: ListedCase): string {
  const parts = [openedAt.toISOString(), transactionId, `account ${accountId}`, kind.padEnd(22), state.padEnd(9)];
  return [...parts, `${toDecimalString(amount)} ${currency}`, resolution ?? evidence ?? ''].join('  ').trimEnd();
}
