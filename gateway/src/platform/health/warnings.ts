// Records what a node finds wrong with its own surroundings, for as long as it runs, so that
// `jokko health` and the portal can show it.

import type { Session, Statement } from '../db/database.ts';

export const nodeWarnings = ['unlistedProxy', 'runsAsRoot'] as const;
export type NodeWarning = (typeof nodeWarnings)[number];

/** Stored as `<warning>` or `<warning> <about>`. A node that starts again begins with none. */
const note: Statement = {
  name: 'note_node_warning',
  text: 'update node set warnings = array_append(warnings, $2) where node_id = $1 and not warnings @> array[$2]',
};

/** `about`: what it concerns, such as an address. */
export async function noteNodeWarning(
  session: Session,
  nodeId: string,
  warning: NodeWarning,
  about: string | null = null,
): Promise<void> {
  await session.query(note, [nodeId, about === null ? warning : `${warning} ${about}`]);
}

/** One as it is stored; null for what another version has written. */
export function readNodeWarning(
  stored: string,
): { warning: NodeWarning; about: string | null } | null {
  const [name, about = null] = stored.split(' ');
  const warning = nodeWarnings.find((known) => known === name);
  return warning === undefined ? null : { warning, about };
}
