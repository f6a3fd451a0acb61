// `jokko operator list`: the operator's people.

import { listMembers } from '../domain/people/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const membersMax = 1_000;

export const command: Command = {
  usage: 'operator list',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => {
      const operators = (await listMembers(database, null, 0, membersMax)).map(({ email, name, role, disabled, secondFactor, seenAt }) => ({
        ...{ email, name, role, disabled, secondFactor, seenAt },
      }));
      output.result({ operators }, () =>
        operators.length === 0
          ? 'there is nobody yet'
          : operators
              .map(({ email, role, disabled, secondFactor, seenAt }) =>
                [
                  role.padEnd(8),
                  email,
                  disabled ? 'kept out' : secondFactor ? '' : 'without second factor',
                  seenAt === null ? '' : `seen ${seenAt.toISOString()}`,
                ]
                  .filter((part) => part !== '')
                  .join('  '),
              )
              .join('\n'),
      );
      return 0;
    });
  },
};
