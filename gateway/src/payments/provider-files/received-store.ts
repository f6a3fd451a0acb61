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
  /** The days about whose movements it says anything. */
  days: readonly string[];
  /** That it is a statement of. */
  covered: readonly string[];
}

const insert: Statement = {
  name: 'insert_provider_file',
  text: `insert into provider_file (route, digest, name, bytes, type, reason, days, covered)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (route, digest) do nothing`,
};
const select: Statement = {
  name: 'select_provider_file',
  text: `select type, extract(epoch from jokko_now() - received_at)::float8 * 1000 as "ageMs"
    from provider_file where route = $1 and digest = $2`,
};
// Any file that came before days were kept may say something. That a later day is covered shows
// that a day without a statement needs none.
const listOfDay: Statement = {
  name: 'list_provider_files_of_day',
  text: `with read as (select name, bytes, digest, days, covered, received_at from provider_file
    where route = $1 and type is not null and octet_length(bytes) > 0),
    later as (select digest from read where exists (select from unnest(covered) as day
      where day > $2::date) order by received_at limit 1)
    select name, digest, octet_length(bytes) as length from read
    where days @> array[$2::date] or (days is null and received_at >= $2::date - 1)
      or digest in (select digest from later)
    order by received_at, digest`,
};

/** A large file as a whole would take a turn of the event loop for itself. */
const selectPiece: Statement = {
  name: 'select_provider_file_piece',
  text: 'select substring(bytes from $3 for $4) as bytes from provider_file where route = $1 and digest = $2',
};
const pieceBytes = 1_048_576;

export async function insertFile(session: Session, file: StoredFile): Promise<void> {
  const { route, digest, name, bytes, type, reason, days, covered } = file;
  await session.query(insert, [route, digest, name, bytes, type, reason, days, covered]);
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

/**
 * Those that were read and say anything of a day (`2026-11-22`), the oldest first, and one that
 * covers a later day.
 */
export async function listFilesOfDay(
  session: Session,
  route: string,
  day: string,
): Promise<{ name: string; bytes: Buffer }[]> {
  const files = await session.query<{ name: string; digest: Buffer; length: number }>(listOfDay, [
    route,
    day,
  ]);
  const read: { name: string; bytes: Buffer }[] = [];
  for (const { name, digest, length } of files) {
    const pieces: Buffer[] = [];
    for (let at = 1; at <= length; at += pieceBytes) {
      const [piece] = await session.query<{ bytes: Buffer }>(selectPiece, [
        ...[route, digest],
        ...[at, pieceBytes],
      ]);
      pieces.push(piece!.bytes);
    }
    read.push({ name, bytes: Buffer.concat(pieces) });
  }
  return read;
}
