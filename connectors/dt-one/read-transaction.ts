// Reads a Transaction of DT One. Pure, so that an answer, a status query and a notice are read
// alike. The class of the status decides; its name only says why.

import { defined } from '@jokko/contract';
import type {
  Claims,
  Failed,
  JsonObject,
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
  failedFor,
  listMember,
  pending,
  queryRow,
  sandboxRow,
  succeeded,
  textMember,
  voucherFromWire,
} from '@jokko/connectors/kit';
import { canceled, reasonTable } from './error-table.ts';
import type { DtOneOperation } from './operations.ts';

export interface ReadTransaction {
  refs: Refs;
  claims: Claims;
  /** `unlisted`: a class that the protocol does not have. */
  outcome: QueryOutcome | { kind: 'unlisted'; code: string };
}

/** Ids of the status classes. */
const classes = {
  created: '1',
  confirmed: '2',
  rejected: '3',
  cancelled: '4',
  submitted: '5',
  completed: '7',
  reversed: '8',
  declined: '9',
} as const;

/**
 * Null when the object is no transaction. `sandbox`: the simulator may name the catalogue entry
 * itself.
 */
export function readTransaction(
  object: JsonObject,
  operation: DtOneOperation,
  sandbox: boolean,
): ReadTransaction | null {
  const ours = textMember(object, 'external_id');
  const theirs = codeMember(object, 'id');
  const status = asObject(object['status']);
  const statusClass = status === null ? null : asObject(status['class']);
  if (ours === undefined || theirs === undefined || status === null || statusClass === null)
    return null;
  const claims = claimsOf(object, ours);
  if (claims === null) return null;
  const refs: Refs = { ours, theirs };
  const outcome = outcomeOf({ object, status, statusClass }, refs, operation, sandbox);
  return { refs, claims, outcome: outcome.kind === 'unlisted' ? outcome : about(outcome, claims) };
}

interface Parts {
  object: JsonObject;
  status: JsonObject;
  statusClass: JsonObject;
}

function outcomeOf(
  { object, status, statusClass }: Parts,
  refs: Refs,
  operation: DtOneOperation,
  sandbox: boolean,
): ReadTransaction['outcome'] {
  const id = codeMember(statusClass, 'id') ?? '';
  switch (id) {
    case classes.created:
    case classes.confirmed:
    case classes.submitted:
      return pending(refs, 'provider');
    case classes.completed:
      return succeeded(refs, voucherOf(object, operation));
    case classes.cancelled:
      return failed(refs, { ...canceled, provider: 'CANCELLED' });
    case classes.rejected:
    case classes.declined:
      return rejectedFor(refs, status, operation, sandbox);
    case classes.reversed:
      return { kind: 'reversed', refs };
    default:
      return { kind: 'unlisted', code: `status class ${id}` };
  }
}

function rejectedFor(
  refs: Refs,
  status: JsonObject,
  operation: DtOneOperation,
  sandbox: boolean,
): Failed {
  const word = textMember(status, 'message') ?? 'DECLINED';
  const reason = word.replace(/^(REJECTED|DECLINED)-?/, '');
  const row = (sandbox ? namedRow(status) : null) ?? queryRow(reasonTable, operation, reason);
  return failedFor(refs, row, { status: word });
}

/** The entry that the simulator names; null where it names none. */
export function namedRow(object: JsonObject): RefusalRow | null {
  const id = object['catalogue_id'];
  return typeof id === 'number' ? sandboxRow(id) : null;
}

/** Null: an amount is told and cannot be read. */
function claimsOf(object: JsonObject, ours: string): Claims | null {
  const party = asObject(object['credit_party_identifier']);
  const told =
    party === null
      ? undefined
      : (codeMember(party, 'account_number') ?? codeMember(party, 'mobile_number'));
  const credit = listMember(object, 'benefits').find(
    (benefit) => benefit['type'] === 'CREDITS' && benefit['unit_type'] === 'CURRENCY',
  );
  const base = credit === undefined ? undefined : asObject(credit['amount'])?.['base'];
  const amount = base === undefined ? undefined : amountFromWire(base);
  if (amount === null) return null;
  const currency = credit === undefined ? undefined : textMember(credit, 'unit');
  return {
    ours,
    ...defined({ amount, currency, party: told }),
  };
}

/** `pin: {code, serial}`: typed into a phone, or into a meter. */
function voucherOf(object: JsonObject, operation: DtOneOperation): Voucher | undefined {
  const pin = asObject(object['pin']);
  if (pin === null) return undefined;
  return voucherFromWire(
    { type: operation, code: pin['code'], serialNumber: pin['serial'] },
    { airtime: 'AIRTIME_PIN', reload: 'METER_TOKEN' },
  );
}
