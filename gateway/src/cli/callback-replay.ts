// `jokko callback replay`: sends callbacks again. Says first how many there are; `--yes` starts it.

import { countCallbacks, startReplay } from '../domain/callbacks/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { filterOptions, filterUsage, readFilter } from './callback-filter.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const perSecondDefault = 50;
const perSecondMax = 1_000;

export const command: Command = {
  usage: `callback replay [TRANSACTION] ${filterUsage} [--rate ${perSecondDefault}] [--yes]`,
  run(args, output) {
    const options = {
      ...filterOptions,
      rate: { type: 'string', default: String(perSecondDefault) },
      yes: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = readArguments(args, options, args[0]?.startsWith('-') === false ? ['TRANSACTION'] : []);
    const filter = readFilter(values, positionals[0]);
    if (Object.keys(filter).length === 0) throw new UsageError('say which callbacks: a transaction, or at least one option of the filter');
    const perSecond = readWhole('--rate', values.rate, perSecondMax);
    if (perSecond === 0) throw new UsageError('--rate takes at least 1 a second');
    // One callback needs no second thought.
    const isMeant = values.yes || filter.operationId !== undefined;
    return withInstallation(async ({ database }) => {
      if (!isMeant) {
        const count = await countCallbacks(database, filter);
        const say = () =>
          `${count} callbacks, ${Math.ceil(count / perSecond)} s at ${perSecond} a second: repeat with --yes to send them again`;
        output.result({ count, perSecond, replayId: null }, say);
        return 0;
      }
      const { id, total } = await startReplay(database, filter, perSecond);
      output.result(
        { count: total, perSecond, replayId: id },
        () => `replay ${id}: ${total} callbacks; see \`jokko callback replays ${id}\``,
      );
      return 0;
    });
  },
};
