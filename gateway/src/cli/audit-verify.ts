// `jokko audit verify`: computes the chain of the audit log again. Exit code 1 when it is broken.

import { verifyAudit } from '../domain/audit/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'audit verify',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => {
      const verdict = await verifyAudit(database);
      output.result(verdict, () =>
        verdict.ok
          ? `whole: ${verdict.entries} entries\nhead: ${verdict.head}\nKept elsewhere, the head proves later that nothing before it was exchanged.`
          : `BROKEN at entry ${verdict.brokenAt}`,
      );
      return verdict.ok ? 0 : 1;
    });
  },
};
