// `jokko callback list`: the newest callbacks that fit a filter.

import { listCallbacks, type ListedCallback } from '../domain/callbacks/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { filterOptions, filterUsage, readFilter } from './callback-filter.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const limitDefault = 50;
const limitMax = 1_000;

export const command: Command = {
  usage: `callback list ${filterUsage} [--limit ${limitDefault}]`,
  run(args, output) {
    const { values } = readArguments(args, { ...filterOptions, limit: { type: 'string', default: String(limitDefault) } });
    const filter = readFilter(values);
    const limit = readWhole('--limit', values.limit, limitMax);
    return withInstallation(async ({ database }) => {
      const callbacks = await listCallbacks(database, filter, limit);
      output.result({ callbacks }, () => (callbacks.length === 0 ? 'no callback fits' : callbacks.map(line).join('\n')));
      return 0;
    });
  },
};

function line({
  operationId,
  accountId,
  lane,
  status,
  state,
  attempts,
  lastErrorClass,
  lastHttpStatus,
  createdAt,
}: ListedCallback): string {
  const last = lastErrorClass === null ? '' : `  ${lastErrorClass}${lastHttpStatus === null ? '' : ` ${lastHttpStatus}`}`;
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return `${createdAt.toISOString()}  ${operationId}  account ${accountId}  ${status.padEnd(8)} ${state.padEnd(9)} ${tries}  ${lane}${last}`;
}
