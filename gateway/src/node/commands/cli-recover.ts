// The commands that put a restored database right.

import { toDecimalString } from '@jokko/contract';
import {
  changeOfPlan,
  listForgotten,
  openRoutes,
  planRecovery,
  readState,
  recover,
  resolveForgotten,
  type Recovered,
  type RecoveryPlan,
} from '../../backoffice/recovery/index.ts';
import { loadCatalogue } from '../../payments/catalogue/index.ts';
import { cellOfNumber } from '../../platform/db/cell-numbers.ts';
import { noNode } from '../../platform/db/commit-fate.ts';
import { startWriter } from '../../payments/operations/index.ts';
import { journalsDirectory, type WrittenEntry } from '../../payments/send-journal/index.ts';
import { defineCommand } from '../../cli/command.ts';
import { confirm } from '../../cli/confirm.ts';
import type { CommandContext } from '../../cli/context.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import {
  argument,
  cellOption,
  flag,
  optionalArgument,
  requiredOption,
} from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readAccountId, readText, wholeNumber } from '../../cli/values.ts';
import { requireConfig } from './command-context.ts';
import { writeEpoch } from '../start/journal-files.ts';

const attemptsMax = 65_535;

interface Outcome {
  plan: RecoveryPlan;
  recovered: Recovered | null;
  routes: readonly string[];
}

export const command = defineCommand({
  name: 'recover',
  summary: 'Put a restored or rolled-back database right.',
  details: [
    'Stop all nodes first. A new epoch begins, in which all routes are closed;',
    'what the send journals below DATA_DIR know and the database has forgotten exists again, its outcome unknown.',
    'Nothing is sent. Start the nodes afterwards and open the routes with `jokko recover open`.',
  ].join(' '),
  options: {
    yes: flag('Do not ask.'),
    dryRun: flag('Only say what would be done.'),
    cell: cellOption,
  },
  cellOf: ({ cell }) => cell,
  examples: ['--dry-run', '--yes'],
  async run(context, { yes, dryRun }): Promise<Outcome> {
    const { database, secrets, who } = context;
    const journals = await journalsOf(context);
    const plan = await planRecovery({ database, journals, secrets });
    const { routes: found } = await loadCatalogue(database, await context.routeSettings());
    const routes = found.map(({ name }) => name);
    if (dryRun) return { plan, recovered: null, routes };
    if (plan.livingNodes.length > 0)
      throw new Refusal(
        `stop all nodes first, or wait until their leases end: ${plan.livingNodes.join(', ')}`,
      );
    if (!yes) {
      await confirm(
        `Begin epoch ${plan.state.epoch + 1}, close ${routes.length} routes and make ${plan.forgotten.length} forgotten attempts exist again?`,
      );
      // The answer may have taken long.
      const change = changeOfPlan(plan, await planRecovery({ database, journals, secrets }));
      if (change !== null) throw planHasChanged(change);
    }
    const writer = startWriter({
      database,
      node: noNode,
      composeCallback: () => {
        throw new Error('a recovery ends no operation');
      },
      onCallbacks: () => {},
    });
    try {
      const recovered = await recover({ database, secrets, journals, who, routes, writer }, plan);
      if (recovered === null)
        throw planHasChanged('a node has started, or another recovery has begun');
      writeEpoch(journals, recovered.epoch);
      return { plan, recovered, routes };
    } finally {
      await writer.close();
    }
  },
  json: ({ plan, recovered, routes }) => ({
    reason: plan.state.recoveryReason,
    foundBy: plan.state.recoveryFoundBy,
    knownUntil: plan.state.knownUntil,
    livingNodes: plan.livingNodes,
    forgotten: plan.forgotten.map(shown),
    routes,
    recovered,
  }),
  present: describe,
});

const planHasChanged = (change: string): Refusal =>
  new Refusal(`nothing was done, since the plan has changed: ${change}. Run the command again`);

/** Where the send journals of this installation lie on this machine. */
export async function journalsOf({ database }: Pick<CommandContext, 'database'>): Promise<string> {
  const { id } = await readState(database);
  return journalsDirectory(requireConfig().dataDir, id);
}

type Sent = Pick<WrittenEntry, 'terms' | 'attempt'>;

const shown = ({ terms, attempt }: Sent) => ({
  accountId: terms.accountId,
  transactionId: terms.id,
  externalTransactionId: terms.externalId,
  attempt: attempt.number,
  purpose: attempt.purpose,
  route: attempt.route,
  reference: attempt.prepared.refs.ours,
  phone: terms.phone,
  amount: toDecimalString(terms.amount),
  currency: terms.currency,
  sentAt: attempt.sentAt,
});

function describe({ plan, recovered, routes }: Outcome): string {
  const { state, forgotten, livingNodes } = plan;
  const lines = [
    state.recoveryReason === null
      ? 'No node has found a reason to recover.'
      : `Reason: ${state.recoveryReason} (found by node ${state.recoveryFoundBy}).`,
    ...(livingNodes.length > 0 ? [`Nodes to stop first: ${livingNodes.join(', ')}.`] : []),
    `${forgotten.length} attempts were sent and are not in the database.`,
    ...(forgotten.length > 0 ? [table(forgotten, columns, '')] : []),
  ];
  if (recovered === null)
    return [...lines, `Would begin epoch ${state.epoch + 1} and close all routes.`].join('\n');
  const since = state.knownUntil?.toISOString() ?? 'the time of the backup';
  return [
    ...lines,
    `Epoch ${recovered.epoch}: ${recovered.restored} exist again, ${recovered.waiting} wait (jokko recover status).`,
    `Now start the nodes. They ask the providers what became of them.`,
    `Import the statements of each provider from ${since} until now, for the routes ${routes.join(', ')}:`,
    `  jokko reconciliation import FILE --provider ROUTE --from ${since} --until …`,
    `Then open the routes: jokko recover open ROUTE, or --all.`,
  ].join('\n');
}

const columns = {
  sent: (entry: Sent) => entry.attempt.sentAt,
  account: ({ terms }: Sent) => terms.accountId,
  transaction: ({ terms }: Sent) => terms.id,
  attempt: ({ attempt }: Sent) => attempt.number,
  purpose: ({ attempt }: Sent) => attempt.purpose,
  'external id': ({ terms }: Sent) => terms.externalId,
  phone: ({ terms }: Sent) => terms.phone,
  amount: ({ terms }: Sent) => `${toDecimalString(terms.amount)} ${terms.currency}`,
  route: ({ attempt }: Sent) => attempt.route,
};

const status = defineCommand({
  name: 'status',
  summary: 'Show the epoch, closed routes, and sent attempts that cannot be made again yet.',
  options: { cell: cellOption },
  cellOf: ({ cell }) => cell,
  async run({ database }) {
    const [state, waiting] = await Promise.all([readState(database), listForgotten(database)]);
    return { state, waiting };
  },
  json: ({ state, waiting }) => ({
    ...state,
    waiting: waiting.map(({ entry, reason, notedAt }) => ({ ...shown(entry), reason, notedAt })),
  }),
  present: ({ state, waiting }) =>
    [
      `Epoch ${state.epoch}. ${state.recoveryReason === null ? 'In order.' : `To be recovered: ${state.recoveryReason}.`}`,
      `Closed routes: ${state.closedRoutes.join(', ') || 'none'}.`,
      table(
        waiting,
        {
          // The first three are what `recover dismiss` asks for.
          account: ({ entry }) => entry.terms.accountId,
          transaction: ({ entry }) => entry.terms.id,
          attempt: ({ entry }) => entry.attempt.number,
          purpose: ({ entry }) => entry.attempt.purpose,
          'external id': ({ entry }) => entry.terms.externalId,
          reason: ({ reason }) => reason,
        },
        'Every sent attempt is in the database.',
      ),
    ].join('\n'),
});

const open = defineCommand({
  name: 'open',
  summary: 'Open routes that are closed since a recovery.',
  details:
    'From then on operations that waited are sent, and what the provider does not know may be sent again. The nodes see it within a second.',
  arguments: { route: optionalArgument('ROUTE', 'Name of the route.', readText) },
  options: { all: flag('All routes.'), cell: cellOption },
  cellOf: ({ cell }) => cell,
  examples: ['OPA_SN', '--all'],
  check({ route, all }) {
    if ((route === undefined) !== all) throw new UsageError('name a route, or give --all');
  },
  async run({ database, who }, { route }) {
    const opened = await openRoutes(database, who, route ?? null);
    if (opened.length === 0 && route !== undefined)
      throw new Refusal(`route ${route} is not closed by a recovery`);
    return { opened };
  },
  present: ({ opened }) => `Open: ${opened.join(', ') || 'none was closed'}.`,
});

const dismiss = defineCommand({
  name: 'dismiss',
  summary: 'Give up a sent attempt that cannot be made again.',
  details:
    'For what was settled elsewhere: its external id may be used again. The journal keeps it.',
  arguments: {
    account: argument('ACCOUNT', 'Number of the account.', readAccountId),
    transaction: argument('TRANSACTION', 'Transaction id.', readText),
    attempt: argument('ATTEMPT', 'Number of the attempt.', wholeNumber(attemptsMax)),
  },
  options: { reason: requiredOption('TEXT', 'Why, for the audit log.', readText) },
  cellOf: ({ account }) => cellOfNumber(account),
  async run(context, { account, transaction, attempt, reason }) {
    const key = { accountId: account, id: transaction, number: attempt };
    if (!(await resolveForgotten(context.database, key, reason)))
      throw new Refusal('no such attempt waits (jokko recover status)');
    await context.noteAudit({
      action: 'recovery.dismiss',
      accountId: account,
      subject: `transaction/${transaction}`,
      new: { attempt, reason },
    });
    return key;
  },
  present: ({ id }) => `Transaction ${id} is given up.`,
});

export const commands = [status, open, dismiss];
