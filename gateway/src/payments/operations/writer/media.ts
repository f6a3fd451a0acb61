// Stores and reads the file of a chat message. A file has up to 12 MiB, so it is stored apart, as
// bytes, for as long as it may have to be sent. Reading an operation brings it only on request.

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

/** Base64 characters of a file that makes an order longer than others are. */
export const largeLength = 65_536;

/** Whether a large file is in memory, to be stored or sent. */
export const hasLargeMedia = (terms: OperationTerms): boolean => mediaLength(terms) > largeLength;

/** Base64 characters of the file in memory. 0: there is no file, or it is not in memory. */
const mediaLength = (terms: OperationTerms): number => mediaOf(terms)?.base64.length ?? 0;

/** Returns the operation with another content of its file. */
function withContent(terms: OperationTerms, base64: string): OperationTerms {
  const { details } = terms;
  const { extra } = details;
  if (extra.type !== 'chat' || extra.media === undefined) return terms;
  const media = { ...extra.media, base64 };
  return { ...terms, details: { ...details, extra: { ...extra, media } } };
}

/** Returns the operation with an empty file. */
export const withoutMedia = (terms: OperationTerms): OperationTerms =>
  mediaLength(terms) === 0 ? terms : withContent(terms, '');

/** Returns the operation with its file, to be sent. Throws if the operation has ended. */
export async function withMedia(session: Session, terms: OperationTerms): Promise<OperationTerms> {
  // Operations of version 0.2.0 have the file in their details.
  if (!hasMedia(terms) || mediaLength(terms) > 0) return terms;
  const [row] = await session.query<{ base64: string }>(selectStatement, [
    terms.accountId,
    terms.id,
  ]);
  if (row === undefined) throw new Error(`the file of operation ${terms.id} is removed`);
  // PostgreSQL breaks the lines of base64.
  return withContent(terms, row.base64.replaceAll('\n', ''));
}

/** Writes each file with one statement: a large file is alone in its commit (`writer.ts`). */
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
