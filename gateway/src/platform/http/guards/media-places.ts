// The places for large bodies, which bound the disk and the memory that they take. A body that has
// not shown yet who sends it gets one of few, so that strangers leave most of them to the others.

const placesMax = 8;
const unprovenMax = 4;
/** So that one stranger leaves half of those to others who show their key late. */
const unprovenPerAddressMax = 2;

export interface MediaPlaces {
  /** For who is known; `release` may be called once. Null when all are taken. */
  take(): (() => void) | null;
  /** `address`: null counts as one address. */
  takeUnproven(address: string | null): (() => void) | null;
}

export function createMediaPlaces(): MediaPlaces {
  let taken = 0;
  let unproven = 0;
  const byAddress = new Map<string, number>();
  const take = (): (() => void) | null => {
    if (taken >= placesMax) return null;
    taken++;
    return () => {
      taken--;
    };
  };
  return {
    take,
    takeUnproven(address) {
      const caller = address ?? '';
      const own = byAddress.get(caller) ?? 0;
      if (unproven >= unprovenMax || own >= unprovenPerAddressMax) return null;
      const release = take();
      if (release === null) return null;
      unproven++;
      byAddress.set(caller, own + 1);
      return () => {
        release();
        unproven--;
        const left = byAddress.get(caller)! - 1;
        if (left === 0) byAddress.delete(caller);
        else byAddress.set(caller, left);
      };
    },
  };
}
