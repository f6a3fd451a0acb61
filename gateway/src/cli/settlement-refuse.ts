// `jokko settlement refuse`: lets the held money of a settlement go that nobody has approved yet.

import { refuseSettlement } from '../domain/settlements/index.ts';
import { readArguments } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readSettlementId, requireDone } from './settlement-pay.ts';

const reasonCharactersMax = 500;

export const command: Command = {
  usage: 'settlement refuse ID REASON',
  run(args, output) {
    const { positionals } = readArguments(args, {}, ['ID', 'REASON']);
    const id = readSettlementId(positionals[0] ?? '');
    const reason = (positionals[1] ?? '').trim();
    if (reason === '' || reason.length > reasonCharactersMax) throw new UsageError(`REASON takes 1 to ${reasonCharactersMax} characters`);
    return withInstallation(async ({ database }) => {
      requireDone(id, await refuseSettlement(database, { kind: 'command' }, { id, reason }));
      output.result({ id, state: 'REFUSED', reason }, () => `settlement ${id} is refused: its amount is available again`);
      return 0;
    });
  },
};
