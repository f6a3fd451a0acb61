// The command that runs a node, or several on one port. Its code is loaded when it runs: help and
// documentation do without it.

import { defineProcess } from '../../cli/command.ts';
import { option } from '../../cli/parameters.ts';
import { wholeNumber } from '../../cli/values.ts';
import { isOneOfSeveral, toParent } from '../start/one-of-several.ts';

/** More than a machine has cores for; each takes a database's connections. */
const processesMax = 64;

export const command = defineProcess({
  name: 'serve',
  summary: 'Run a node.',
  details:
    '`npm start` does the same. SIGTERM ends it within 30 s. With --processes it runs several nodes on one port, to use more cores: see [Scaling](scaling.md#processes).',
  options: {
    processes: option('N', 'Node processes on the port.', wholeNumber(processesMax, 1), '1'),
  },
  examples: ['--processes 4'],
  async run(output, _words, { processes }) {
    if (processes > 1 && !isOneOfSeveral()) {
      const { runProcesses } = await import('../start/processes.ts');
      return runProcesses(processes, output);
    }
    const { runNode } = await import('./cli-serve-node.ts');
    return runNode(isOneOfSeveral() ? toParent(output) : output);
  },
});
