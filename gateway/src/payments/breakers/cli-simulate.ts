// The command that follows breakers through the recorded traffic of the last days, by the rules in
// force and by others.

import { toDecimalString } from '@jokko/contract';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { option, optionalArgument, type Parameter } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText, wholeNumber } from '../../cli/values.ts';
import {
  breakerRuleBounds,
  breakerRuleFault,
  loadCatalogue,
  type BreakerRule,
  type BreakerRuleName,
  type Catalogue,
  type Route,
} from '../catalogue/index.ts';
import { minutesDaysMax, readMinutes, type CountedRow } from '../route-health/index.ts';
import { breakerReasonText } from './index.ts';
import { keptOrders } from './kept-orders.ts';
import { simulate, type Fared, type Interruption } from './simulate.ts';

const daysUsual = '7';
const minuteMs = 60_000;

/** The members of the rule that a simulation follows: what waits is not recorded. */
const summaries = {
  failuresToOpen: 'Failures at least that open the breaker.',
  sharePercentToOpen: 'Share of all exchanges that opens it, %.',
  windowSeconds: 'How far back exchanges count.',
  firstWaitSeconds: 'First trial after so many seconds.',
  longestWaitSeconds: 'Longest wait before a trial.',
  answersToClose: 'Answers that close it.',
  lossesToOpen: 'Losses of a trial that open it again.',
  lossesInRecovery: 'Losses soon after it closed that open it again.',
} as const satisfies { readonly [name in Exclude<BreakerRuleName, 'triesAtOnce'>]: string };
type TriedName = keyof typeof summaries;

const ruleOptions = Object.fromEntries(
  Object.entries(summaries).map(([name, summary]) => {
    const { least, most } = breakerRuleBounds[name as TriedName];
    return [name, option('N', summary, wholeNumber(most, least))];
  }),
) as unknown as { readonly [name in TriedName]: Parameter<number | undefined> };

type Given = { readonly [name in TriedName]: number | undefined };

const givenOf = (input: Given): Partial<BreakerRule> =>
  Object.fromEntries(
    Object.keys(summaries).flatMap((name) => {
      const value = input[name as TriedName];
      return value === undefined ? [] : [[name, value]];
    }),
  );

interface RuleRun {
  route: string;
  rule: 'in force' | 'tried';
  settings: BreakerRule;
  interruptions: Interruption[];
  passed: Fared;
  kept: Fared;
  /** While it was not closed, min. */
  minutes: number;
}

const simulateRoute = defineCommand({
  name: 'simulate',
  summary: 'Show when breakers would have opened in the last days, by this or another rule.',
  details:
    'Follows the traffic that health has recorded by the minute, with the rules of the real breakers. Says when each breaker would have opened and closed, how many exchanges would have stayed away from the route, and how those fared in truth: trouble that was spared, and good ones kept away for nothing. With NAME also the orders that would have taken another route, waited or been refused. Options try other numbers beside those in force; nothing is changed. Within a minute exchanges count as spread evenly; what a real breaker kept away then is not recorded; switched off or by hand alone, a route is simulated all the same.',
  arguments: {
    name: optionalArgument('NAME', 'Name of the route; without it all routes.', readText),
  },
  options: {
    days: option('N', 'How many days back.', wholeNumber(minutesDaysMax, 1), daysUsual),
    ...ruleOptions,
  },
  examples: ['OPD_SN', 'OPD_SN --failures-to-open 3 --share-percent-to-open 50'],
  async run(context, input) {
    const { name, days } = input;
    const catalogue = await loadCatalogue(context.database, await context.routeSettings());
    const routes = catalogue.routes.filter((route) => name === undefined || route.name === name);
    if (name !== undefined && routes.length === 0) throw new Refusal(`there is no route ${name}`);
    const rows = await readMinutes(
      context.database,
      days,
      routes.map((route) => route.name),
    );
    const runs = routes.flatMap((route) => runsOf(route, rows, givenOf(input)));
    const last = runs.at(-1);
    const orders =
      name === undefined || last === undefined
        ? []
        : await ordersOf(context, catalogue, last, endOf(rows));
    return { days, name: name ?? null, runs, orders };
  },
  present: ({ days, name, runs, orders }) =>
    [
      `The last ${days} days, as they were recorded by the minute.`,
      table(
        runs.filter(
          ({ passed, kept }) =>
            name !== null || passed.good + passed.trouble + kept.good + kept.trouble > 0,
        ),
        {
          route: ({ route }) => route,
          rule: ({ rule }) => rule,
          opened: ({ interruptions }) => interruptions.length,
          minutes: ({ minutes }) => minutes,
          'trouble spared': ({ kept }) => kept.trouble,
          'good kept away': ({ kept }) => kept.good,
          'trouble met': ({ passed }) => passed.trouble,
          'good passed': ({ passed }) => passed.good,
        },
        'No traffic was recorded.',
      ),
      ...(name === null ? [] : detailsOf(runs.at(-1)!, orders)),
    ].join('\n\n'),
});

function runsOf(
  { name: route, breakerRule }: Route,
  rows: readonly CountedRow[],
  given: Partial<BreakerRule>,
): RuleRun[] {
  const minutes = rows.filter((row) => row.name === route);
  const run = (rule: RuleRun['rule'], settings: BreakerRule): RuleRun => {
    const simulated = simulate(minutes, settings);
    const lastsMs = simulated.interruptions.reduce(
      (sum, { openedAt, closedAt }) =>
        sum + ((closedAt ?? endOf(minutes)).getTime() - openedAt.getTime()),
      0,
    );
    return { route, rule, settings, ...simulated, minutes: Math.round(lastsMs / minuteMs) };
  };
  if (Object.keys(given).length === 0) return [run('in force', breakerRule)];
  const tried = { ...breakerRule, ...given };
  if (breakerRuleFault(tried) !== null)
    throw new UsageError('--longest-wait-seconds must not be shorter than --first-wait-seconds');
  return [run('in force', breakerRule), run('tried', tried)];
}

/** After the last minute that was recorded. */
const endOf = (rows: readonly CountedRow[]): Date =>
  new Date((rows.at(-1)?.at.getTime() ?? 0) + minuteMs);

async function ordersOf(
  { database }: CommandContext,
  catalogue: Catalogue,
  { route, interruptions }: RuleRun,
  end: Date,
) {
  const periods = interruptions.map(({ openedAt, closedAt }) => ({
    from: openedAt,
    until: closedAt ?? end,
  }));
  const orders = await keptOrders(database, catalogue, route, periods);
  return orders.map((each) => ({ ...each, amount: toDecimalString(each.amount) }));
}

function detailsOf(
  { interruptions, rule }: RuleRun,
  orders: Awaited<ReturnType<typeof ordersOf>>,
): string[] {
  const opened = table(
    interruptions,
    {
      opened: ({ openedAt }) => openedAt,
      closed: ({ closedAt }) => closedAt ?? 'still open',
      trials: ({ trials }) => trials,
      'trouble spared': ({ kept }) => kept.trouble,
      'good kept away': ({ kept }) => kept.good,
      reason: ({ reason }) => breakerReasonText(reason, 'en'),
    },
    `By the rule ${rule} the breaker would not have opened.`,
  );
  if (interruptions.length === 0) return [opened];
  const kept = table(
    orders,
    {
      service: ({ codeService }) => codeService,
      orders: ({ count }) => count,
      amount: ({ amount, currency }) => `${amount} ${currency}`,
      'would have': ({ fate }) =>
        fate.type === 'diverted'
          ? `taken ${fate.route}`
          : fate.type === 'parked'
            ? 'waited'
            : 'been refused',
    },
    'No order was begun meanwhile.',
  );
  return [opened, `Orders begun meanwhile, trials included:\n${kept}`];
}

export const commands = [simulateRoute];
