// Uploads a statement file in pieces, so that it is never held whole in memory. It is previewed
// before a user confirms that it counts.

import { createHash } from 'node:crypto';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { keepMapping } from './file.ts';
import { mappingFaults, type Mapping } from './mapping.ts';

const fileBytesMax = 20 * 1024 * 1024;
export const pieceBytesMax = 1024 * 1024;

/** The user, null for the command line and for what was pulled. */
export interface Uploader {
  userId: number | null;
  who: Who;
}

/** Whose statement a file is. */
export type Party = { route: string } | { bankAccountId: number };

export interface Period {
  from: Date;
  until: Date;
}
/** By currency, in ten-thousandths, as the statement gives them. */
export type StatedBalances = { currency: string; opening: bigint | null; closing: bigint | null }[];

export type Begun =
  | { ok: true }
  /** `incomplete`: a piece is missing. */
  | { ok: false; refusal: 'unknown' | 'empty' | 'incomplete' }
  | { ok: false; refusal: 'mapping'; fields: string[] }
  /** The same bytes have been taken before. */
  | { ok: false; refusal: 'sameFile'; id: number };

const insertFile: Statement = {
  name: 'insert_reconciliation_file',
  text: `insert into reconciliation_file (route, routes, bank_account_id, name, uploaded_by)
    values ($1, array_remove(array[$1], null), $2, $3, $4) returning id`,
};
const lockUploading: Statement = {
  name: 'lock_uploading_file',
  text: `select id, bytes, route, party from reconciliation_file where id = $1
    and state = 'uploading' for update`,
};
const insertPiece: Statement = {
  name: 'insert_reconciliation_piece',
  text: `with piece as (insert into reconciliation_piece (file_id, number, bytes)
    values ($1, $2, $3) on conflict do nothing returning 1)
    update reconciliation_file set bytes = bytes + octet_length($3::bytea) where id = $1
      and exists (select from piece)`,
};
const selectPiece: Statement = {
  name: 'select_reconciliation_piece',
  text: 'select bytes from reconciliation_piece where file_id = $1 and number = $2',
};
// Two users who take in the same file at once meet here.
const oneAtATime: Statement = {
  name: 'lock_reconciliation_begin',
  text: 'select pg_advisory_xact_lock($1)',
};
const beginLockKey = 7_210_019;
const findSame: Statement = {
  name: 'find_same_reconciliation_file',
  text: `select id from reconciliation_file where hash = $1
    and state not in ('uploading', 'failed', 'withdrawn')`,
};
const begin: Statement = {
  name: 'begin_reconciliation_file',
  text: `update reconciliation_file set state = 'reading', hash = $2, mapping = $3, routes = $4,
    period_from = $5, period_until = $6, position = 0
    where id = $1`,
};
const insertBalances: Statement = {
  name: 'insert_reconciliation_balances',
  text: `insert into reconciliation_total (file_id, currency, lines, amount, fees, opening, closing)
    values ($1, $2, 0, 0, 0, $3, $4)`,
};
const removeAbandoned: Statement = {
  name: 'remove_abandoned_reconciliation_files',
  text: `delete from reconciliation_file where id in (
    select id from reconciliation_file where state = 'uploading'
      and uploaded_at < jokko_now() - interval '1 day' limit 20)`,
};

interface Uploading {
  bytes: number;
  route: string | null;
  party: string;
}

/** Answers the file's number, under which its pieces come. */
export async function startUpload(
  session: Session,
  { name, by, ...party }: Party & { name: string; by: Uploader },
): Promise<number> {
  const [route, bankAccountId] =
    'route' in party ? [party.route, null] : [null, party.bankAccountId];
  const values = [route, bankAccountId, name, by.userId];
  const [row] = await session.query<{ id: number }>(insertFile, values);
  return row!.id;
}

/** Piece `number` counts from 0; one that came already is not taken again. */
export function addPiece(
  database: Database,
  { id, number, bytes }: { id: number; number: number; bytes: Uint8Array },
): Promise<'taken' | 'unknown' | 'tooLarge'> {
  return inTransaction(database, async (session) => {
    const [file] = await session.query<{ bytes: number }>(lockUploading, [id]);
    if (file === undefined) return 'unknown';
    if (bytes.length > pieceBytesMax || file.bytes + bytes.length > fileBytesMax) return 'tooLarge';
    await session.query(insertPiece, [id, number, bytes]);
    return 'taken';
  });
}

/** The bytes of a file, piece by piece. */
async function* piecesOf(session: Session, id: number): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const [row] = await session.query<{ bytes: Buffer }>(selectPiece, [id, number]);
    if (row === undefined) return;
    yield row.bytes;
  }
}

/**
 * All bytes of a file: those of a workbook, and the characters of a text, are known by the whole.
 */
export async function bytesOf(session: Session, id: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(session, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Takes the file in: from here on it is worked off by itself. The mapping is kept for the
 * provider's next file. Without `period` it is that of the days that the lines name.
 */
export async function beginFile(
  database: Database,
  order: {
    id: number;
    mapping: Mapping;
    /** False: it is not the mapping of the files that users upload. */
    keepsMapping?: boolean;
    period: Period | null;
    balances: StatedBalances;
    by: Uploader;
  },
): Promise<Begun> {
  const { id, mapping, period, by, keepsMapping = true } = order;
  const fields = mappingFaults(mapping);
  if (fields.length > 0) return { ok: false, refusal: 'mapping', fields };
  const sum = createHash('sha256');
  let bytes = 0;
  for await (const piece of piecesOf(database, id)) {
    sum.update(piece);
    bytes += piece.length;
  }
  const hash = sum.digest();
  return inTransaction(database, async (session) => {
    const [file] = await session.query<Uploading>(lockUploading, [id]);
    if (file === undefined) return { ok: false, refusal: 'unknown' };
    if (file.bytes === 0) return { ok: false, refusal: 'empty' };
    if (file.bytes !== bytes) return { ok: false, refusal: 'incomplete' };
    await session.query(oneAtATime, [beginLockKey]);
    const [same] = await session.query<{ id: number }>(findSame, [hash]);
    if (same !== undefined) return { ok: false, refusal: 'sameFile', id: same.id };
    const { route, party } = file;
    // A bank account shares nothing with a route.
    const routes = route === null ? [] : [...new Set([route, ...mapping.routes])];
    await session.query(begin, [
      id,
      hash,
      JSON.stringify(mapping),
      routes,
      period?.from ?? null,
      period?.until ?? null,
    ]);
    for (const { currency, opening, closing } of order.balances)
      await session.query(insertBalances, [id, currency, opening, closing]);
    if (keepsMapping && route !== null) await keepMapping(session, route, mapping);
    const reported = {
      ...(route === null ? { party } : { route }),
      bytes: file.bytes,
      hash: hash.toString('hex'),
    };
    await recordAudit(session, {
      who: by.who,
      action: 'reconciliation.begin',
      subject: `reconciliation/${id}`,
      new: reported,
    });
    return { ok: true };
  });
}

/** Removes some of the uploads that began more than a day ago and were never taken in. */
export async function removeAbandonedUploads(session: Session): Promise<void> {
  await session.query(removeAbandoned);
}
