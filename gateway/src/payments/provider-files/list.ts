// Lists the files that left for providers and those that came, for operators.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { BatchState } from './store.ts';

export interface ListedBatch {
  reference: string;
  route: string;
  name: string;
  state: BatchState;
  orders: number;
  tries: number;
  cause: string | null;
  madeAt: Date;
  sentAt: Date | null;
}
export interface ListedFile {
  route: string;
  name: string;
  /** Null: it could not be read. */
  type: string | null;
  reason: string | null;
  receivedAt: Date;
}

const selectBatches: Statement = {
  name: 'list_provider_batches',
  text: `select reference, route, name, state, cardinality(operation_ids) as orders, tries, cause,
    made_at as "madeAt", sent_at as "sentAt"
    from provider_batch where $1::text is null or route = $1 order by made_at desc limit $2`,
};
const selectFiles: Statement = {
  name: 'list_provider_files',
  text: `select route, name, type, reason, received_at as "receivedAt"
    from provider_file where $1::text is null or route = $1 order by received_at desc limit $2`,
};
const selectBytes: Statement = {
  name: 'select_provider_batch_bytes',
  text: 'select name, bytes from provider_batch where reference = $1',
};

/** Newest first. `route` null: of all. */
export function listBatches(
  session: Session,
  { route, limit }: { route: string | null; limit: number },
): Promise<ListedBatch[]> {
  return session.query(selectBatches, [route, limit]);
}

/** Newest first. `route` null: of all. */
export function listFiles(
  session: Session,
  { route, limit }: { route: string | null; limit: number },
): Promise<ListedFile[]> {
  return session.query(selectFiles, [route, limit]);
}

/** As it was sent, empty once personal data was removed; null: there is no such file. */
export async function findBatchBytes(
  session: Session,
  reference: string,
): Promise<{ name: string; bytes: Buffer } | null> {
  const [row] = await session.query<{ name: string; bytes: Buffer }>(selectBytes, [reference]);
  return row ?? null;
}
