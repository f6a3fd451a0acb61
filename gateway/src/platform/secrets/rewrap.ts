// Changes an installation's key-encryption key. Every value sealed under an old key is opened and
// sealed under the current one, one row and one statement at a time: a run killed at any moment
// has only done less, and the next run does the rest.

import type { Session, Statement } from '../db/database.ts';
import type { KeyRing } from './key-ring.ts';
import { countSealed, placesNotUnder } from './sealed-values.ts';
import type { SealedCount, SealedPlace } from './sealed-values.ts';

export interface SecretsStatus {
  /** The key that seals. */
  keyId: string;
  /** All that this process was started with. */
  loadedKeyIds: readonly string[];
  /** Values by column and key. */
  counts: SealedCount[];
  /** Values that are not sealed under `keyId` yet. At 0 the old keys can go. */
  old: number;
  nodes: NodeKeys[];
}
export interface NodeKeys {
  nodeId: string;
  /** The first one seals. Empty: a node of a release that does not tell. */
  keyIds: string[];
}

export interface Progress {
  done: number;
  /** Places to do in this pass. */
  of: number;
}
export type Rewrapped =
  | { ok: true; keyId: string; values: number }
  /**
   * Nothing was done: these nodes would seal under another key, or could not open what is sealed
   * now.
   */
  | { ok: false; refusal: 'nodes without the key'; nodes: NodeKeys[] }
  /** The rest was done; these were sealed under keys that are not loaded, or are damaged. */
  | { ok: false; refusal: 'unopened'; values: number; places: string[] };

const selectNodes: Statement = {
  name: 'select_nodes_keys',
  text: `select node_id as "nodeId", secret_key_ids as "keyIds" from node where lease_until > now()
    order by node_id`,
};

export async function readSecretsStatus(session: Session, ring: KeyRing): Promise<SecretsStatus> {
  const counts = await countSealed(session);
  const [keyId] = ring.keyIds;
  const old = counts
    .filter((count) => count.keyId !== keyId)
    .reduce((sum, { values }) => sum + values, 0);
  return {
    keyId,
    loadedKeyIds: ring.keyIds,
    counts,
    old,
    nodes: await session.query<NodeKeys>(selectNodes),
  };
}

/**
 * Seals everything under the current key. Needs no lock and no pause: nodes go on, as long as they
 * have the same key.
 */
export async function rewrap(
  session: Session,
  ring: KeyRing,
  onProgress: (progress: Progress) => void,
): Promise<Rewrapped> {
  const [keyId] = ring.keyIds;
  for (let values = 0; ;) {
    const nodes = (await session.query<NodeKeys>(selectNodes)).filter(
      (node) => node.keyIds[0] !== keyId,
    );
    if (nodes.length > 0) return { ok: false, refusal: 'nodes without the key', nodes };
    const places = await placesNotUnder(session, keyId);
    // Whatever was written while the last pass ran, or changed under its hands, is in this one.
    if (places.length === 0) return { ok: true, keyId, values };
    const pass = await exchangeAll(session, ring, places, onProgress);
    values += pass.values;
    if (pass.unopened.length > 0)
      return { ok: false, refusal: 'unopened', values, places: pass.unopened };
  }
}

async function exchangeAll(
  session: Session,
  ring: KeyRing,
  places: SealedPlace[],
  onProgress: (progress: Progress) => void,
) {
  const unopened: string[] = [];
  let values = 0;
  for (const [index, place] of places.entries()) {
    // The pepper stays behind with what could not be opened: it keeps nodes without the old key
    // from starting.
    if (unopened.length > 0 && place.holdsPepper) break;
    values += await place.exchange(session, (sealed, context) => {
      const plain = open(ring, sealed, context);
      if (plain !== null) return ring.seal(plain, context);
      if (unopened.at(-1) !== place.name) unopened.push(place.name);
      return null;
    });
    onProgress({ done: index + 1, of: places.length });
  }
  return { values, unopened };
}

function open(ring: KeyRing, sealed: Buffer, context: string): string | null {
  try {
    return ring.unseal(sealed, context);
  } catch {
    return null;
  }
}
