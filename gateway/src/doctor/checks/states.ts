// Which states does the doctor know, and which changes between them does it allow? Its own reading of the design, on purpose not the
// table of domain/operations: a mistake there must show here. A test says where the two differ.

/** Something must still happen to the payment. */
export const pendingStates = ['READY', 'SENDING', 'ACCEPTED', 'UNKNOWN'] as const;
/** Something must still happen: a due time must be on the row. */
export const openStates = [...pendingStates, 'REFUNDING'] as const;
/** The provider executed it, once at least. */
export const executedStates = ['SUCCESS', 'REFUNDING', 'REFUNDED'] as const;

export const allStates = [...openStates, 'SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED'] as const;
export type DoctorState = (typeof allStates)[number];

/** The opening writes no transition; it leaves READY, or SENDING when the first attempt is written in the same commit. */
export const openingStates = ['READY', 'SENDING'] as const;

export const allowedChanges: { readonly [from in DoctorState]: readonly DoctorState[] } = {
  READY: ['SENDING', 'FAILED', 'CANCELED'],
  SENDING: ['READY', 'ACCEPTED', 'UNKNOWN', 'SUCCESS', 'FAILED', 'CANCELED'],
  ACCEPTED: ['ACCEPTED', 'SUCCESS', 'FAILED', 'CANCELED'],
  UNKNOWN: ['UNKNOWN', 'SENDING', 'ACCEPTED', 'SUCCESS', 'FAILED', 'CANCELED'],
  SUCCESS: ['SUCCESS', 'REFUNDING', 'REFUNDED'],
  REFUNDING: ['REFUNDING', 'SUCCESS', 'REFUNDED'],
  FAILED: [],
  CANCELED: [],
  REFUNDED: [],
};
