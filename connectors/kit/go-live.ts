// What must be true before a route carries real money, in the words of its connector, and what is
// wrong with a list that a connector brings.

import { asObject, type JsonObject } from './wire-json.ts';

/** One thing that must be true before a route carries real money; `jokko golive` walks them. */
export interface GoLiveItem {
  /** Stable, of small letters and dashes; none of `generalGoLiveIds`. */
  id: string;
  text: { fr: string; en: string };
  /** How it is known; several sights: each of them is needed. */
  check: GoLiveCheck | readonly GoLiveSight[];
}

/**
 * `connection`: the connection test passes. `notice`: a notice of the provider has come to the
 * route. `collection` (money in), `payout` (money out), `payment` (either): one has succeeded over
 * the route in rehearsal. `refund` (of a collection), `reversal` (of a payout): the same.
 * `balance`, `statement`: it could be read. `funded`: the last balance that was read is above 0.
 * `person`: somebody says so, with a name and a word.
 */
export type GoLiveCheck = 'connection' | GoLiveSight | 'person';
export type GoLiveSight = (typeof goLiveSights)[number];
/** What is seen in the books and files of the route. */
export const goLiveSights = [
  'notice',
  'payment',
  'collection',
  'payout',
  'refund',
  'reversal',
  'balance',
  'funded',
  'statement',
] as const;

const sights: readonly unknown[] = goLiveSights;

/**
 * Ids of the go-live items that hold for every route, whatever its connector: a connector's own
 * have others, or a confirmation would mean two things.
 */
export const generalGoLiveIds = [
  'public-url',
  'secrets-valid',
  'two-operators',
  'backup',
  'float',
  'result-within',
] as const;

/**
 * One thing that must be true before an SMS connection carries real messages, and that no program
 * sees: somebody says so.
 */
export type SmsGoLiveItem = Omit<GoLiveItem, 'check'>;

/** The same for every SMS connection. */
export const smsGoLiveIds = [
  'connection',
  'bound',
  'delivered',
  'accepted',
  'notice',
  'public-url',
  'sender-names',
  'balance',
  'balance-minimum',
  'secrets-valid',
  'two-operators',
  'backup',
] as const;

/** What is wrong with the list of a connector, as sentences. */
export const goLiveProblems = ({ goLive }: { readonly [member: string]: unknown }): string[] =>
  listProblems(goLive, generalGoLiveIds, {
    isWell: ({ check }) => isGoLiveCheck(check),
    members: '`id`, `text` and `check`',
  });

/** The same of an SMS connector. */
export const smsGoLiveProblems = ({ goLive }: { readonly [member: string]: unknown }): string[] =>
  listProblems(goLive, smsGoLiveIds, { isWell: () => true, members: '`id` and `text`' });

function listProblems(
  goLive: unknown,
  general: readonly string[],
  { isWell, members }: { isWell(item: JsonObject): boolean; members: string },
): string[] {
  if (goLive === undefined) return [];
  if (!Array.isArray(goLive)) return ['`goLive` must be a list'];
  const taken = new Set(general);
  return goLive.flatMap((each, at) => {
    const item = asObject(each) ?? {};
    const id = typeof item['id'] === 'string' ? item['id'] : '';
    if (!/^[a-z][a-z0-9-]*$/.test(id) || !isInBothLanguages(item['text']) || !isWell(item))
      return [`goLive: item ${at + 1} must have ${members}`];
    if (taken.has(id)) return [`goLive: the id "${id}" is taken; choose another one`];
    taken.add(id);
    return [];
  });
}

/**
 * A connection test and a person's word stand alone: a list is of sights, for all of which one word
 * may stand.
 */
const isGoLiveCheck = (check: unknown): boolean =>
  Array.isArray(check)
    ? check.length > 0 && check.every((each) => sights.includes(each))
    : ['connection', ...sights, 'person'].includes(check);

export function isInBothLanguages(value: unknown): boolean {
  const texts = asObject(value);
  return [texts?.['fr'], texts?.['en']].every((text) => typeof text === 'string' && text !== '');
}
