// Decides by which addresses a caller is counted: the one place, since an address that somebody
// forwards without being listed is the caller's to choose, and so limits nobody by itself.

/** What is said of who calls, and who holds the connection (or what a listed proxy says). */
export interface CountedFrom {
  countedFrom: string | null;
  address: string | null;
}

/** What is no address: counted by its name alone. */
export const countedAs = (name: string): CountedFrom => ({ countedFrom: name, address: name });

export interface Counted {
  address: string | null;
  /** Before the names of what is counted. */
  prefix: '' | 'behind-';
  /**
   * How many times the limit of one caller: many may come through one proxy, but not any number.
   */
  times: number;
}

const behindTimes = 10;

/** In this order; one whose limit is reached is not passed. */
export const countedBy = ({ countedFrom, address }: CountedFrom): readonly Counted[] =>
  countedFrom === address
    ? [{ address, prefix: '', times: 1 }]
    : [
        { address, prefix: 'behind-', times: behindTimes },
        { address: countedFrom, prefix: '', times: 1 },
      ];
