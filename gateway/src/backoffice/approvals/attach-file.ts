// Attaches a file to an approval request, as its proof: by the user who asked, while nobody has
// decided. What a file is says its first bytes, whatever it is called.

import { createHash } from 'node:crypto';
import { maskCardNumbers, seenText } from '@jokko/contract';
import { approvalFilesMax, isAccountKind, type ApprovalFileType } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { listFilesOf, storeFile } from './file-store.ts';
import type { Decider } from './requests.ts';
import { lockAndFind } from './store.ts';

const signatures: { readonly [type in ApprovalFileType]: Buffer } = {
  pdf: Buffer.from('%PDF-'),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
};
const endings: { readonly [type in ApprovalFileType]: readonly [string, ...string[]] } = {
  pdf: ['.pdf'],
  png: ['.png'],
  jpeg: ['.jpg', '.jpeg'],
};

export type Attached =
  | { ok: true; number: number }
  /** `conflict`: the request is decided, withdrawn or expired. */
  | { ok: false; refusal: 'notFound' | 'conflict' | 'wrongType' | 'tooMany' };

/**
 * One that the request has already is not attached again: who sends it twice is answered its
 * number.
 */
export function attachFile(
  database: Database,
  { userId, who }: Decider,
  { requestId, name, content }: { requestId: number; name: string; content: Uint8Array },
): Promise<Attached> {
  const type = typeOf(content);
  if (type === null) return Promise.resolve({ ok: false, refusal: 'wrongType' });
  const hash = createHash('sha256').update(content).digest('hex');
  return inTransaction(database, async (session): Promise<Attached> => {
    const request = await lockAndFind(session, requestId);
    if (request === null || request.askedBy !== userId || isAccountKind(request.kind))
      return { ok: false, refusal: 'notFound' };
    if (request.state !== 'open') return { ok: false, refusal: 'conflict' };
    const files = await listFilesOf(session, [requestId]);
    const same = files.find((file) => file.hash === hash);
    if (same !== undefined) return { ok: true, number: same.number };
    if (files.length >= approvalFilesMax) return { ok: false, refusal: 'tooMany' };
    const number = files.length + 1;
    const file = { requestId, number, name: nameOf(name, type), type, hash };
    await storeFile(session, { ...file, content });
    await recordAudit(session, {
      who,
      action: 'wish.attach',
      accountId: request.accountId,
      subject: `wish/${requestId}`,
      new: { fileName: file.name, bytes: content.length, hash },
    });
    return { ok: true, number };
  });
}

function typeOf(content: Uint8Array): ApprovalFileType | null {
  const types = Object.keys(signatures) as ApprovalFileType[];
  const begins = (type: ApprovalFileType) =>
    signatures[type].equals(content.subarray(0, signatures[type].length));
  return types.find((type) => begins(type)) ?? null;
}

/**
 * As it is shown and saved: without folders and characters that are not seen, and with the ending
 * of what it is.
 */
function nameOf(given: string, type: ApprovalFileType): string {
  const last = given.split(/[\\/]/).at(-1)!.trim();
  const name = maskCardNumbers(seenText(last, 'line')).replaceAll(/[:*?"<>|]/g, '_');
  const lower = name.toLowerCase();
  return endings[type].some((ending) => lower.endsWith(ending))
    ? name
    : `${name}${endings[type][0]}`;
}
