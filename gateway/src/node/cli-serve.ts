// The command that runs a node. Its code is loaded when it runs: help and documentation do without it.

import { defineProcess } from '../cli/command.ts';

export const command = defineProcess({
  name: 'serve',
  summary: 'Run a node.',
  details: '`npm start` does the same. SIGTERM ends it within 30 s.',
  async run(output) {
    const { runNode } = await import('./cli-serve-node.ts');
    return runNode(output);
  },
});
