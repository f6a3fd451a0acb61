// Matches an operator's id to its part. Answers and receipts both bring ids, in either order:
// whichever comes second finds the first. All on rows in memory (record-load.ts); changes are
// noted.

import { normalPartId, type SmsReceipt } from '@jokko/connectors/kit';
import { isFinal, isResolved, messageKey, type Message } from './message.ts';
import { namesAnother } from './our-reference.ts';
import { idWithNumber, mayBeSameNumber, otherSpellings, receiptKeys } from './part-id.ts';
import { isLastWord, type ReceiptState } from './receive.ts';
import { partKey, type Loaded, type Part, type StoredMessage } from './record-load.ts';

export interface PartChanges {
  changed: Set<Part>;
  /** Parked receipts that were written with another spelling of their id. */
  removed: Set<Part>;
  /** Ids and receipts that contradict what is stored. */
  contradictions: number;
}

/** Every id under which something may be stored that has to do with an answer's id. */
export const answerKeys = (id: string, msisdn: string | null): string[] => {
  const key = normalPartId(id);
  return key === ''
    ? []
    : [key, ...(msisdn === null ? [] : [idWithNumber(key, msisdn)]), ...otherSpellings(key)];
};

/** Every id under which a receipt's part may be stored, the likeliest first. */
export const keysOfReceipt = ({ id, alternatives, msisdn }: SmsReceipt): string[] => {
  const keys = receiptKeys(id, alternatives);
  const digits = digitsOf(msisdn);
  return digits === null ? keys : [...keys.map((key) => idWithNumber(key, digits)), ...keys];
};

/**
 * Gives part `number` of a message the id from its answer. Returns the receipt that waited for it,
 * to be applied; null when there is none or it was given before.
 */
export function attachPart(
  loaded: Loaded,
  changes: PartChanges,
  message: Message,
  connection: string,
  number: number,
  id: string,
): ReceiptState | null {
  if (id === '') return null;
  const { accountId, batchId, position, msisdn } = message;
  const owner = { accountId, batchId, position, part: number };
  const take = (part: Part, receipt: Part | null): ReceiptState | null => {
    Object.assign(part, {
      owner,
      msisdn,
      receipt: receipt?.receipt ?? null,
      errorCode: receipt?.errorCode ?? null,
    });
    changes.changed.add(part);
    return part.receipt;
  };
  const make = (key: string): Part => {
    const part: Part = {
      connection,
      id: key,
      owner,
      receipt: null,
      errorCode: null,
      msisdn,
      version: null,
    };
    loaded.parts.set(partKey(connection, key), part);
    return part;
  };
  /** The plain id belongs to another message, with another number. */
  const takeBesides = (): ReceiptState | null => {
    const key = idWithNumber(id, msisdn);
    const besides = loaded.parts.get(partKey(connection, key));
    if (besides === undefined) return take(make(key), null);
    if (besides.owner === null) return take(besides, besides);
    if (messageKey(besides.owner) !== messageKey(owner)) changes.contradictions++;
    return null;
  };
  const stored = loaded.parts.get(partKey(connection, id));
  if (stored === undefined)
    return take(make(id), takeParkedElsewhere(loaded, changes, connection, id, msisdn));
  if (stored.owner === null)
    return mayBeSameNumber(stored.msisdn, msisdn) ? take(stored, stored) : takeBesides();
  const holder = loaded.messages.get(messageKey(stored.owner));
  if (messageKey(stored.owner) === messageKey(owner)) {
    // Told before; or the operator calls two parts by one name, and what it says of it is said of
    // the first.
    if (stored.owner.part !== number) changes.contradictions++;
    return null;
  }
  // Operators begin again from one after some days: the newest has the id, unless the other still
  // needs it.
  if (holder === undefined || isFinal(holder.state))
    return take(stored, takeParkedElsewhere(loaded, changes, connection, id, msisdn));
  if (!mayBeSameNumber(holder.msisdn, msisdn)) return takeBesides();
  changes.contradictions++;
  return null;
}

/** Whether the id, in normal form, is another message's. */
export function belongsToAnother(
  { parts }: Loaded,
  message: Message,
  connection: string,
  id: string,
): boolean {
  const owner = parts.get(partKey(connection, id))?.owner ?? null;
  return owner !== null && messageKey(owner) !== messageKey(message);
}

/**
 * Takes an id from the message that has it, unless its receipt has come. Returns that message where
 * it has no outcome yet: its own id is not known then.
 */
export function takeFromOwner(
  loaded: Loaded,
  changes: PartChanges,
  connection: string,
  id: string,
): StoredMessage | null {
  const part = loaded.parts.get(partKey(connection, id));
  if (part === undefined || part.owner === null || isLastWord(part.receipt)) return null;
  const holder = loaded.messages.get(messageKey(part.owner));
  const number = part.owner.part;
  Object.assign(part, { owner: null, receipt: null, errorCode: null, msisdn: null });
  changes.changed.add(part);
  changes.contradictions++;
  if (holder === undefined || isResolved(holder.state) || holder.partIds[number] !== id)
    return null;
  holder.partIds = holder.partIds.with(number, null);
  return holder;
}

/**
 * A receipt that waits under another spelling of the id, or under the id and its number: its row
 * goes, what it said is returned.
 */
function takeParkedElsewhere(
  loaded: Loaded,
  changes: PartChanges,
  connection: string,
  id: string,
  msisdn: string,
): Part | null {
  for (const spelling of [idWithNumber(id, msisdn), ...otherSpellings(id)]) {
    const key = partKey(connection, spelling);
    const parked = loaded.parts.get(key);
    if (parked === undefined || parked.owner !== null || !mayBeSameNumber(parked.msisdn, msisdn))
      continue;
    loaded.parts.delete(key);
    changes.changed.delete(parked);
    if (parked.version !== null) changes.removed.add(parked);
    return parked;
  }
  return null;
}

/**
 * Notes a receipt. Returns the part that changes, whose owner is null while the answer of its
 * submission is to come; null if the receipt repeats or contradicts an earlier one, `another's` if
 * by its reference of ours it is about another message than the one that has the id.
 */
export function noteReceipt(
  loaded: Loaded,
  changes: PartChanges,
  connection: string,
  receipt: SmsReceipt,
  state: ReceiptState,
): Part | "another's" | null {
  const keys = keysOfReceipt(receipt);
  const msisdn = digitsOf(receipt.msisdn);
  const [firstKey] = keys;
  if (firstKey === undefined) {
    changes.contradictions++;
    return null;
  }
  const found = keys
    .map((key) => loaded.parts.get(partKey(connection, key)))
    .find((part) => part !== undefined && mayBeSameNumber(part.msisdn, msisdn));
  const [plainKey] = receiptKeys(receipt.id, receipt.alternatives);
  const part = found ?? placeFor(loaded, changes, connection, plainKey!, msisdn);
  if (part === null) return null;
  if (isLastWord(part.receipt) || part.receipt === state) {
    if (part.receipt !== state && state !== 'unknown') changes.contradictions++;
    return null;
  }
  if (part.owner !== null && namesAnother(receipt.ourRef, part.owner)) return "another's";
  part.receipt = state;
  part.errorCode = receipt.errorCode;
  part.msisdn ??= msisdn;
  changes.changed.add(part);
  return part;
}

/**
 * Where a receipt waits for its answer: under its id, or with its number when the id is another
 * number's that still needs it.
 */
function placeFor(
  loaded: Loaded,
  changes: PartChanges,
  connection: string,
  id: string,
  msisdn: string | null,
): Part | null {
  const stored = loaded.parts.get(partKey(connection, id));
  const holder = stored?.owner ? loaded.messages.get(messageKey(stored.owner)) : undefined;
  const isFree =
    stored !== undefined &&
    stored.owner !== null &&
    (holder === undefined || isFinal(holder.state));
  if (isFree)
    return Object.assign(stored, { owner: null, receipt: null, errorCode: null, msisdn: null });
  const key = stored === undefined || msisdn === null ? id : idWithNumber(id, msisdn);
  if (loaded.parts.has(partKey(connection, key))) {
    changes.contradictions++;
    return null;
  }
  const part: Part = {
    connection,
    id: key,
    owner: null,
    receipt: null,
    errorCode: null,
    msisdn: null,
    version: null,
  };
  loaded.parts.set(partKey(connection, key), part);
  return part;
}

/** bigint holds 18 digits; no number has more. */
const digitsOf = (msisdn: string | null): string | null =>
  msisdn !== null && /^[1-9]\d{0,17}$/.test(msisdn) ? msisdn : null;
