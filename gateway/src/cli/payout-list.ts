// `jokko payout list`: batches of payouts with how far they have come. They are made, approved and held in the portal, by people of the account.

import { toDecimalString } from '@jokko/contract';
import { listBatches, type ListedBatch } from '../domain/payouts/index.ts';
import { readArguments, readId, readWhole } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const limitDefault = 50;
const limitMax = 1_000;

export const command: Command = {
  usage: `payout list [--account ID] [--limit ${limitDefault}]`,
  run(args, output) {
    const { values } = readArguments(args, { account: { type: 'string' }, limit: { type: 'string', default: String(limitDefault) } });
    const accountId = values.account === undefined ? null : readId(values.account);
    const limit = readWhole('--limit', values.limit, limitMax);
    return withInstallation(async ({ database }) => {
      const batches = await listBatches(database, { accountId, countries: null, before: null, limit });
      const payouts = batches.map(shown);
      output.result({ payouts }, () => (payouts.length === 0 ? 'there are no payouts' : payouts.map(line).join('\n')));
      return 0;
    });
  },
};

type Shown = ReturnType<typeof shown>;

function shown({ id, accountId, name, state, currency, amount, fees, paid, counts, createdAt, changedAt, ...people }: ListedBatch) {
  const { madeByName: madeBy, submittedByName: submittedBy, decidedByName: decidedBy } = people;
  return {
    ...{
      id,
      accountId,
      name,
      state,
      currency,
      amount: toDecimalString(amount),
      fees: toDecimalString(fees),
      paid: toDecimalString(paid),
      counts,
    },
    ...{ madeBy, submittedBy, decidedBy, createdAt, changedAt },
  };
}

function line({ id, accountId, name, state, currency, amount, paid, counts, createdAt }: Shown): string {
  const told = Object.entries(counts).flatMap(([lineState, count]) => (count === 0 ? [] : `${count} ${lineState}`));
  return [
    createdAt.toISOString(),
    `payout ${id}`,
    `account ${accountId}`,
    state.padEnd(17),
    `${paid} of ${amount} ${currency ?? ''} paid`,
    told.join(', '),
    name,
  ].join('  ');
}
