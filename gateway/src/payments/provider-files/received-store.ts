// Stores the files that providers have put.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface StoredFile {
  route: string;
  /** SHA-256. */
  digest: Buffer;
  name: string;
  bytes: Buffer;
  /** Null: refused. */
  type: string | null;
  reason: string | null;
}

const insert: Statement = {
  name: 'insert_provider_file',
  text: `insert into provider_file (route, digest, name, bytes, type, reason) values ($1, $2, $3, $4, $5, $6)
    on conflict (route, digest) do nothing`,
};
const select: Statement = {
  name: 'select_provider_file',
  text: `select type, extract(epoch from jokko_now() - received_at)::float8 * 1000 as "ageMs" from provider_file where route = $1 and digest = $2`,
};
const listSince: Statement = {
  name: 'list_provider_files_since',
  text: `select name, bytes from provider_file
    where route = $1 and received_at >= $2::date and type is not null and octet_length(bytes) > 0 order by received_at`,
};

export async function insertFile(session: Session, file: StoredFile): Promise<void> {
  const { route, digest, name, bytes, type, reason } = file;
  await session.query(insert, [route, digest, name, bytes, type, reason]);
}

/** What became of these bytes when they came before; null: they did not. */
export async function findFile(
  session: Session,
  route: string,
  digest: Buffer,
): Promise<{ type: string | null; ageMs: number } | null> {
  const [row] = await session.query<{ type: string | null; ageMs: number }>(select, [
    route,
    digest,
  ]);
  return row ?? null;
}

/** Those that were read and came on a day (`2026-11-22`, UTC) or later, the oldest first. */
export function listFilesSince(
  session: Session,
  route: string,
  day: string,
): Promise<{ name: string; bytes: Buffer }[]> {
  return session.query(listSince, [route, day]);
}
