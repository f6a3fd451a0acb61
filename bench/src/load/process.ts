// The generator's own process: one command comes in, one result goes out. It ends with its parent.

import type { FromLoad, ToLoad } from './command.ts';
import { type Engine, startEngine } from './engine.ts';

let engine: Engine | null = null;

function report(message: FromLoad): void {
  process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
process.on('uncaughtException', (error) => {
  report({ kind: 'failed', message: String(error.stack ?? error) });
  process.exitCode = 1;
});
process.on('message', (message: ToLoad) => {
  switch (message.kind) {
    case 'run':
      engine = startEngine(message.command);
      void engine.result.then((result) => report({ kind: 'result', result }));
      return;
    case 'allow':
      engine?.allow(message.total);
      return;
    case 'stop':
      engine?.stop();
      return;
    default:
      message satisfies never;
  }
});
