// The command that shows nodes, background tasks and database at a glance, and how to fix what is
// wrong.

import { readShownClock } from '../db/now.ts';
import {
  adviceFor,
  isFault,
  isLate,
  listNodes,
  listTaskRuns,
  readDatabase,
  endsSoon,
  type FloatLeft,
  type Advice,
  isOurTrouble,
  type CarrierState,
  type TroubledService,
} from './index.ts';
import { toDecimalString } from '@jokko/contract';
import { defineCommand } from '../../cli/command.ts';
import { environment } from '../environment.ts';

const adviceTexts: { readonly [code in Advice['code']]: string } = {
  recoveryNeeded:
    'nothing is initiated or sent: stop all nodes and run `jokko recover` ("A database was restored" in docs/operations.md)',
  routesClosed:
    'closed since a recovery, so that nothing is sent: open them with `jokko recover open` when their statements agree',
  nodeGone: 'a node has not renewed its lease: restart it, or wait a day until it is removed',
  nodePaused:
    'a node stood still for a while, as a frozen machine does, and goes on: look at the machine and its host',
  taskFailing: "a background task fails: see its error and the node's log",
  taskLate: 'a background task is late: the node is overloaded or waits for the database',
  connectionsFull:
    'most connections of the database are in use: raise max_connections or run fewer nodes',
  longTransaction:
    'a transaction has been open for more than a minute: find its session and end it',
  deadRows: 'vacuum does not keep up with a table: run vacuum (analyze) on it',
  archiveFailing:
    'archiving of the write-ahead log fails: fix archive_command before the disk is full',
  noArchive:
    'there is neither an archive nor a replica: data written after the last backup is lost with this machine',
  clockSkew:
    "the clock of this node's machine differs from the database's by more than a second: synchronise both (chrony, NTP)",
  unlistedProxy:
    'a proxy forwards requests and is not listed: add its address to TRUSTED_PROXIES, or all who come through it count as one caller',
  runsAsRoot: 'the node runs as root: run it as a user of its own',
  carrierDown:
    'the carrier connection is not bound: see its last error below, and test it in the portal',
  smsStuck:
    'messages wait for more than five minutes: the carrier is too slow, throttles us or is down; add a connection to the route',
  secretExpires:
    'a secret or certificate of a route expires: ask the provider for a new one and enter it in the route',
  diskLow: 'less than a tenth of the disk is free: free some space',
};

export const command = defineCommand({
  name: 'health',
  summary:
    'Show the state of routes, receivers, floats, nodes, tasks, database and carrier connections.',
  details:
    'Exits with 1 if something needs attention, such as a route that was disturbed in the last five minutes or a float that lasts less than 12 hours, and shows how to fix it. Receivers of callbacks are shown, and are their merchants’ to repair. In the sandbox, the advice to archive is only a hint.',
  async run({ database, mode, carrierStates, expiringSecrets, troubledServices, floatsLeft }) {
    const [nodes, tasks, { state, details }, carriers, expiring, troubled, floats] =
      await Promise.all([
        listNodes(database),
        listTaskRuns(database),
        readDatabase(database),
        carrierStates(),
        expiringSecrets(),
        troubledServices(),
        floatsLeft(),
      ]);
    const shown = await readShownClock(database);
    const nowMs = environment.now();
    const advice = adviceFor({
      nodes,
      tasks,
      database: state,
      disk: null,
      carriers,
      nowMs,
      expiringSecrets: expiring,
    });
    return {
      healthy:
        !advice.some((each) => isFault(each, mode)) &&
        !troubled.some(isOurTrouble) &&
        !floats.some(endsSoon),
      troubled,
      floats: floats.map((float) => ({ ...float, amount: toDecimalString(float.amount) })),
      advice,
      ...shown({
        nodes,
        tasks: tasks.map((task) => ({ ...task, late: isLate(task) })),
        database: details,
        carriers,
      }),
    };
  },
  present: ({
    troubled,
    floats,
    advice,
    nodes,
    tasks,
    carriers,
    database: { connections, connectionsMax },
  }) =>
    [
      `${nodes.filter(({ alive }) => alive).length} of ${nodes.length} nodes alive, ${tasks.length} tasks, ${connections} of ${connectionsMax} connections in use`,
      ...troubled.map((service) => troubledLine(service, carriers)),
      ...floats.map(floatLine),
      ...advice.map(
        ({ code, about }) => `${about === null ? '' : `${about}: `}${adviceTexts[code]}`,
      ),
      ...carriers.map(carrierLine),
    ].join('\n'),
  hasFailed: ({ healthy }) => !healthy,
});

const kindNames: { readonly [kind in TroubledService['kind']]: string } = {
  route: 'route',
  'sms-link': 'SMS connection',
  receiver: 'receiver of account',
};

/** Exported for its test. */
export function troubledLine(
  { kind, name, state, since, reasons }: TroubledService,
  carriers: readonly CarrierState[],
): string {
  // What an SMS connection takes may be nothing while it is bound, as its own line says.
  const isBound =
    kind === 'sms-link' && (carriers.find((each) => each.name === name)?.bound ?? 0) > 0;
  const word = isBound && state === 'down' ? 'bound, and failing' : state;
  return `${kindNames[kind]} ${name}: ${word} since ${since.toISOString()}: ${reasons.join('; ')}`;
}

function floatLine({
  route,
  currency,
  amount,
  lasts,
}: Omit<FloatLeft, 'amount'> & { amount: string }): string {
  const left =
    lasts === null
      ? 'how long it lasts is known after two weeks'
      : lasts.hours === null
        ? 'lasts longer than two weeks'
        : `lasts ${lasts.hours} h`;
  return `float ${route}: ${amount} ${currency}, ${left}`;
}

function carrierLine(carrier: CarrierState): string {
  const { name, state, bound, binds, since, lastError, waiting, oldestSec } = carrier;
  return [
    `SMS ${name}: ${state}`,
    ...(since === null ? [] : [`since ${since.toISOString()}`]),
    `${bound} of ${binds} binds`,
    `${waiting} waiting${waiting === 0 ? '' : `, the oldest for ${oldestSec} s`}`,
    ...(lastError === null ? [] : [`last error: ${lastError}`]),
  ].join(', ');
}
