// Maps the statuses of pain.002 to what they mean for a transfer (docs/providers/bank-file.md).

export type StatusMeaning =
  /** The bank has it; `known` says how far it is. */
  | 'received'
  | 'working'
  | 'debited'
  | 'credited'
  | 'refused'
  | 'canceled'
  /** Of a whole file: the transfers have statuses of their own. */
  | 'partly';

export type PainStatus =
  'RCVD' | 'ACTC' | 'ACCP' | 'ACSP' | 'ACWC' | 'PDNG' | 'PART' | 'ACSC' | 'ACCC' | 'RJCT' | 'CANC';

export const statusTable: { readonly [status in PainStatus]: StatusMeaning } = {
  RCVD: 'received',
  ACTC: 'received',
  ACCP: 'working',
  ACSP: 'working',
  ACWC: 'working',
  PDNG: 'working',
  PART: 'partly',
  ACSC: 'debited',
  ACCC: 'credited',
  RJCT: 'refused',
  CANC: 'canceled',
};

/** Undefined: the bank used a status that the table does not list. */
export function meaningOf(status: string): StatusMeaning | undefined {
  return Object.hasOwn(statusTable, status) ? statusTable[status as PainStatus] : undefined;
}
