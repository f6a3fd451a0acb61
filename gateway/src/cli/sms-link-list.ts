// `jokko sms link list`: the links of the routing, and the state of their binds.

import { linkSettings } from '../connectors.ts';
import { loadWaiting } from '../domain/sms-delivery/index.ts';
import { loadBinds, loadRouting, type Bind } from '../domain/sms-routing/index.ts';
import { withExpectedSimulator } from '../simulator-process.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'sms link list',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ config, database, secrets }) => {
      const [routing, binds] = await Promise.all([
        loadRouting(database, linkSettings(withExpectedSimulator(config), secrets)),
        loadBinds(database),
      ]);
      const bindsOf = (name: string) => binds.filter((bind) => bind.link === name).map(present);
      const names = [...routing.links.map(({ name }) => name), ...routing.unusableLinks];
      const waiting = new Map(
        (await loadWaiting(database, names)).map(({ link, count, oldestSec }) => [link, { count, oldestSec: Math.round(oldestSec) }]),
      );
      const factsOf = (name: string) => ({ waiting: waiting.get(name) ?? { count: 0, oldestSec: 0 }, binds: bindsOf(name) });
      const links = [
        ...routing.links.map(({ name, connector }) => ({ name, connector, usable: true, ...factsOf(name) })),
        ...routing.unusableLinks.map((name) => ({ name, connector: null, usable: false, ...factsOf(name) })),
      ];
      output.result({ links }, () => (links.length === 0 ? 'no links' : links.flatMap(linesOf).join('\n')));
      return 0;
    });
  },
};

/** `node` null: no living node has it. */
function present({ slot, state, detail, node, updatedAt }: Bind) {
  return { slot, state, detail, node, updatedAt: updatedAt.toISOString() };
}

interface Listed {
  name: string;
  connector: string | null;
  usable: boolean;
  waiting: { count: number; oldestSec: number };
  binds: ReturnType<typeof present>[];
}

function linesOf(listed: Listed): string[] {
  const { name, waiting } = listed;
  const some = `${name}  ${waiting.count} messages wait, the oldest for ${waiting.oldestSec} s`;
  return [...bindLinesOf(listed), ...(waiting.count === 0 ? [] : [some])];
}

function bindLinesOf({ name, connector, usable, binds }: Listed): string[] {
  if (!usable) return [`${name}  cannot be used: a secret of another installation, or a value that is gone`];
  if (binds.length === 0) return [`${name}  ${connector}  no bind yet`];
  return binds.map(
    ({ slot, state, detail, node, updatedAt }) =>
      `${name}  ${connector}  bind ${slot} ${state}${node === null ? '' : ` by ${node}`} since ${updatedAt}${detail === null ? '' : `: ${detail}`}`,
  );
}
