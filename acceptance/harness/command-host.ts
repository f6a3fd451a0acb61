// The process that runs an installation's commands one after the other, so that not each of them costs half a second to start:
// `node command-host.ts`, told its installation by environment variables as a command is. It prints its port, takes the words of one command
// from each connection and answers how it ended; it goes when its standard input ends. What a process of its own does is tested by
// gateway/test/cli.test.ts.

import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { runProgram } from '../../gateway/src/main.ts';
import type { CliOutcome } from './commands.ts';

async function runCommand(args: string[]): Promise<CliOutcome> {
  const outcome: CliOutcome = { code: 0, stdout: '', stderr: '' };
  const code = await runProgram(args, { out: (text) => (outcome.stdout += text), err: (text) => (outcome.stderr += text) });
  return { ...outcome, code };
}

let before: Promise<unknown> = Promise.resolve();
/** One at a time: a process enters an installation's list of processes once. */
function runInTurn(args: string[]): Promise<CliOutcome> {
  const outcome = before.then(() => runCommand(args));
  before = outcome;
  return outcome;
}

function serve(socket: Socket): void {
  let words = '';
  socket.setEncoding('utf8').on('data', (text: string) => (words += text));
  socket.on('error', () => {});
  socket.on('end', () => void runInTurn(JSON.parse(words) as string[]).then((outcome) => socket.end(JSON.stringify(outcome))));
}

const server = createServer({ allowHalfOpen: true }, serve);
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.stdin.on('end', () => process.exit()).resume();
