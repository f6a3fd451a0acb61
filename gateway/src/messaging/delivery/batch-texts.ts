// Caches the texts of batches, part by part. Read once for all recipients of a batch, and kept
// while in use.

import { segmentText, type SmsEncoding } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';

export interface BatchText {
  /** As it was asked for; a connection may show another. */
  sender: string;
  encoding: SmsEncoding;
  content: string;
  parts: readonly string[];
  /** ms since 1970 on the database's clock. */
  validUntilMs: number;
  /** The quiet hours of its app, minutes of the day in the recipient's country; null: none. */
  quiet: { from: number; until: number } | null;
}

interface Row {
  id: bigint;
  sender: string;
  content: string;
  encoding: SmsEncoding;
  valid_until: Date;
  quiet_from: number | null;
  quiet_until: number | null;
}

const selectTexts: Statement = {
  name: 'select_sms_batch_texts',
  text: `
    select b.id, b.sender, b.content, b.encoding, b.valid_until,
      (extract(epoch from a.quiet_from) / 60)::integer as quiet_from,
        (extract(epoch from a.quiet_until) / 60)::integer as quiet_until
    from sms_batch b join sms_app a on a.id = b.app_id where b.id = any($1::bigint[])`,
};

/** Texts kept; the longest is a few kB. */
const keptMax = 4_096;

export interface BatchTexts {
  /** Reads those that are not at hand. */
  load(session: Session, batches: readonly { batchId: bigint }[]): Promise<void>;
  /** The text of a batch that was loaded. */
  of(batchId: bigint): BatchText;
}

export function createBatchTexts(): BatchTexts {
  const texts = new Map<bigint, BatchText>();
  return {
    async load(session, batches) {
      const missing = new Set<bigint>();
      for (const { batchId } of batches) {
        const text = texts.get(batchId);
        if (text === undefined) missing.add(batchId);
        else {
          // The one that was used last goes last.
          texts.delete(batchId);
          texts.set(batchId, text);
        }
      }
      if (missing.size === 0) return;
      const rows = await session.query<Row>(selectTexts, [[...missing]]);
      for (const row of rows) texts.set(row.id, textOf(row));
      for (const id of texts.keys()) {
        if (texts.size <= keptMax) break;
        texts.delete(id);
      }
    },
    of(batchId) {
      const text = texts.get(batchId);
      if (text === undefined) throw new Error('a message of a batch that does not exist');
      return text;
    },
  };
}

function textOf({
  sender,
  content,
  encoding: accepted,
  valid_until,
  quiet_from: from,
  quiet_until: until,
}: Row): BatchText {
  // Replacing was done when it was accepted: it changes nothing now, but decides the alphabet.
  const { encoding, parts } = segmentText(content, { transliterate: accepted === 'gsm7' });
  const quiet = from === null || until === null ? null : { from, until };
  return { sender, encoding, content, parts, validUntilMs: valid_until.getTime(), quiet };
}
