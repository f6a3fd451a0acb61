// The command that upgrades the database schema, for operators who do it before they start the
// nodes.

import { defineCommand } from '../../cli/command.ts';

export const command = defineCommand({
  name: 'migrate',
  summary: 'Upgrade the database schema.',
  details: '`jokko serve` does this on start.',
  run: ({ migrations }) => Promise.resolve({ applied: migrations }),
  present: ({ applied }) =>
    applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
});
