// Keys derived from the installation's secret, each for one purpose and the same on all nodes.

import { createHmac } from 'node:crypto';
import type { GatewayOptions } from './options.ts';

export async function loadIdKey(database: GatewayOptions['database']): Promise<Buffer> {
  const [row] = await database.query<{ id_key: Buffer }>({
    name: 'select_id_key',
    text: 'select id_key from installation',
  });
  return row!.id_key;
}

/** A key of its own for one purpose, the same on all nodes. */
export const keyFor = (idKey: Buffer, purpose: string): Buffer =>
  createHmac('sha256', idKey).update(purpose).digest();

const noticePurpose = 'notices';
/** The key of the addresses that providers post notices to. */
export const noticeKeyFrom = (idKey: Buffer): Buffer => keyFor(idKey, noticePurpose);
export const noticeKeyOf = async (database: GatewayOptions['database']): Promise<Buffer> =>
  noticeKeyFrom(await loadIdKey(database));

/** The key of the addresses that carriers post notices to. */
export const smsNoticeKeyFrom = (idKey: Buffer): Buffer => keyFor(idKey, 'SMS notices');
