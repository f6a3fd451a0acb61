// `jokko callback replays`: how far replays are, and stopping one.

import { listReplays, stopReplay, type ReplayProgress } from '../domain/callbacks/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const idMax = 2_147_483_647;

export const command: Command = {
  usage: 'callback replays [REPLAY] [--stop]',
  run(args, output) {
    const options = { stop: { type: 'boolean', default: false } } as const;
    const { values, positionals } = readArguments(
      args,
      options,
      args.some((word) => !word.startsWith('-')) || args.includes('--stop') ? ['REPLAY'] : [],
    );
    const id = positionals[0] === undefined ? null : readWhole('REPLAY', positionals[0], idMax);
    return withInstallation(async ({ database }) => {
      if (values.stop && id !== null && !(await stopReplay(database, id))) throw new Refusal(`replay ${id} is not running`);
      const replays = await listReplays(database, id);
      if (id !== null && replays.length === 0) throw new Refusal(`there is no replay ${id}`);
      output.result({ replays }, () => (replays.length === 0 ? 'no replays' : replays.map(line).join('\n')));
      return 0;
    });
  },
};

function line({ id, state, released, total, delivered, due, parked, perSecond, startedAt, filter }: ReplayProgress): string {
  const came = `${delivered} delivered, ${due} due, ${parked} parked`;
  return `${id}  ${state}  ${released} of ${total} released (${came})  ${perSecond} a second  since ${startedAt.toISOString()}  ${JSON.stringify(filter)}`;
}
