// Type of a node's routing: everything that a recipient's number decides.

import type { RefundableState } from './document.ts';

export type { RefundableState } from './document.ts';

/** Which senders a connection may show. */
export interface SenderRule {
  /** As registered, by its upper-case form; null: every sender. */
  allowed: ReadonlyMap<string, string> | null;
  /** Replaces a sender that is not allowed; null: it is refused. */
  numericFallback: string | null;
}

/** A connection of a route. */
export interface RoutedConnection {
  name: string;
  priority: number;
  weight: number;
  senders: SenderRule;
}

/**
 * Where a number's messages go and what they cost. Shared by all numbers that it is right for:
 * never changed.
 */
export interface Route {
  /** ISO 3166 code. */
  country: string;
  /** Name in the document, or `other` for a mobile number that no operator lists. */
  operator: string;
  /** The price of one part, in ten-thousandths of the currency unit. */
  pricePerPart: bigint;
  currency: string;
  /** IANA name, for quiet hours. */
  timeZone: string;
  /** Final states that give the price back. */
  refundStates: ReadonlySet<RefundableState>;
  /** At least one, in the order in which they are to be tried for this number. */
  connections: readonly RoutedConnection[];
  /** Whether a message of unknown outcome is sent again, once. */
  resendUnknown: boolean;
}

export type RoutingRefusal =
  /** No country of the document has this calling code. */
  | 'unknown_country'
  /** A number of a landline. */
  | 'not_mobile'
  /** The number cannot exist in that country: too short, too long, not assigned. */
  | 'impossible_number'
  /** A good number, and no connection goes there. */
  | 'no_route';

export type RouteResult =
  | { readonly ok: true; readonly route: Route }
  | { readonly ok: false; readonly refusal: RoutingRefusal };

/** A connection as its connector opens it. */
export interface CarrierConnection {
  name: string;
  connector: string;
  /** With its values resolved and its secrets opened. */
  config: { [field: string]: unknown };
}

/** A connection of the document that cannot be used any more: its routes go on with the others. */
export interface UnusableConnection {
  name: string;
  connector: string;
  /** For operators: what is wrong, and what to do. */
  problem: string;
}

/**
 * What a part costs at an operator, and over which connections it goes there, in whatever order.
 */
export type Tariff = Pick<
  Route,
  'country' | 'operator' | 'pricePerPart' | 'currency' | 'connections'
>;

/** What the routing makes of an inbound text. */
export interface InboundReading {
  /**
   * Applications it is for; several if the text is only STOP or START and applications share the
   * number.
   */
  apps: readonly number[];
  /** As written: the word that chose the application. */
  keyword: string | null;
  /** Whether the text is a stop word or a start word, alone or with a keyword. */
  consent: 'stop' | 'start' | null;
}

/** How long the mobile numbers of a country are. */
export interface Numbering {
  /** ISO 3166. */
  code: string;
  callingCode: string;
  /** Digits behind the calling code, the fewest first. */
  lengths: readonly number[];
}

/** The routing in force, ready to be asked. */
export interface Routing {
  /** 0: none was imported yet. */
  version: number;
  connections: readonly CarrierConnection[];
  /** By name. */
  unusableConnections: ReadonlyMap<string, UnusableConnection>;
  /** The tariffs of every operator that a connection reaches, in the document's order. */
  tariffs: readonly Tariff[];
  /** The numbering of every country, in the document's order. */
  numbering: readonly Numbering[];
  /** Whether any number is ported at all. */
  hasPorted: boolean;
  /**
   * `digits` is E.164 without plus, `ported` the operator of a ported number, as `loadPorted` told
   * it; also the operator under which a message was stored. A name that the number's country does
   * not have counts as `other`. Equal numbers get equal answers: among connections of equal
   * priority the number decides, by their weights.
   */
  routeOf(digits: string, ported?: string | null): RouteResult;
  /**
   * Country and operator of a mobile number, whether or not a connection reaches it; `ported` as
   * for `routeOf`. `operator` null: no operator lists its prefix. Null: no mobile number of a
   * country.
   */
  operatorOf(
    digits: string,
    ported?: string | null,
  ): { country: string; operator: string | null } | null;
  /**
   * Operators of the number's country: the names that it may be ported to. Null where the number is
   * no mobile number of a country.
   */
  operatorsFor(digits: string): readonly string[] | null;
  /**
   * The sender of an inbound message with its country, where the connection brought a number in
   * national form; else as it is. Null: a number of several countries.
   */
  internationalOf(connection: string, address: string): string | null;
  /**
   * Whom an inbound message to `number` (digits) is for: by its first word, else by the number
   * alone.
   */
  inboundOf(number: string, text: string): InboundReading;
}
