// `jokko doctor`: checks every invariant of the books on the live database. Exit code 1 when one is broken.

import { runDoctor } from '../doctor/index.ts';
import type { Diagnosis } from '../doctor/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'doctor',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => {
      const diagnosis = await runDoctor(database);
      output.result(diagnosis, () => tell(diagnosis));
      return diagnosis.ok ? 0 : 1;
    });
  },
};

function tell({ ok, checks }: Diagnosis): string {
  const lines = checks.flatMap((check) => {
    if (check.notApplicable !== null) return [`-       ${check.id} ${check.statement} (${check.notApplicable})`];
    if (check.violations === 0) return [`ok      ${check.id} ${check.statement}`];
    return [
      `BROKEN  ${check.id} ${check.statement}: ${check.violations} violation(s)`,
      ...check.examples.map((example) => `          ${example}`),
    ];
  });
  return [...lines, ok ? 'every checked invariant holds' : 'invariants are broken'].join('\n');
}
