// Stores the files of approval requests. A row is never changed, nor removed.

import type { ApprovalFileType } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';

export interface ApprovalFile {
  requestId: number;
  /** From 1, in the order in which they came. */
  number: number;
  name: string;
  type: ApprovalFileType;
  bytes: number;
  /** SHA-256, in hex. */
  hash: string;
  attachedAt: Date;
}

const columns = `request_id as "requestId", number, name, type, octet_length(bytes) as bytes, encode(hash, 'hex') as hash, attached_at as "attachedAt"`;
const insertFile: Statement = {
  name: 'insert_approval_request_file',
  text: 'insert into approval_request_file (request_id, number, name, type, bytes, hash) values ($1, $2, $3, $4, $5, $6)',
};
const listFiles: Statement = {
  name: 'list_approval_request_files',
  text: `select ${columns} from approval_request_file where request_id = any($1::integer[])
    order by request_id, number`,
};
const selectFile: Statement = {
  name: 'select_approval_request_file',
  text: 'select name, type, bytes as content from approval_request_file where request_id = $1 and number = $2',
};

export async function storeFile(
  session: Session,
  file: Omit<ApprovalFile, 'bytes' | 'attachedAt'> & { content: Uint8Array },
): Promise<void> {
  const { requestId, number, name, type, content, hash } = file;
  const values = [requestId, number, name, type, content, Buffer.from(hash, 'hex')];
  await session.query(insertFile, values);
}

/** What there is of these requests, without its bytes. */
export function listFilesOf(
  session: Session,
  requestIds: readonly number[],
): Promise<ApprovalFile[]> {
  return session.query(listFiles, [requestIds]);
}

/** Null when the request has none of that number. */
export async function loadFile(
  session: Session,
  requestId: number,
  number: number,
): Promise<(Pick<ApprovalFile, 'name' | 'type'> & { content: Buffer }) | null> {
  type Row = Pick<ApprovalFile, 'name' | 'type'> & { content: Buffer };
  return (await session.query<Row>(selectFile, [requestId, number]))[0] ?? null;
}
