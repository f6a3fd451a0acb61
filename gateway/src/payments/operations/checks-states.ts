// Table of the states and transitions that the doctor allows. A reading of the design deliberately
// independent of the table of states.ts, so that a mistake there shows here. A test
// reports where the two differ.

/** Something must still happen to the payment. */
export const pendingStates = ['READY', 'PARKED', 'SENDING', 'ACCEPTED', 'UNKNOWN'] as const;
/** Something must still happen: a due time must be on the row. */
export const openStates = [...pendingStates, 'REFUNDING'] as const;
/** The provider executed it, once at least. */
export const executedStates = ['SUCCESS', 'REFUNDING', 'REFUNDED'] as const;

export const allStates = [...openStates, 'SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED'] as const;
export type DoctorState = (typeof allStates)[number];

/**
 * The opening writes no transition; it leaves READY, or SENDING when the first attempt is written
 * in the same commit.
 */
export const openingStates = ['READY', 'SENDING'] as const;

export const allowedChanges: { readonly [from in DoctorState]: readonly DoctorState[] } = {
  READY: ['SENDING', 'PARKED', 'ACCEPTED', 'SUCCESS', 'FAILED', 'CANCELED'],
  PARKED: ['READY', 'ACCEPTED', 'SUCCESS', 'FAILED', 'CANCELED'],
  SENDING: ['READY', 'ACCEPTED', 'UNKNOWN', 'SUCCESS', 'FAILED', 'CANCELED'],
  ACCEPTED: ['ACCEPTED', 'SENDING', 'SUCCESS', 'FAILED', 'CANCELED'],
  UNKNOWN: ['UNKNOWN', 'SENDING', 'ACCEPTED', 'SUCCESS', 'FAILED', 'CANCELED'],
  SUCCESS: ['SUCCESS', 'REFUNDING', 'REFUNDED'],
  REFUNDING: ['REFUNDING', 'SUCCESS', 'REFUNDED'],
  FAILED: [],
  CANCELED: [],
  REFUNDED: [],
};
