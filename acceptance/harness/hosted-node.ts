// Starts nodes in this process's host of nodes (node-host.ts), which is started for the first of
// them and ends with this process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startNode, superviseStart } from './node.ts';
import type { FailedStart, RunningNode, ServeDetails } from './node.ts';

export type HostRequest = { environment: Record<string, string> } | 'stop';
export type HostAnswer =
  { details: ServeDetails } | { failed: Omit<FailedStart, 'log'> } | 'stopped';

interface Host {
  pid: number;
  /** Rejects where the host goes away. */
  ask(request: HostRequest): Promise<HostAnswer>;
  /** All that its nodes have logged. */
  log(): string;
}

const hostMain = fileURLToPath(new URL('./node-host.ts', import.meta.url));

let host: Host | null = null;
/** The sandbox's account is answered in the language of whoever starts it. */
export const shellLocale = 'fr_SN.UTF-8';

/** It runs one node at a time, so what it logs is that node's. */
let taken = false;

function startHost(): Host {
  const child = spawn(process.execPath, [hostMain], {
    env: { ...process.env, LC_ALL: shellLocale },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { channel, stderr } = child;
  let log = '';
  stderr!.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'exit').then(([code]) => {
    host = null;
    throw new Error(`the host of nodes ended with ${String(code)}: ${log.slice(-3_000)}`);
  });
  ended.catch(() => {});
  // It must not keep this process from ending.
  for (const handle of [child, stderr as Socket, channel!]) handle.unref();
  return {
    pid: child.pid ?? 0,
    log: () => log,
    async ask(request) {
      channel!.ref();
      try {
        const answer = once(child, 'message') as Promise<[HostAnswer]>;
        // Where it has gone, that is told below.
        child.send(request, () => {});
        return (await Promise.race([answer, ended]))[0];
      } finally {
        channel!.unref();
      }
    },
  };
}

/** Starts a node; in a process of its own where another one is at the host. */
export function hostNode(
  environment: Record<string, string>,
  nodeId: string,
): Promise<RunningNode> {
  if (taken) return startNode(environment, nodeId);
  taken = true;
  const { pid, ask, log } = (host ??= startHost());
  return superviseStart<RunningNode>(async (earlier) => {
    const from = log().length;
    const answer = await ask({ environment: { ...environment, JOKKO_NODE_ID: nodeId } });
    if (typeof answer === 'string') throw new Error(`the host of nodes answered ${answer}`);
    if ('failed' in answer) return { failed: { ...answer.failed, log: log().slice(from) } };
    let end: number | undefined;
    return {
      node: {
        baseUrl: answer.details.baseUrl,
        pid,
        nodeId,
        details: answer.details,
        logs: () => earlier + log().slice(from, end),
        async stop() {
          try {
            await ask('stop');
          } finally {
            end = log().length;
            taken = false;
          }
          return 0;
        },
      },
    };
  }).catch((error: unknown) => {
    taken = false;
    throw error;
  });
}
