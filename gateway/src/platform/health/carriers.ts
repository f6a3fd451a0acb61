// Describes how a connection to a carrier stands, as the SMS part reports it, and decides what of
// it needs attention. Pure.

export interface CarrierState {
  /** The name of the connection. */
  name: string;
  /** `busy`: bound, and its carrier takes nothing; `unusable`: it cannot even be tried. */
  state: 'bound' | 'busy' | 'down' | 'unusable';
  binds: number;
  bound: number;
  /** Since when it has been bound, or has not; null: it was never tried. */
  since: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  /** Messages whose time has not come included. */
  waiting: number;
  /** For how long the oldest has been due, s. */
  oldestSec: number;
}

/** Carriers restart their centres: a bind that is back within this is no reason to look. */
const downMsMax = 60_000;
/** A connection may need minutes for a campaign at its contracted rate. */
export const waitingSecMax = 300;

export const isDown = ({ state, since }: CarrierState, nowMs: number): boolean =>
  state === 'unusable' ||
  (state === 'down' && since !== null && nowMs - since.getTime() > downMsMax);

export const isStuck = ({ oldestSec }: CarrierState): boolean => oldestSec > waitingSecMax;
