// What is a claim and which states may follow each other (rule S5)? Pure: the one table of claim states.

/** Inside words; `statut` and `state` of the wire are made of them by the present layer (`state` is ACTIVED until CLOSED). */
export type ClaimStatus = 'OPENED' | 'IN_PROGRESS' | 'RESOLVED' | 'REJECTED' | 'CLOSED';

export interface Claim {
  id: number;
  accountId: number;
  operationId: bigint;
  /** `C` and 14 digits. */
  reference: string;
  subject: string;
  message: string;
  status: ClaimStatus;
  comment: string | null;
  openedAt: Date;
  /** Null until the first move. */
  updatedAt: Date | null;
  closedAt: Date | null;
}

/** After closing, a claim may be taken up again for this long (rule S5). */
export const reopeningDays = 7;

/** The only moves there are. CLOSED → IN_PROGRESS is the reopening and bound to `reopeningDays`. */
export const claimMoves: { readonly [from in ClaimStatus]: readonly ClaimStatus[] } = {
  OPENED: ['IN_PROGRESS'],
  IN_PROGRESS: ['RESOLVED', 'REJECTED'],
  RESOLVED: ['CLOSED'],
  REJECTED: ['CLOSED'],
  CLOSED: ['IN_PROGRESS'],
};

/** The states from which `to` can be reached in one move. */
export function claimStatesBefore(to: ClaimStatus): ClaimStatus[] {
  return (Object.keys(claimMoves) as ClaimStatus[]).filter((from) => claimMoves[from].includes(to));
}
