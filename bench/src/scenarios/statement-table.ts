// Shows what background statements cost PostgreSQL beside those of payments: their share, the
// longest one, and the ten dearest in a table.

import { formatValue, type Metric, type Table } from '../report.ts';
import type { StatementCost } from '../stack/statements/index.ts';

const shown = 10;
/** No background statement should keep a processor for longer. */
const statementMsMax = 20;

export interface BackgroundFigures {
  metrics: Metric[];
  table: Table;
}

/** `when`: begins the names. `costs`: the dearest first. */
export function backgroundFigures(
  when: string,
  costs: readonly StatementCost[],
): BackgroundFigures {
  const background = costs.filter(({ ofPayments }) => !ofPayments);
  const sum = (of: readonly StatementCost[]) =>
    of.reduce((total, { totalMs }) => total + totalMs, 0);
  const longest = Math.max(0, ...background.map(({ maxMs }) => maxMs));
  const longestMean = Math.max(0, ...background.map(({ meanMs }) => meanMs));
  return {
    metrics: [
      {
        name: `${when}: background, of PostgreSQL's time in statements`,
        value: (100 * sum(background)) / Math.max(1, sum(costs)),
        unit: '%',
      },
      {
        name: `${when}: longest background statement`,
        value: longest,
        unit: 'ms',
        target: { atMost: statementMsMax },
      },
      {
        name: `${when}: longest background statement by its mean`,
        value: longestMean,
        unit: 'ms',
        target: { atMost: statementMsMax },
      },
    ],
    table: tableOf(`${when}: dearest background statements`, background),
  };
}

function tableOf(title: string, costs: readonly StatementCost[]): Table {
  return {
    title,
    head: ['statement', 'calls', 'ms', 'mean ms', 'max ms', 'blocks each', 'rows each'],
    rows: costs
      .slice(0, shown)
      .map(({ name, calls, totalMs, meanMs, maxMs, blocks, rows }) => [
        name,
        ...[calls, totalMs, meanMs, maxMs, blocks, rows].map(formatValue),
      ]),
  };
}
