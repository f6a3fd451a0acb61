#!/usr/bin/env node
// jokko-dev: gives the callbacks of a Jokko account to a program on this machine, and makes test
// payments. Has no dependencies; its installation serves it at /sdk/jokko-dev.tgz.

import { listen } from './listen.ts';
import { Mistake, readCommand, usage } from './options.ts';
import { plain } from './plain.ts';
import { runScenarios } from './scenarios.ts';
import { trigger } from './trigger.ts';

async function run(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  switch (command.name) {
    case 'help':
      process.stdout.write(usage);
      return;
    case 'listen':
      return listen(command);
    case 'trigger':
      return trigger(command);
    case 'mcp':
      // Its library is large, and nobody else waits for it.
      return (await import('./mcp/index.ts')).serveMcp(command);
    case 'scenarios':
      if (!(await runScenarios(command))) process.exitCode = 1;
  }
}

try {
  await run();
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  process.stderr.write(`${plain(error.message)}\n`);
  // Keys would still be waited for.
  process.exit(1);
}
