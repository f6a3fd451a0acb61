// The file of a chat message: up to 12 MiB, so it is stored apart, as bytes, for as long as it may
// have to be sent. An operation that is read from the database has it only where it is asked for.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { Operation, OperationTerms } from '../model/operation.ts';

const insertStatement: Statement = {
  name: 'insert_operation_media',
  text: `insert into operation_media (account_id, operation_id, content) values ($1, $2, $3)`,
};
const selectStatement: Statement = {
  name: 'select_operation_media',
  text: `select encode(content, 'base64') as base64 from operation_media where account_id = $1
    and operation_id = $2`,
};
const deleteStatement: Statement = {
  name: 'delete_operation_media',
  text: `delete from operation_media
    where (account_id, operation_id) in (select * from unnest($1::integer[], $2::bigint[]))`,
};

const mediaOf = ({ details: { extra } }: OperationTerms) =>
  extra.type === 'chat' ? extra.media : undefined;

export const hasMedia = (terms: OperationTerms): boolean => mediaOf(terms) !== undefined;

/** Longer than what other orders are, in base64. */
export const largeLength = 65_536;

/** In memory: it is to be stored, or sent. */
export const hasLargeMedia = (terms: OperationTerms): boolean => mediaLength(terms) > largeLength;

/** Base64 characters that are in memory; 0 where it has no file, or is without it. */
const mediaLength = (terms: OperationTerms): number => mediaOf(terms)?.base64.length ?? 0;

/** The same with another content of its file. */
function withContent(terms: OperationTerms, base64: string): OperationTerms {
  const { details } = terms;
  const { extra } = details;
  if (extra.type !== 'chat' || extra.media === undefined) return terms;
  const media = { ...extra.media, base64 };
  return { ...terms, details: { ...details, extra: { ...extra, media } } };
}

/** The same with an empty file. */
export const withoutMedia = (terms: OperationTerms): OperationTerms =>
  mediaLength(terms) === 0 ? terms : withContent(terms, '');

/** The same with its file, as it is to be sent. Throws where the operation has ended. */
export async function withMedia(session: Session, terms: OperationTerms): Promise<OperationTerms> {
  // Operations of 0.2.0 have it in their details.
  if (!hasMedia(terms) || mediaLength(terms) > 0) return terms;
  const [row] = await session.query<{ base64: string }>(selectStatement, [
    terms.accountId,
    terms.id,
  ]);
  if (row === undefined) throw new Error(`the file of operation ${terms.id} is removed`);
  // PostgreSQL breaks the lines of base64.
  return withContent(terms, row.base64.replaceAll('\n', ''));
}

/** One statement each: a large one is alone in its commit (`writer.ts`). */
export function insertMedia(session: Session, operations: Operation[]): Promise<unknown>[] {
  return operations.flatMap(({ terms }) => {
    const base64 = mediaOf(terms)?.base64 ?? '';
    if (base64 === '') return [];
    return [
      session.query(insertStatement, [terms.accountId, terms.id, Buffer.from(base64, 'base64')]),
    ];
  });
}

export function deleteMedia(session: Session, ended: readonly OperationTerms[]): Promise<unknown> {
  return session.query(deleteStatement, [
    ended.map(({ accountId }) => accountId),
    ended.map(({ id }) => id),
  ]);
}
