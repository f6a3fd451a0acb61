// `jokko reconciliation list`: which statement files were taken in, and how many gaps are open?

import { listFiles, type ListedFile } from '../domain/reconciliation/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const limitDefault = 50;
const limitMax = 1_000;

export const command: Command = {
  usage: `reconciliation list [--provider ROUTE] [--limit ${limitDefault}]`,
  run(args, output) {
    const { values } = readArguments(args, {
      provider: { type: 'string', default: '' },
      limit: { type: 'string', default: String(limitDefault) },
    });
    const limit = readWhole('--limit', values.limit, limitMax);
    return withInstallation(async ({ database }) => {
      const found = await listFiles(database, { route: values.provider, before: null, limit });
      const files = found.map(({ mapping: _, searchedUntil: __, position: ___, ...file }) => file);
      output.result({ files }, () => (found.length === 0 ? 'no statement was taken in' : found.map(line).join('\n')));
      return 0;
    });
  },
};

function line({ id, route, name, state, periodFrom, lines, gaps, gapsOpen }: ListedFile): string {
  const day = periodFrom?.toISOString().slice(0, 10) ?? '-';
  return `${String(id).padStart(5)}  ${day}  ${route.padEnd(12)} ${state.padEnd(9)} ${lines} rows  ${gaps} gaps, ${gapsOpen} open  ${name}`;
}
