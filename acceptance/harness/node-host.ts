// Runs nodes in one process, one after the other, because a process for each would cost a second.
// Who has started it sends a node's environment and is answered what `serve --json` prints; then
// `stop`, and is answered once the node has stopped. It goes with who has started it. What is
// different in a process of its own (signals, exit codes, its death) is proven by tests that start
// one.

import { startAgainExitCode, StartAgain } from '../../gateway/src/cli/errors.ts';
import { createOutput } from '../../gateway/src/cli/output.ts';
import { report } from '../../gateway/src/node/commands/cli-serve-node.ts';
import { readConfig, type Config } from '../../gateway/src/node/config/config.ts';
import { startNode, type StartedNode } from '../../gateway/src/node/start/start-node.ts';
import { openLog } from '../../gateway/src/platform/log.ts';
import type { HostAnswer, HostRequest } from './hosted-node.ts';
import type { ServeDetails } from './node.ts';

let node: StartedNode | null = null;

async function start(environment: Record<string, string>): Promise<HostAnswer> {
  const read = readConfig(environment);
  if (!read.ok) return { failed: { reason: JSON.stringify(read.faults), exitCode: 2 } };
  try {
    node = await startHere(read.config);
    return { details: detailsOf(node) };
  } catch (error) {
    const exitCode = error instanceof StartAgain ? startAgainExitCode : 1;
    return { failed: { reason: String(error), exitCode } };
  }
}

const startHere = (config: Config): Promise<StartedNode> =>
  startNode(config, openLog(config.logLevel, config.nodeId), new AbortController().signal);

/** What the command prints. */
function detailsOf(started: StartedNode): ServeDetails {
  let printed = '';
  report(started, createOutput(true, { out: (text) => (printed += text), err: () => {} }));
  return JSON.parse(printed) as ServeDetails;
}

async function stop(): Promise<HostAnswer> {
  await node?.stop();
  node = null;
  return 'stopped';
}

process.on('message', (request: HostRequest) => {
  void (request === 'stop' ? stop() : start(request.environment)).then((answer) =>
    process.send!(answer),
  );
});
process.on('disconnect', () => process.exit());
