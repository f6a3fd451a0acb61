// `jokko callback lanes`: receivers that keep callbacks waiting, of all accounts or one.

import { laneCountMax, listLanes, type ListedLane } from '../domain/callbacks/index.ts';
import { readArguments, readId, readWhole } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const limitDefault = 50;
const limitMax = 1_000;

export const command: Command = {
  usage: `callback lanes [--account ID] [--limit ${limitDefault}]`,
  run(args, output) {
    const { values } = readArguments(args, { account: { type: 'string' }, limit: { type: 'string', default: String(limitDefault) } });
    const accountId = values.account === undefined ? null : readId(values.account);
    const limit = readWhole('--limit', values.limit, limitMax);
    return withInstallation(async ({ database }) => {
      const lanes = await listLanes(database, { of: 'all', accountId, after: null, limit });
      output.result({ lanes }, () => (lanes.length === 0 ? 'nothing waits' : lanes.map(line).join('\n')));
      return 0;
    });
  },
};

function line({ accountId, lane, fresh, retrying, parked, failures, oldestAt, lastErrorClass, lastHttpStatus }: ListedLane): string {
  const many = (count: number) => (count >= laneCountMax ? `${laneCountMax}+` : String(count));
  const last = [lastErrorClass, lastHttpStatus].filter((part) => part !== null).join(' ');
  const counts = `${many(fresh)} new, ${many(retrying)} retried, ${many(parked)} parked`;
  return [`account ${accountId}`, lane, counts, `since ${oldestAt?.toISOString() ?? ''}`, failures > 0 ? 'away' : '', last]
    .filter((part) => part !== '')
    .join('  ');
}
