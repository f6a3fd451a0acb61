// Supervises the nodes of the crash tests: knows which of them are dead, starts one again in its
// place, and does so by itself with a node that asks for it, as one does that lost its lease
// because the machine was busy.

import type { GatewayNode, Installation } from '../harness/index.ts';
import { startAgainExitCode } from '../harness/node.ts';

export interface Supervision {
  /** The nodes that were not killed or stopped. */
  living(): GatewayNode[];
  /** Starts the node of a place again when it does not run, under its node id and on its port. */
  restart(place: number): Promise<void>;
  /** Starts nothing from now on. */
  end(): Promise<void>;
}

/** `nodes`: by place; a restarted one takes its predecessor's. */
export function supervise(installation: Installation, nodes: GatewayNode[]): Supervision {
  const dead = new Set<GatewayNode>();
  const starting = new Map<GatewayNode, Promise<void>>();
  let isOver = false;
  const replace = async (former: GatewayNode): Promise<void> => {
    const { nodeId, baseUrl } = former;
    const port = new URL(baseUrl).port;
    const node = await installation.addNode({ nodeId, env: { PORT: port } });
    watch(node);
    nodes[nodes.indexOf(former)] = node;
  };
  const startAgain = (former: GatewayNode): Promise<void> => {
    const started = starting.get(former) ?? replace(former).finally(() => starting.delete(former));
    starting.set(former, started);
    return started;
  };
  const watch = (node: GatewayNode): void =>
    void node.ended.then((code) => {
      dead.add(node);
      if (code !== startAgainExitCode || isOver || !nodes.includes(node)) return;
      // Where it does not start, whoever needs it says so.
      startAgain(node).catch(() => {});
    });
  nodes.forEach(watch);
  return {
    living: () => nodes.filter((node) => !dead.has(node)),
    async restart(place) {
      const node = nodes[place]!;
      if (dead.has(node)) await startAgain(node);
    },
    async end() {
      isOver = true;
      await Promise.allSettled(starting.values());
    },
  };
}
