// The commands of cells: further databases that hold accounts of this installation.

import { defineCommand } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, flag, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { wholeNumber } from '../../cli/values.ts';
import { cellsMax } from '../../platform/db/cell-numbers.ts';

function readCellName(text: string, name: string): string {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(text))
    throw new UsageError(`${name} takes 1 to 31 small letters, digits and hyphens`);
  return text;
}

function readDatabaseUrl(text: string, name: string): string {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`${name} takes a connection URL such as postgresql://jokko@db2/jokko`);
  return text;
}

const add = defineCommand({
  name: 'add',
  summary: 'Make an empty PostgreSQL database a further cell.',
  details:
    'All nodes serve it within seconds. Its accounts are opened with `jokko account create --cell`. The number is given once and for all.',
  arguments: {
    cellName: argument('NAME', 'Name of the cell.', readCellName),
    url: argument('URL', 'Its PostgreSQL connection URL.', readDatabaseUrl),
  },
  examples: ['west postgresql://jokko@db2.internal/jokko'],
  run: async ({ changeCells }, { cellName, url }) => ({
    number: await changeCells.add(cellName, url),
    name: cellName,
  }),
  present: ({ number, name }) => `Cell ${number} (${name}) was added.`,
});

const move = defineCommand({
  name: 'move',
  summary: 'Bring a further cell to another PostgreSQL server.',
  details: [
    'PostgreSQL copies the tables while all nodes serve the cell. Then its accounts wait for some',
    'seconds: the books of both databases are compared, and the nodes change over. The old database',
    'stays as it was and can be written no more. A command that was stopped is taken up with',
    '`--resume`; `--cancel` leaves the cell where it is.',
  ].join(' '),
  arguments: {
    number: argument('NUMBER', 'Number of the cell.', wholeNumber(cellsMax - 1)),
  },
  options: {
    to: option('URL', 'Connection URL of an empty database on another server.', readDatabaseUrl),
    resume: flag('Take up a move whose command was stopped.'),
    cancel: flag('Give up a move.'),
  },
  examples: ['1 --to postgresql://jokko@db3.internal/jokko', '1 --resume'],
  check({ to, resume, cancel }) {
    if ([to !== undefined, resume, cancel].filter(Boolean).length !== 1)
      throw new UsageError('give one of --to, --resume and --cancel');
  },
  async run({ changeCells }, { number, to, cancel }) {
    if (cancel) {
      await changeCells.cancelMove(number);
      return { cell: number, moved: false, pauseMs: null };
    }
    const done = to === undefined ? changeCells.resumeMove(number) : changeCells.move(number, to);
    return { moved: true, ...(await done) };
  },
  present({ cell, moved, pauseMs }) {
    if (!moved) return `The move of cell ${cell} was given up: it is served where it was.`;
    const pause = pauseMs === null ? '' : ` Its accounts waited for ${pauseMs} ms.`;
    return `Cell ${cell} was moved.${pause}`;
  },
});

const list = defineCommand({
  name: 'list',
  summary: 'List the further cells.',
  async run({ cells }) {
    const listed = await cells();
    return listed.map(({ number, name, url, catalogueVersion }) => {
      const { host, pathname } = new URL(url);
      return { number, name, place: `${host}${pathname}`, catalogueVersion };
    });
  },
  present: (cells) =>
    table(
      cells,
      {
        number: ({ number }) => number,
        name: ({ name }) => name,
        database: ({ place }) => place,
        catalogue: ({ catalogueVersion }) => catalogueVersion,
      },
      'There are no further cells: all accounts are in the home database.',
    ),
});

export const commands = [add, list, move];
