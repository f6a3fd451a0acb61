// Which of the nodes that live an account belongs to: rendezvous hashing, so that all nodes agree
// without asking, and a node that comes or goes moves its own share of the accounts alone.

import { createHash } from 'node:crypto';

/** A number for a node, by its id, which stays the same over restarts. */
export const seedOf = (nodeId: string): number =>
  createHash('sha256').update(nodeId).digest().readUInt32BE(0);

/** A fixed mixing of 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Remembered; to work one out costs a few ns for each node. */
const rememberedMax = 100_000;

/** `ownerOf` for nodes that stay the same, with a memory. */
export function rememberOwners<Node extends { seed: number }>(
  nodes: readonly Node[],
): (accountId: number) => Node | null {
  const owners = new Map<number, Node | null>();
  return (accountId) => {
    let owner = owners.get(accountId);
    if (owner === undefined) {
      owner = ownerOf(nodes, accountId);
      if (owners.size >= rememberedMax) owners.clear();
      owners.set(accountId, owner);
    }
    return owner;
  };
}

/** The node with the highest score; null: there are none. */
export function ownerOf<Node extends { seed: number }>(
  nodes: readonly Node[],
  accountId: number,
): Node | null {
  let owner: Node | null = null;
  let highest = -1;
  for (const node of nodes) {
    const score = mix(node.seed ^ mix(accountId));
    if (score > highest) {
      highest = score;
      owner = node;
    }
  }
  return owner;
}
