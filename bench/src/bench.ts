// Runs the scenarios that were asked for, prints machine and tables, and says whether all books
// agreed.

import { parseBenchArguments } from './arguments.ts';
import type { Machine } from './machine.ts';
import { combineRounds, formatResult, type ScenarioResult } from './report.ts';
import { type Scenario, scenarios } from './scenarios/index.ts';
import { probeMachine } from './probe.ts';

/**
 * `argv`: names of scenarios or of groups of them, `--seconds N`, `--rounds N`, `--json`,
 * `--profile DIR`. Returns the exit code: 0 when the books of every run agreed, 1 when they did
 * not, 2 when it was asked for something unknown. A missed target is printed but is no failure:
 * machines differ.
 */
export async function runBench(argv: string[]): Promise<number> {
  const asked = parseBenchArguments(argv);
  const unknown = asked.scenarios.filter(
    (name) => !scenarios.some((scenario) => isCalled(scenario, name)),
  );
  if (unknown.length > 0) {
    console.error(
      `unknown: ${unknown.join(', ')}. Scenarios: ${scenarios.map((scenario) => scenario.name).join(', ')}`,
    );
    return 2;
  }
  const chosen = scenarios.filter((scenario) =>
    asked.scenarios.length > 0
      ? asked.scenarios.some((name) => isCalled(scenario, name))
      : scenario.byDefault,
  );
  const machine = await probeMachine();
  if (!asked.json) console.log(formatMachine(machine));
  const results: ScenarioResult[] = [];
  for (const scenario of chosen) {
    const result = await runRounds(scenario, asked);
    results.push(result);
    if (!asked.json) console.log(formatResult(result));
  }
  if (asked.json) console.log(JSON.stringify({ machine, results }, null, 2));
  return results.every((result) => result.faults.length === 0) ? 0 : 1;
}

const isCalled = ({ name, group }: Scenario, asked: string): boolean =>
  asked === name || asked === group;

async function runRounds(
  scenario: Scenario,
  asked: ReturnType<typeof parseBenchArguments>,
): Promise<ScenarioResult> {
  const rounds: ScenarioResult[] = [];
  for (let round = 1; round <= asked.rounds; round++) {
    if (asked.rounds > 1) console.error(`${scenario.name}: round ${round} of ${asked.rounds}`);
    rounds.push(
      await scenario.run({
        seconds: asked.seconds,
        profileDirectory: asked.profile,
        say: (line) => console.error(line),
      }),
    );
  }
  return combineRounds(rounds);
}

function formatMachine(machine: Machine): string {
  const postgres = Object.entries(machine.postgres).map(([name, value]) => `${name} ${value}`);
  return [
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Linux ${machine.kernel}, Node ${machine.node}`,
    `PostgreSQL: ${postgres.join(', ')}`,
    'Load generator, PostgreSQL, simulator and receiver share these cores with the gateway.',
    '',
  ].join('\n');
}
