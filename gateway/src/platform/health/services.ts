// Describes what the services stand on, for the command: a route, carrier connection or callback
// receiver that is not healthy, and what is left of our money with each provider.

export interface TroubledService {
  kind: 'route' | 'sms-link' | 'receiver';
  name: string;
  state: 'degraded' | 'down';
  since: Date;
  /** In English. */
  reasons: string[];
}

/** A receiver is its merchant's to repair. */
export const isOurTrouble = ({ kind }: TroubledService): boolean => kind !== 'receiver';

export interface FloatLeft {
  route: string;
  /** ISO 4217. */
  currency: string;
  /** Ten-thousandths. */
  amount: bigint;
  /** What it lasts at its usual pace; null: less than two weeks of it are known. */
  lasts: { /** Whole hours; null: longer than two weeks. */ hours: number | null } | null;
}

/** A float that lasts less needs attention now. */
export const floatSoonHours = 12;

export const endsSoon = ({ lasts }: FloatLeft): boolean =>
  lasts !== null && lasts.hours !== null && lasts.hours < floatSoonHours;
