// Maps the status of a submit_sm_resp to an outcome. Any but zero means that the message was not
// accepted; the table says whether a retry is useful. Unlisted statuses (the operator's own from
// 0x400 on, reserved ones) are refused for good: endless retries would not help, and no message is
// sent twice. An operator whose codes mean something else sets `statusOverrides`.

import type { SmsBusyCause, SmsRefusal } from '@jokko/connectors/kit';

export type StatusMeaning =
  | { kind: 'refused'; reason: SmsRefusal }
  | { kind: 'busy'; cause: SmsBusyCause }
  | { kind: 'unknown' };

/** By status. */
export type StatusTable = ReadonlyMap<number, StatusMeaning>;

const badNumber: StatusMeaning = { kind: 'refused', reason: 'bad_number' };
const badSender: StatusMeaning = { kind: 'refused', reason: 'bad_sender' };
const badText: StatusMeaning = { kind: 'refused', reason: 'bad_text' };
const notPermitted: StatusMeaning = { kind: 'refused', reason: 'not_permitted' };
const other: StatusMeaning = { kind: 'refused', reason: 'other' };
const throttled: StatusMeaning = { kind: 'busy', cause: 'throttled' };
const queueFull: StatusMeaning = { kind: 'busy', cause: 'queue_full' };
/** The bind is not what we think: nothing will be taken until that is right again. */
const connectionError: StatusMeaning = { kind: 'busy', cause: 'connection_error' };
/** The fault is this message's, as far as anybody can tell. */
const operatorError: StatusMeaning = { kind: 'busy', cause: 'operator_error' };

/**
 * Every status of SMPP 3.4 but ESME_ROK, and the refusals of 5.0 that SMSCs speaking 3.4 send as
 * well.
 */
export const standardStatuses: StatusTable = new Map<number, StatusMeaning>([
  [0x01, badText], // INVMSGLEN
  [0x02, other], // INVCMDLEN
  [0x03, notPermitted], // INVCMDID: this account may not submit
  [0x04, connectionError], // INVBNDSTS
  [0x05, connectionError], // ALYBND
  [0x06, other], // INVPRTFLG
  [0x07, other], // INVREGDLVFLG
  [0x08, operatorError], // SYSERR
  [0x0a, badSender], // INVSRCADR
  [0x0b, badNumber], // INVDSTADR
  [0x0c, other], // INVMSGID
  [0x0d, connectionError], // BINDFAIL
  [0x0e, connectionError], // INVPASWD
  [0x0f, connectionError], // INVSYSID
  [0x11, other], // CANCELFAIL
  [0x13, other], // REPLACEFAIL
  [0x14, queueFull], // MSGQFUL
  [0x15, other], // INVSERTYP
  [0x33, badNumber], // INVNUMDESTS
  [0x34, badNumber], // INVDLNAME
  [0x40, badNumber], // INVDESTFLAG
  [0x42, other], // INVSUBREP
  [0x43, other], // INVESMCLASS
  [0x44, other], // CNTSUBDL
  [0x45, operatorError], // SUBMITFAIL
  [0x48, badSender], // INVSRCTON
  [0x49, badSender], // INVSRCNPI
  [0x50, badNumber], // INVDSTTON
  [0x51, badNumber], // INVDSTNPI
  [0x53, other], // INVSYSTYP
  [0x54, other], // INVREPFLAG
  [0x55, other], // INVNUMMSGS
  [0x58, throttled], // THROTTLED
  [0x61, other], // INVSCHED
  [0x62, other], // INVEXPIRY
  [0x63, other], // INVDFTMSGID
  [0x64, operatorError], // RX_T_APPN
  [0x65, other], // RX_P_APPN
  [0x66, other], // RX_R_APPN
  [0x67, other], // QUERYFAIL
  [0xc0, other], // INVOPTPARSTREAM
  [0xc1, other], // OPTPARNOTALLWD
  [0xc2, other], // INVPARLEN
  [0xc3, other], // MISSINGOPTPARAM
  [0xc4, other], // INVOPTPARAMVAL
  [0xfe, operatorError], // DELIVERYFAILURE
  [0xff, operatorError], // UNKNOWNERR
  [0x0100, notPermitted], // 5.0 SERTYPUNAUTH
  [0x0101, notPermitted], // 5.0 PROHIBITED
  [0x0103, notPermitted], // 5.0 SERTYPDENIED
  [0x0104, badText], // 5.0 INVDCS
]);

/** What a status other than zero means, the operator's own reading first. */
export function meaningOfStatus(status: number, overrides: StatusTable): StatusMeaning {
  return overrides.get(status) ?? standardStatuses.get(status) ?? other;
}

/** Whether somebody has said what a status means. */
export const isListed = (status: number, overrides: StatusTable): boolean =>
  overrides.has(status) || standardStatuses.has(status);

/** States of a generic_nack that say with certainty that the submit itself was not carried out. */
const certainNacks: ReadonlySet<number> = new Set([0x01, 0x02, 0x03, 0x04, 0x14, 0x58]);

/** What a generic_nack to a submit means: most of them only tell that something went wrong. */
export function meaningOfNack(status: number, overrides: StatusTable): StatusMeaning {
  if (overrides.has(status) || certainNacks.has(status)) return meaningOfStatus(status, overrides);
  return { kind: 'unknown' };
}

const words: { readonly [word: string]: StatusMeaning } = {
  refused: other,
  'refused:bad_number': badNumber,
  'refused:bad_sender': badSender,
  'refused:bad_text': badText,
  'refused:barred': { kind: 'refused', reason: 'barred' },
  'refused:no_credit': { kind: 'refused', reason: 'no_credit' },
  'refused:not_permitted': notPermitted,
  'refused:other': other,
  busy: operatorError,
  'busy:throttled': throttled,
  'busy:queue_full': queueFull,
  'busy:connection_error': connectionError,
  'busy:operator_error': operatorError,
  unknown: { kind: 'unknown' },
};

/** Reads `0x45=refused:bad_number, 1033=busy`; null when a part of it cannot be read. */
export function parseStatusOverrides(text: string | undefined): StatusTable | null {
  const table = new Map<number, StatusMeaning>();
  for (const entry of (text ?? '').split(',')) {
    if (entry.trim() === '') continue;
    const parts = /^\s*(0x[0-9a-f]{1,8}|\d{1,10})\s*=\s*([a-z_:]+)\s*$/i.exec(entry);
    const meaning =
      parts?.[2] !== undefined && Object.hasOwn(words, parts[2]) ? words[parts[2]] : undefined;
    const status = Number(parts?.[1]);
    if (meaning === undefined || status === 0 || status > 0xffffffff) return null;
    table.set(status, meaning);
  }
  return table;
}
