// Runs commands of installations one after the other in one process, because a process for each
// would cost half a second. It prints its port, takes one command with its environment from each
// connection and answers how it ended; it goes when its standard input ends. What a process of its
// own does is tested by gateway/src/node/commands/cli.test.ts.

import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { runProgram } from '../../gateway/src/main.ts';
import type { CliOutcome, CommandRequest } from './commands.ts';

async function runCommand({ args, environment }: CommandRequest): Promise<CliOutcome> {
  // A command reads its settings when it starts, as it does in a process of its own.
  process.env = { ...environment };
  const outcome: CliOutcome = { code: 0, stdout: '', stderr: '' };
  const code = await runProgram([...args], {
    out: (text) => (outcome.stdout += text),
    err: (text) => (outcome.stderr += text),
  });
  return { ...outcome, code };
}

let before: Promise<unknown> = Promise.resolve();
/**
 * One at a time: a process enters an installation's list of processes once, and has one
 * environment.
 */
function runInTurn(request: CommandRequest): Promise<CliOutcome> {
  const outcome = before.then(() => runCommand(request));
  before = outcome;
  return outcome;
}

function serve(socket: Socket): void {
  let words = '';
  socket.setEncoding('utf8').on('data', (text: string) => (words += text));
  socket.on('error', () => {});
  socket.on(
    'end',
    () =>
      void runInTurn(JSON.parse(words) as CommandRequest).then((outcome) =>
        socket.end(JSON.stringify(outcome)),
      ),
  );
}

const server = createServer({ allowHalfOpen: true }, serve);
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
);
process.stdin.on('end', () => process.exit()).resume();
