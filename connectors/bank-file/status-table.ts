// Maps the statuses of pain.002 to what they mean for a transfer (docs/providers/bank-file.md).

export type StatusMeaning =
  /** The bank has it; `known` says how far it is. */
  | 'received'
  | 'working'
  | 'debited'
  | 'credited'
  | 'refused'
  | 'canceled'
  /** The status of a whole file: the transfers have statuses of their own. */
  | 'partly';

export const statusTable = {
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
} satisfies { readonly [status: string]: StatusMeaning };

/** Undefined: the bank used a status that the table does not list. */
export function meaningOf(status: string): StatusMeaning | undefined {
  return Object.hasOwn(statusTable, status)
    ? statusTable[status as keyof typeof statusTable]
    : undefined;
}
