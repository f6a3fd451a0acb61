// Types and states of a claim, with the one table of allowed state changes (rule S5). Pure.

/**
 * Inside words; `statut` and `state` of the wire are made of them by the present layer (`state` is
 * ACTIVED until CLOSED).
 */
export type ClaimStatus = 'OPENED' | 'IN_PROGRESS' | 'RESOLVED' | 'REJECTED' | 'CLOSED';

export type ClaimSide = 'developer' | 'operator';

export interface Claim {
  id: number;
  accountId: number;
  operationId: bigint;
  /** `C` and 14 digits. */
  reference: string;
  subject: string;
  message: string;
  /** Told of each change of status; null: nobody is. */
  callbackUrl: string | null;
  status: ClaimStatus;
  comment: string | null;
  openedAt: Date;
  /** Null until the first move. */
  updatedAt: Date | null;
  closedAt: Date | null;
}

/** As the database draws them; anything else is unknown without being looked for. */
export const isClaimReference = (text: string): boolean => /^C\d{14}$/.test(text);

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

/**
 * A developer makes these: accepting an answer, and taking a claim up again. The operator makes
 * all.
 */
const developerMoves: typeof claimMoves = {
  OPENED: [],
  IN_PROGRESS: [],
  RESOLVED: ['CLOSED'],
  REJECTED: ['CLOSED'],
  CLOSED: ['IN_PROGRESS'],
};
const movesOf = (side: ClaimSide): typeof claimMoves =>
  side === 'developer' ? developerMoves : claimMoves;

/** The states from which a side brings a claim to `to` in one move. */
export function claimStatesBefore(to: ClaimStatus, side: ClaimSide): ClaimStatus[] {
  const moves = movesOf(side);
  return (Object.keys(moves) as ClaimStatus[]).filter((from) => moves[from].includes(to));
}

/** Where a side may bring a claim now. */
export function claimMovesNow(
  { status, closedAt }: Pick<Claim, 'status' | 'closedAt'>,
  side: ClaimSide,
  now: Date,
): readonly ClaimStatus[] {
  const tooLate =
    closedAt !== null && now.getTime() - closedAt.getTime() > reopeningDays * 86_400_000;
  return tooLate ? [] : movesOf(side)[status];
}
