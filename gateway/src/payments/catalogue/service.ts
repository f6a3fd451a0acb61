// Type of a service as the gateway knows it. Everything that differs between services is data
// here; nothing is a constant in code.

import type { BreakerRule } from './breaker-rule.ts';
import type { BreakerSettings } from './document.ts';
import type { PreviousConfig } from './previous-secrets.ts';
import type { ProductTerms } from '@jokko/connectors/kit';
import type {
  LinkKind,
  RequiredField,
  ServiceKindName,
  TypeOperation,
  TypeService,
} from '@jokko/contract';

/**
 * Percent in ten-thousandths of one percent (1.5 % = 15000); the rest in ten-thousandths of the
 * currency unit.
 */
export interface Price {
  percent: bigint;
  fixed: bigint;
  minimum: bigint | null;
  maximum: bigint | null;
  /** Whether a refund gives the commission back too. */
  refundsCommission: boolean;
}

/** How a new operation chooses among the routes of its service. */
export type RouteChoice =
  | { by: 'order' }
  /**
   * Shares of new operations; a route without one is taken, in its place, where none of the others
   * is on.
   */
  | { by: 'weight'; weights: ReadonlyMap<string, number> }
  /**
   * What the provider of each route keeps of an operation: the cheapest for its amount comes first.
   */
  | { by: 'cost'; costs: ReadonlyMap<string, Price> };

export interface Service {
  code: string;
  /** Display name, also `nameService` of the callback. */
  name: string;
  icon: string;
  typeService: TypeService;
  direction: TypeOperation;
  kind: ServiceKindName;
  /**
   * ISO 3166 alpha-2 of the phone plan; null where the caller must give the country code (card,
   * chat).
   */
  country: string | null;
  currency: string;
  /**
   * Name of an entry of `routes`: of those of the service the first that takes new operations. What
   * an operation takes: `chooseRoute`.
   */
  route: string;
  /** All routes of the service, in the order of the document. */
  routes: readonly string[];
  /** How a new operation chooses among them. */
  routeChoice: RouteChoice;
  /**
   * What it sells of the provider's catalogue, by the names of its routes; empty where no route
   * needs it.
   */
  products: { readonly [route: string]: ProductTerms };
  /** Nothing new begins; what is under way goes on. */
  off: boolean;
  /** Provider's display name, used in callback texts. */
  provider: string;
  /** How payers know it, such as Orange Money. */
  payerName: string;
  link: LinkKind;
  /** Prefix of `orderId`; only where the service answers one. */
  orderPrefix: string | null;
  requiredFields: RequiredField[];
  /** Ten-thousandths of the currency unit; null is no limit. */
  minimum: bigint | null;
  maximum: bigint | null;
  multipleOf: bigint | null;
  price: Price;
  /**
   * Price of one message, which is the operation's amount where the request names none (rule O2);
   * null except for chat.
   */
  messagePrice: bigint | null;
  /** The same amount to the same recipient is refused within this many seconds; 0 is off. */
  duplicateWindowSeconds: number;
  /**
   * Ceilings per account and recipient over 24 hours, 7 and 30 days, in ten-thousandths; null is
   * off.
   */
  dailyMaximum: bigint | null;
  weeklyMaximum: bigint | null;
  monthlyMaximum: bigint | null;
}

export interface Route {
  name: string;
  connector: string;
  /** Checked by the connector's own form (connector kit `configForm`). */
  config: { [field: string]: unknown };
  /** Who is asked there, and about which account of ours: a hash of what the document says. */
  counterparty: string;
  /**
   * Earlier configurations, whose secrets still authenticate notices; the latest first, absent:
   * none.
   */
  previous?: readonly PreviousConfig[];
  /** Nothing new begins on it. */
  off: boolean;
  /**
   * Absent: its breaker is closed. `open`: nothing is sent on it; `half_open`: a few operations
   * are, to see how they fare (payments/breakers).
   */
  breaker?: 'open' | 'half_open';
  /** Whether its health opens and closes its breaker. */
  opensByItself: boolean;
  /** As the catalogue's document says them. */
  breakerSettings: BreakerSettings;
  /** By which numbers it opens, is tried and closes. */
  breakerRule: BreakerRule;
  /** What waits for it longer than this is given up. */
  parkedMaxMs: number;
  /** What waits for it leaves at this pace at most, once it is back. */
  parkedPerSecond: number;
  /** What the provider accepted and has not decided after this long becomes a case. */
  resultWithinMs: number;
}

/** The catalogue in force, ready to be asked. */
export interface Catalogue {
  version: number;
  /** In the order they are listed. */
  services: Service[];
  service(code: string): Service | undefined;
  routes: Route[];
  route(name: string): Route | undefined;
  /** Operator's own error texts, by catalogue id; the contract's text where absent. */
  errorTexts: { [id: string]: { fr?: string; en?: string } };
}
