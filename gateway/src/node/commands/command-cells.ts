// What commands do with further cells. Their code is loaded when one of them asks for it.

import type { CommandContext } from '../../cli/context.ts';
import type { Config } from '../config/config.ts';
import type { Installation } from '../start/installation.ts';

/** What commands do with further cells. */
export function openCells(
  config: Config,
  home: Pick<Installation, 'database' | 'secrets'>,
  report: (line: string) => void,
) {
  const load = () => import('../cells/for-commands.ts');
  const loadMove = () => import('../cells/move/move-cell.ts');
  const opened: { close(): Promise<void> }[] = [];
  return {
    commands: {
      cells: async () => (await load()).listCells(home.database, home.secrets),
      changeCells: {
        add: async (name, url) => (await load()).addCell(config, home, { name, url }),
        move: async (number, url) => (await loadMove()).moveCell(home, number, url, report),
        resumeMove: async (number) => (await loadMove()).resumeMove(home, number, report),
        cancelMove: async (number) => (await loadMove()).cancelCellMove(home, number),
      } satisfies CommandContext['changeCells'],
    },
    /** Where there is no such cell, the home database says what it does not know. */
    async open(cell: number): Promise<Pick<CommandContext, 'database' | 'secrets'>> {
      const place = await (await load()).openCellOf(config, home, cell);
      if (place === null) return home;
      const { database, secrets } = place;
      opened.push(database);
      return { database, secrets };
    },
    /** Then `next`, which closes the home database. */
    async close(next: () => Promise<void>): Promise<void> {
      await Promise.all(opened.map((each) => each.close()));
      await next();
    },
  };
}
