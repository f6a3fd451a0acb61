// `jokko health`: nodes, background tasks and database at a glance, and what to do. Exit code 1 where something is to be done.

import { adviceFor, isLate, listNodes, listTaskRuns, readDatabase, type Advice } from '../domain/health/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const words: { readonly [code in Advice['code']]: string } = {
  nodeGone: 'a node has not renewed its lease: start it again, or wait a day until it is forgotten',
  taskFailing: "a background task fails: see its error, and the node's log",
  taskLate: 'a background task is late: the node is overloaded, or waits for the database',
  connectionsFull: 'most connections of the database are taken: raise max_connections, or run fewer nodes',
  longTransaction: 'a transaction has been open for more than a minute: find out who holds it, and end it',
  deadRows: 'vacuum does not keep up with a table: run vacuum (analyze) on it',
  archiveFailing: 'archiving of the write-ahead log fails: mend archive_command before the disk is full',
  noArchive: 'neither archive nor replica: what is written after the last backup is lost with this machine',
  diskLow: 'less than a tenth of the disk is free: make room',
};

export const command: Command = {
  usage: 'health',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => {
      const [nodes, tasks, facts] = await Promise.all([listNodes(database), listTaskRuns(database), readDatabase(database)]);
      const advice = adviceFor({ nodes, tasks, database: facts, disk: null });
      output.result({ advice, nodes, tasks: tasks.map((task) => ({ ...task, late: isLate(task) })), database: facts }, () =>
        [
          `${nodes.filter(({ alive }) => alive).length} of ${nodes.length} nodes hold their lease, ${tasks.length} tasks, ${facts.connections} of ${facts.connectionsMax} connections`,
          ...advice.map(({ code, about }) => `${about === null ? '' : `${about}: `}${words[code]}`),
        ].join('\n'),
      );
      return advice.length === 0 ? 0 : 1;
    });
  },
};
