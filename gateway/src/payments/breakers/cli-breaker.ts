// The commands of breakers: see them, open, try and close one, and what waits for a route.

import { readShownClock } from '../../platform/db/now.ts';
import { toDecimalString } from '@jokko/contract';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { argument, requiredOption } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';
import {
  breakerReasonText,
  listParked,
  loadBreakers,
  setBreaker,
  totalParked,
  type BreakerState,
} from './index.ts';
import { hasRoute } from './store.ts';

const listedMax = 1_000;
const nameArgument = argument('NAME', 'Name of the route in the catalogue.', readText);
const states: { readonly [word: string]: BreakerState } = {
  open: 'open',
  try: 'half_open',
  close: 'closed',
};

const list = defineCommand({
  name: 'breakers',
  summary: 'List the breakers that were opened once, and what waits for each route.',
  arguments: {},
  options: {},
  async run({ database }) {
    const [shown, breakers, parked] = await Promise.all([
      readShownClock(database),
      loadBreakers(database),
      totalParked(database),
    ]);
    return {
      breakers: shown([...breakers.values()]),
      parked: parked.map((total) => ({ ...total, amount: toDecimalString(total.amount) })),
    };
  },
  present: ({ breakers, parked }) =>
    [
      table(
        breakers,
        {
          route: ({ route }) => route,
          state: ({ state }) => state,
          since: ({ since }) => since,
          'by hand': ({ byHand }) => byHand,
          reason: ({ reason }) => breakerReasonText(reason, 'en'),
        },
        'No breaker was ever opened.',
      ),
      table(
        parked,
        {
          route: ({ route }) => route,
          waiting: ({ count }) => count,
          amount: ({ amount, currency }) => `${amount} ${currency}`,
          oldest: ({ oldest }) => oldest,
        },
        'Nothing waits for a route.',
      ),
    ].join('\n\n'),
});

const set = defineCommand({
  name: 'breaker',
  summary: 'Open, try or close the breaker of a route, on all nodes.',
  details:
    'New operations take another route of their service; without one, payouts wait and collections are refused. `try` lets a few operations through, whose fate decides. What a user has opened stays open until a user closes or tries it.',
  arguments: {
    name: nameArgument,
    state: argument('open|try|close', 'What to do.', (text): BreakerState => {
      const state = states[text];
      if (state === undefined) throw new UsageError(`${text} is not open, try or close`);
      return state;
    }),
  },
  options: {
    reason: requiredOption('TEXT', 'Why; kept in the audit log.', (text, name) => {
      if (text.trim() === '') throw new UsageError(`${name} must not be empty`);
      return text.trim();
    }),
  },
  examples: ['OPD_SN open --reason "the provider announced an outage"'],
  async run({ database, who }, { name, state, reason }) {
    if (!(await hasRoute(database, name))) throw new Refusal(`there is no route ${name}`);
    const changed = await setBreaker(database, who, { route: name, state, reason });
    return { name, state, changed };
  },
  present: ({ name, state, changed }) =>
    `The breaker of ${name} is ${changed ? '' : 'already '}${state.replace('_', ' ')}.`,
});

const parked = defineCommand({
  name: 'parked',
  summary: 'List the operations that wait for a route, the oldest first.',
  arguments: { name: nameArgument },
  options: {},
  async run({ database }, { name }) {
    const operations = await listParked(database, name, listedMax);
    return operations.map((each) => ({ ...each, amount: toDecimalString(each.amount) }));
  },
  present: (operations) =>
    table(
      operations,
      {
        transaction: ({ id }) => id,
        account: ({ account, accountId }) => `${accountId} ${account}`,
        service: ({ service }) => service,
        amount: ({ amount, currency }) => `${amount} ${currency}`,
        since: ({ createdAt }) => createdAt,
        'given up': ({ expiresAt }) => expiresAt,
      },
      'Nothing waits for this route.',
    ),
});

export const commands = [list, set, parked];
