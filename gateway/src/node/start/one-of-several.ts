// What a node does otherwise that is one of several on a port (processes.ts).

import cluster from 'node:cluster';
import type { Output } from '../../cli/output.ts';

export const isOneOfSeveral = (): boolean => cluster.isWorker;

/** What such a node says to the process that began it, once it serves. */
export interface Served {
  value: unknown;
  text: string;
}

/** What the nodes would print of their start is printed once, by the process that began them. */
export const toParent = (output: Output): Output => ({
  ...output,
  result: (value, forReaders) =>
    void process.send?.({ value, text: forReaders() } satisfies Served),
});
