// Records where users reach the portal. Each node notes its address, so that the command line,
// which listens on none, can print links.

import type { Session, Statement } from '../db/database.ts';

const note: Statement = {
  name: 'note_portal_url',
  text: 'update node set portal_url = $2 where node_id = $1',
};
const find: Statement = {
  name: 'find_portal_url',
  text: 'select portal_url as url from node where lease_until > now() and portal_url is not null order by started_at desc, incarnation desc limit 1',
};

/** `url`: without a slash at the end. */
export async function notePortalUrl(session: Session, nodeId: string, url: string): Promise<void> {
  await session.query(note, [nodeId, url]);
}

/** The address of the living node that was started last; null when none runs. */
export async function findPortalUrl(session: Session): Promise<string | null> {
  const [row] = await session.query<{ url: string }>(find);
  return row?.url ?? null;
}
