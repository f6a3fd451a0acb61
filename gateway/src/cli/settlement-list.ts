// `jokko settlement list`: settlements of all accounts, newest first.

import { toDecimalString } from '@jokko/contract';
import { listSettlements, settlementStates, type Settlement } from '../domain/settlements/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const settlementsMax = 1_000;
const idMax = 2_147_483_647;
const options = { state: { type: 'string' }, before: { type: 'string' }, limit: { type: 'string', default: '50' } } as const;

export const command: Command = {
  usage: 'settlement list [--state REQUESTED|APPROVED|PAID|REFUSED|WITHDRAWN|RETURNED] [--before ID] [--limit 50]',
  run(args, output) {
    const { values } = readArguments(args, options);
    const state = settlementStates.find((known) => known === values.state?.toUpperCase());
    if (values.state !== undefined && state === undefined) throw new UsageError(`--state takes one of ${settlementStates.join(', ')}`);
    const page = {
      ...(state === undefined ? {} : { state }),
      ...(values.before === undefined ? {} : { before: readWhole('--before', values.before, idMax) }),
      limit: readWhole('--limit', values.limit, settlementsMax),
    };
    return withInstallation(async ({ database }) => {
      const settlements = (await listSettlements(database, page)).map(present);
      output.result({ settlements }, () => (settlements.length === 0 ? 'there are none' : settlements.map(lineOf).join('\n')));
      return 0;
    });
  },
};

function present(settlement: Settlement) {
  const { id, accountId, accountName, currency, state, requestedAt, approvedAt, reference, valueDate, reason } = settlement;
  const { holder, institution, number } = settlement.destination;
  return {
    ...{ id, accountId, accountName, state, currency, holder, institution, number },
    ...{ requestedAt, approvedAt, reference, valueDate, reason },
    amount: toDecimalString(settlement.amount),
    fee: toDecimalString(settlement.fee),
  };
}

const lineOf = ({
  id,
  state,
  amount,
  currency,
  accountId,
  accountName,
  institution,
  number,
  reference,
}: ReturnType<typeof present>): string =>
  [
    String(id).padStart(6),
    state.padEnd(9),
    `${amount} ${currency}`,
    `account ${accountId} (${accountName})`,
    institution,
    number,
    reference ?? '',
  ]
    .filter((part) => part !== '')
    .join('  ');
