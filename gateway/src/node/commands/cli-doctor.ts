// The command that checks every invariant of the books on the live database.

import { runDoctor } from '../doctor/index.ts';
import type { Diagnosis } from '../../platform/doctor/diagnosis.ts';
import { journalsOf } from './cli-recover.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { Refusal } from '../../cli/errors.ts';
import { flag } from '../../cli/parameters.ts';

export const command = defineCommand({
  name: 'doctor',
  summary: 'Check every invariant of the live database.',
  details:
    'Exits with 1 and a list of violations if any is broken. Changes nothing but its own notes of what was proven.',
  options: {
    full: flag(
      'Read all of the past again, of which a round otherwise reads a share; run it monthly.',
    ),
    deep: flag(
      'Also search every text of the database for secrets and card numbers; run it weekly.',
    ),
  },
  async run(context, { deep, full }) {
    const { database, secrets } = context;
    const atHand = { journals: await journalsOf(context), secrets };
    const home = await runDoctor(database, { deep, full, atHand });
    const cells: DiagnosisOfCell[] = [];
    for (const { number, name } of await context.cells())
      cells.push({ number, name, ...(await diagnoseCell(context, number, { deep, full })) });
    return { ...home, ok: home.ok && cells.every(({ ok }) => ok), cells };
  },
  present: describe,
  hasFailed: ({ ok }) => !ok,
});

/** A cell that is away is not in order: nobody can say what is in it. */
interface DiagnosisOfCell extends Diagnosis {
  number: number;
  name: string;
  /** Why it could not be looked at; null: it was. */
  away: string | null;
}

async function diagnoseCell(
  context: CommandContext,
  number: number,
  how: { deep: boolean; full: boolean },
): Promise<Diagnosis & { away: string | null }> {
  try {
    const { database, secrets } = await context.inCell(number);
    const journals = await journalsOf({ ...context, database });
    const diagnosis = await runDoctor(database, { ...how, atHand: { journals, secrets } });
    return { ...diagnosis, away: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, checks: [], away: error.message };
  }
}

function describe({ ok, checks, cells }: Diagnosis & { cells: DiagnosisOfCell[] }): string {
  const ofCells = cells.flatMap((cell) => [
    '',
    `Cell ${cell.number} (${cell.name})`,
    ...(cell.away === null ? linesOf(cell.checks) : [`AWAY    ${cell.away}`]),
  ]);
  const verdict = ok ? 'All invariants hold.' : 'Invariants are broken.';
  return [...linesOf(checks), ...ofCells, verdict].join('\n');
}

function linesOf(checks: Diagnosis['checks']): string[] {
  return checks.flatMap((check) => {
    if (check.notApplicable !== null)
      return [`-       ${check.id} ${check.statement} (${check.notApplicable})`];
    if (check.violations === 0) return [`ok      ${check.id} ${check.statement}`];
    const count = check.violations === 1 ? '1 violation' : `${check.violations} violations`;
    return [
      `BROKEN  ${check.id} ${check.statement}: ${count}`,
      ...check.examples.map((example) => `          ${example}`),
    ];
  });
}
