// Prints a result as a table of measured values beside their targets, one line each; medians when
// there were several rounds.

/**
 * One measured figure. `target` is what the work order asks for; without it the figure is shown for
 * information.
 */
export interface Metric {
  name: string;
  value: number;
  unit: string;
  target?: { atLeast: number } | { atMost: number };
}

export interface ScenarioResult {
  scenario: string;
  settings: { [name: string]: string | number };
  metrics: Metric[];
  /** What is shown besides, of the first round. */
  tables?: Table[];
  /** What disagreed; empty when all books agree. */
  faults: string[];
}

export interface Table {
  title: string;
  head: string[];
  rows: string[][];
}

export function meets(metric: Metric): boolean {
  if (metric.target === undefined) return true;
  return 'atLeast' in metric.target
    ? metric.value >= metric.target.atLeast
    : metric.value <= metric.target.atMost;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * The rounds of one scenario as one result: the median of each figure, every fault of every round.
 */
export function combineRounds(rounds: ScenarioResult[]): ScenarioResult {
  const [first] = rounds;
  if (first === undefined) throw new Error('no rounds');
  const valuesOf = (name: string) =>
    rounds.map((round) => round.metrics.find((metric) => metric.name === name)?.value ?? 0);
  return {
    ...first,
    settings: { ...first.settings, rounds: rounds.length },
    metrics: first.metrics.map((metric) => ({ ...metric, value: median(valuesOf(metric.name)) })),
    faults: rounds.flatMap((round) => round.faults),
  };
}

export function formatValue(value: number): string {
  if (Number.isInteger(value) || value >= 1000) return Math.round(value).toLocaleString('en');
  return value.toFixed(value < 10 ? 2 : 1);
}

function formatTarget(metric: Metric): string {
  if (metric.target === undefined) return '';
  return 'atLeast' in metric.target
    ? `≥ ${formatValue(metric.target.atLeast)}`
    : `≤ ${formatValue(metric.target.atMost)}`;
}

/** A table in Markdown, so that it can be pasted into the README. */
export function formatResult(result: ScenarioResult): string {
  const settings = Object.entries(result.settings).map(([name, value]) => `${name} ${value}`);
  const rows = result.metrics.map((metric) => [
    metric.name,
    `${formatValue(metric.value)} ${metric.unit}`.trim(),
    formatTarget(metric),
    metric.target === undefined ? '' : meets(metric) ? 'met' : 'MISSED',
  ]);
  const faults = result.faults.map((fault) => `BOOKS DISAGREE: ${fault}`);
  return [
    `## ${result.scenario}`,
    settings.join(' · '),
    '',
    ...formatTable(['figure', 'measured', 'target', ''], rows),
    ...(result.tables ?? []).flatMap(({ title, head, rows: shown }) => [
      '',
      title,
      '',
      ...formatTable(head, shown),
    ]),
    ...faults,
    '',
  ].join('\n');
}

function formatTable(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...rows.map(line),
  ];
}
