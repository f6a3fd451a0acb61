// One line of the send journal: everything that is needed to make an operation exist again, and a
// checksum. What is secret until the callback is delivered stands sealed; card data and API keys
// never reach an operation, and so not the journal either.

import { crc32 } from 'node:zlib';
import { environment } from '../../platform/environment.ts';
import { jsonBytesInTurns } from '../../platform/json-in-pieces.ts';
import type { KeyRing } from '../../platform/secrets/index.ts';
import type { OperationTerms, SentAttempt } from '../operations/index.ts';

/** An attempt whose bytes were about to leave. */
export interface JournalEntry {
  terms: OperationTerms;
  attempt: SentAttempt;
}

/** What tells an entry from all others. */
export interface SentKey {
  terms: Pick<OperationTerms, 'accountId' | 'id'>;
  attempt: Pick<SentAttempt, 'number'> & { prepared: { refs: { ours: string } } };
}

/** Without the rest, which may be a file of megabytes. */
export const keyOf = ({ terms, attempt }: JournalEntry): SentKey => ({
  terms: { accountId: terms.accountId, id: terms.id },
  attempt: {
    number: attempt.number,
    prepared: { refs: { ours: attempt.prepared.refs.ours } },
  },
});

interface Line {
  terms: Omit<OperationTerms, 'amount' | 'commission' | 'callbackHash' | 'paymentPageToken'> & {
    amount: string;
    commission: string;
  };
  attempt: Omit<SentAttempt, 'sentAt'> & { sentAt: string };
  /** Base64; absent where there is nothing secret. */
  sealed?: string;
}

interface SecretMembers {
  callbackHash: string | null;
  paymentPageToken: string | null;
}

const contextOf = ({ accountId, id }: Pick<OperationTerms, 'accountId' | 'id'>): string =>
  `send-journal/${accountId}/${id}`;

/** One line with its newline. `keys` are those of the segment. */
export const writeLine = (entry: JournalEntry, keys: KeyRing): string =>
  withChecksum(JSON.stringify(lineOf(entry, keys)));

/** The same of an order with a large file, written in turns with other work. */
export async function writeLongLine(entry: JournalEntry, keys: KeyRing): Promise<Buffer[]> {
  const pieces = await jsonBytesInTurns(lineOf(entry, keys));
  let checksum = 0;
  for (const piece of pieces) {
    checksum = crc32(piece, checksum);
    await environment.othersTurn();
  }
  return [Buffer.from(`${digitsOf(checksum)} `), ...pieces, Buffer.from('\n')];
}

function lineOf(entry: JournalEntry, keys: KeyRing): Line {
  const { callbackHash, paymentPageToken } = entry.terms;
  const secret: SecretMembers = { callbackHash, paymentPageToken };
  const isSecret = callbackHash !== null || paymentPageToken !== null;
  const sealed = isSecret
    ? { sealed: keys.seal(JSON.stringify(secret), contextOf(entry.terms)).toString('base64') }
    : {};
  return { ...plainLine(entry), ...sealed };
}

function plainLine({ terms, attempt }: JournalEntry): Line {
  const { callbackHash: _, paymentPageToken: __, amount, commission, ...plain } = terms;
  const { number, purpose, route, prepared, sentAt } = attempt;
  return {
    terms: { ...plain, amount: String(amount), commission: String(commission) },
    attempt: { number, purpose, route, prepared, sentAt: sentAt.toISOString() },
  };
}

/** The entry as JSON, without what is secret. */
export const jsonOfEntry = (entry: JournalEntry): string => JSON.stringify(plainLine(entry));

export const entryOfJson = (text: string): JournalEntry => readEntry(text, null);

/**
 * The entry of a line's text, without its checksum. Without `keys` (the segment's key cannot be
 * opened) the secret members are null: the operation can still be made again, its callback then has
 * no hash.
 */
export function readEntry(text: string, keys: KeyRing | null): JournalEntry {
  const { terms, attempt, sealed } = JSON.parse(text) as Line;
  const secret: SecretMembers =
    sealed === undefined || keys === null
      ? { callbackHash: null, paymentPageToken: null }
      : (JSON.parse(keys.unseal(Buffer.from(sealed, 'base64'), contextOf(terms))) as SecretMembers);
  return {
    terms: {
      ...terms,
      ...secret,
      amount: BigInt(terms.amount),
      commission: BigInt(terms.commission),
    },
    attempt: { ...attempt, sentAt: new Date(attempt.sentAt) },
  };
}

const checksumDigits = 8;
const digitsOf = (checksum: number): string => checksum.toString(16).padStart(checksumDigits, '0');
const checksumOf = (text: string): string => digitsOf(crc32(text));

export const withChecksum = (text: string): string => `${checksumOf(text)} ${text}\n`;

/** The text of a line without its newline, or null when the line is not whole. */
export function withoutChecksum(line: string): string | null {
  const text = line.slice(checksumDigits + 1);
  return line.slice(0, checksumDigits) === checksumOf(text) ? text : null;
}
