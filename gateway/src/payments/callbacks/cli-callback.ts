// The commands of callbacks: find them, see why they fail, send them again or abandon them.

import { suggestions } from '@jokko/contract';
import { loadAccount, setSecondCallback } from '../accounts/index.ts';
import { countCallbacks, listCallbacks, listReplays, replayMatching, stopNoted } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import {
  accountArgument,
  argument,
  flag,
  limitOption,
  option,
  optionalArgument,
  requiredOption,
  cellOfAccount,
} from '../../cli/parameters.ts';
import { definePortalCommand } from '../../cli/portal-command.ts';
import { table } from '../../cli/table.ts';
import { orOff, readText, sentence, wholeNumber } from '../../cli/values.ts';
import {
  filterOf,
  filterOptions,
  readDestination,
  readTransactionId,
} from './cli-callback-filter.ts';
import { printCallback, printReplay, shownState } from './cli-callback-output.ts';
import { show } from './cli-callback-show.ts';
import { destinationQueueHandlers } from './http-destination-queues.ts';

const list = defineCommand({
  name: 'list',
  summary: 'List callbacks, newest first.',
  options: { ...filterOptions, limit: limitOption },
  examples: ['--account 7 --state abandoned'],
  run: async ({ database }, { limit, ...filter }) => ({
    callbacks: (await listCallbacks(database, filterOf(filter), limit)).map(printCallback),
  }),
  present: ({ callbacks }) =>
    table(
      callbacks,
      {
        created: ({ createdAt }) => createdAt,
        transaction: ({ operationId }) => operationId,
        account: ({ accountId }) => accountId,
        status: ({ status }) => status,
        state: ({ state }) => shownState(state),
        attempts: ({ attempts }) => attempts,
        destination: ({ lane }) => lane,
        'last error': errorOf,
      },
      'No matching callbacks.',
    ),
});

const errorOf = (last: { lastErrorClass: string | null; lastHttpStatus: number | null }): string =>
  [last.lastErrorClass, last.lastErrorClass === null ? null : last.lastHttpStatus]
    .filter((part) => part !== null)
    .join(' ');

const perSecondMax = 1_000;

const replay = defineCommand({
  name: 'replay',
  summary: 'Send callbacks again, with the same bytes and id.',
  details: 'A filter only counts what matches; --yes starts the replay.',
  arguments: {
    operationId: optionalArgument('TRANSACTION', 'Transaction id.', readTransactionId),
  },
  options: {
    ...filterOptions,
    rate: option('N', 'Callbacks per second.', wholeNumber(perSecondMax, 1), '50'),
    yes: flag('Start without counting first.'),
  },
  examples: ['1000000000042', '--account 7 --state abandoned --yes'],
  check({ rate: _, yes: __, ...filter }) {
    if (Object.keys(filterOf(filter)).length === 0)
      throw new UsageError('nothing selected: give a transaction or at least one filter option');
  },
  async run({ database, who }, { rate: perSecond, yes, ...given }) {
    const filter = filterOf(given);
    // One callback needs no confirmation.
    if (!yes && filter.operationId === undefined)
      return { count: await countCallbacks(database, filter), perSecond, replayId: null };
    const { id, total } = await replayMatching(database, who, filter, perSecond);
    return { count: total, perSecond, replayId: id };
  },
  present: ({ count, perSecond, replayId }) =>
    replayId === null
      ? `${count} callbacks match, ${Math.ceil(count / perSecond)} s at ${perSecond} per second. Run again with --yes to send them.`
      : `Replay ${replayId} of ${count} callbacks started. See \`jokko callback replays ${replayId}\`.`,
});

const replayIdMax = 2_147_483_647;

const replays = defineCommand({
  name: 'replays',
  summary: 'Show the progress of replays, or stop one.',
  arguments: {
    id: optionalArgument('REPLAY', 'Only this replay.', wholeNumber(replayIdMax)),
  },
  options: { stop: flag('Stop it.') },
  check({ id, stop }) {
    if (stop && id === undefined) throw new UsageError('missing REPLAY');
  },
  async run({ database, who }, { id = null, stop }) {
    if (stop && id !== null && !(await stopNoted(database, who, id, null)))
      throw new Refusal(`replay ${id} is not running`);
    const found = await listReplays(database, id);
    if (id !== null && found.length === 0) throw new Refusal(`there is no replay ${id}`);
    return { replays: found.map(printReplay) };
  },
  present: (result) =>
    table(
      result.replays,
      {
        replay: ({ id }) => id,
        state: ({ state }) => state,
        started: ({ startedAt }) => startedAt,
        released: ({ released, total }) => `${released} of ${total}`,
        delivered: ({ delivered }) => delivered,
        due: ({ due }) => due,
        abandoned: ({ parked }) => parked,
        'per second': ({ perSecond }) => perSecond,
        filter: ({ filter }) => JSON.stringify(filter),
      },
      'No replays.',
    ),
});

const reasonCharactersMax = 200;

const abandon = definePortalCommand({
  name: 'give-up',
  summary: 'Abandon all callbacks that wait for a destination.',
  details: 'The developer sees the reason. `jokko callback replay` sends them again.',
  arguments: {
    accountId: accountArgument,
    lane: argument('scheme://host:port', 'The destination.', readDestination),
  },
  options: {
    reason: requiredOption(
      'TEXT',
      'Reason, shown to the developer.',
      sentence(reasonCharactersMax),
    ),
  },
  cellOf: cellOfAccount,
  route: 'POST operator/callbacks/give-up',
  handlers: ({ database }) => destinationQueueHandlers({ database }),
  given: ({ accountId, lane: destination, reason }) => ({
    body: { accountId, destination, reason },
  }),
  result: ({ count }, { accountId, lane }) => ({ accountId, lane, count }),
  present: ({ count }) =>
    `${count} callbacks were abandoned. Run \`jokko callback replay\` to send them again.`,
});

const second = defineCommand({
  name: 'second',
  summary: 'Set the second URL that receives CANCELED and REFUNDED.',
  arguments: {
    accountId: accountArgument,
    url: argument('URL|off', 'The URL; off removes it.', orOff(readText)),
  },
  cellOf: cellOfAccount,
  async run({ mode, database, callbackAddressProblem }, { accountId, url }) {
    const account = await loadAccount(database, accountId);
    if (account === null) throw new Refusal(`there is no account ${accountId}`);
    const httpAllowed = mode === 'sandbox' || account.allow_http_callbacks;
    const problem = url === null ? null : await callbackAddressProblem(url, { httpAllowed });
    if (problem !== null)
      throw new UsageError(
        `callbacks may not be sent to ${url}. ${suggestions.en.address[problem.reason]}`,
      );
    await setSecondCallback(database, accountId, url);
    return { accountId, secondCallbackUrl: url };
  },
  present: ({ accountId, secondCallbackUrl }) =>
    secondCallbackUrl === null
      ? `CANCELED and REFUNDED of account ${accountId} are no longer sent to a second URL.`
      : `CANCELED and REFUNDED of account ${accountId} are sent to ${secondCallbackUrl}.`,
});

export const commands = [list, show, replay, replays, abandon, second];
