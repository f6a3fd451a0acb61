// Reads a transaction of Reloadly, of top-ups and of utilities. Pure, so that an answer, a status
// query and a search are read alike.

import { defined } from '@jokko/contract';
import type {
  Claims,
  JsonObject,
  ProviderError,
  QueryOutcome,
  Refs,
  RefusalRow,
  Voucher,
} from '@jokko/connectors/kit';
import {
  about,
  amountFromWire,
  asObject,
  codeMember,
  failed,
  finalError,
  pending,
  queryRow,
  sandboxRow,
  succeeded,
  textMember,
  voucherFromWire,
  wordMember,
} from '@jokko/connectors/kit';
import { errorTable, operatorFailed } from './error-table.ts';
import type { ReloadlyOperation } from './operations.ts';

/** A status with the transaction that it is about; null while there is none yet. */
export interface Told {
  status: string;
  /** Why it failed, in the codes of errors. */
  code: string | undefined;
  transaction: JsonObject | null;
  /** The catalogue entry that the simulator asks for. */
  named: RefusalRow | null;
}

/**
 * What an object tells that holds a transaction (`{code, status, transaction}`), or is one. Null:
 * it tells no status.
 */
export function toldBy(object: JsonObject, sandbox: boolean): Told | null {
  const inner = asObject(object['transaction']);
  const transaction = inner ?? (object['transaction'] === null ? null : object);
  const status =
    wordMember(object, 'status') ??
    (transaction === null ? undefined : wordMember(transaction, 'status'));
  if (status === undefined) return null;
  const code = textMember(object, 'code') ?? textMember(object, 'errorCode');
  return { status, code, transaction, named: sandbox ? namedRow(object) : null };
}

/** The entry that the simulator names; null where it names none. */
export function namedRow(object: JsonObject): RefusalRow | null {
  const id = object['catalogueId'];
  return typeof id === 'number' ? sandboxRow(id) : null;
}

/** `unlisted`: a status that the protocol does not have. Null: an amount that cannot be read. */
export type Reading = QueryOutcome | { kind: 'unlisted'; code: string } | null;

/** `known`: what is known of the attempt before this is read. */
export function readTransaction(told: Told, known: Refs, operation: ReloadlyOperation): Reading {
  const { status, transaction } = told;
  const theirs = transaction === null ? undefined : idOf(transaction, operation);
  const refs: Refs = theirs === undefined ? known : { ...known, theirs };
  const claims = transaction === null ? {} : claimsOf(transaction, operation);
  if (claims === null) return null;
  switch (status) {
    case 'PROCESSING':
    case 'PENDING':
      return about(pending(refs, 'provider'), claims);
    case 'SUCCESSFUL':
      // A success without its transaction tells neither amount nor party.
      if (transaction === null) return null;
      return about(succeeded(refs, voucherOf(transaction, operation)), claims);
    case 'FAILED':
      return about(failed(refs, errorOf(told, operation)), claims);
    case 'REFUNDED':
      // Before we have seen a success it has simply failed; after, the success was taken back.
      return { kind: 'reversed', refs, reason: errorOf(told, operation), claims };
    default:
      return { kind: 'unlisted', code: `status ${status}` };
  }
}

/** Faults of Reloadly's own, which prove nothing in an answer, are the reason of an end here. */
function errorOf({ status, code, named }: Told, operation: ReloadlyOperation): ProviderError {
  const listed = code === undefined ? operatorFailed : queryRow(errorTable, operation, code);
  const row = named ?? (typeof listed === 'string' ? operatorFailed : listed);
  return finalError(row, { status, reason: code });
}

/** What was delivered, in the recipient's currency; null: an amount is told and cannot be read. */
function claimsOf(transaction: JsonObject, operation: ReloadlyOperation): Claims | null {
  const { ours, amount, currency } = members[operation];
  const told = transaction[amount] ?? undefined;
  const delivered = told === undefined ? undefined : amountFromWire(told);
  if (delivered === null) return null;
  const reference = textMember(transaction, ours);
  const unit = textMember(transaction, currency);
  const party =
    operation === 'airtime' ? codeMember(transaction, 'recipientPhone') : accountOf(transaction);
  return {
    ...defined({ ours: reference, amount: delivered, currency: unit, party }),
  };
}

const utilities = {
  ours: 'referenceId',
  amount: 'deliveryAmount',
  currency: 'deliveryAmountCurrencyCode',
};
/** The same facts have other names in the two services. */
const members = {
  airtime: {
    ours: 'customIdentifier',
    amount: 'deliveredAmount',
    currency: 'deliveredAmountCurrencyCode',
  },
  reload: utilities,
  bill_pay: utilities,
};

function accountOf(transaction: JsonObject): string | undefined {
  const details = asObject(asObject(transaction['billDetails'])?.['subscriberDetails']);
  return details === null ? undefined : codeMember(details, 'accountNumber');
}

function idOf(transaction: JsonObject, operation: ReloadlyOperation): string | undefined {
  return codeMember(transaction, operation === 'airtime' ? 'transactionId' : 'id');
}

/** A PIN to be typed into a phone, or the token of a meter. */
function voucherOf(transaction: JsonObject, operation: ReloadlyOperation): Voucher | undefined {
  if (operation === 'airtime') {
    const pin = asObject(transaction['pinDetail']);
    return pin === null
      ? undefined
      : voucherFromWire(
          { type: 'pin', code: pin['code'], serialNumber: String(pin['serial'] ?? '') },
          { pin: 'AIRTIME_PIN' },
        );
  }
  const pin = asObject(asObject(transaction['billDetails'])?.['pinDetails']);
  return pin === null
    ? undefined
    : voucherFromWire({ type: 'token', code: pin['token'] }, { token: 'METER_TOKEN' });
}
