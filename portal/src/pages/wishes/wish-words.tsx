// How is a wish's state said, and its amount?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { DestinationWords } from '../settlements/words.tsx';
import { wishTexts } from './texts.ts';
import '../settlements/settlements.css';

export type Wish = RouteAnswer<'GET operator/wishes'>['items'][number];

const tones: Record<Wish['state'], Tone> = {
  open: 'warn',
  approved: 'info',
  done: 'good',
  failed: 'bad',
  refused: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
};

export function WishState({ state }: { state: Wish['state'] }) {
  const { states: names } = useTexts(wishTexts);
  return <Badge tone={tones[state]}>{names[state]}</Badge>;
}

export function WishAmount({ wish: { kind, amount, currency } }: { wish: Wish }) {
  // What is added to a balance, or taken from it.
  const signed = kind === 'fund' || kind === 'adjust' || kind === 'float';
  return amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} signed={signed} />;
}

/** Where all about the account stands, such as what it pays now. */
export function WishAccount({ wish: { accountId, accountName } }: { wish: Wish }) {
  return <Link to={`/developers/${accountId}`}>{accountName ?? String(accountId)}</Link>;
}

/** Where the proofs are of what a wish about a transaction says. */
export function WishTransaction({ wish: { kind, accountId, transactionId } }: { wish: Wish }) {
  const at = kind === 'refund' ? 'transactions' : 'cases';
  return <Link to={`/${at}/${accountId}/${transactionId}`}>{transactionId}</Link>;
}

const isNumber = /^\d+(\.\d+)?$/;

/** Which way it goes, in words; null where its kind has only one. */
export function useWayOf({ kind, what }: Wish): string | null {
  const { ways } = useTexts(wishTexts);
  const { number } = useFormat();
  if (what === null) return null;
  const saidOf = (word: string): string => (kind === 'refund-limit' && isNumber.test(word) ? number(word, 4) : word);
  const nameOf = (word: string): string => (ways as Record<string, string>)[word] ?? saidOf(word);
  return what.split(' ').map(nameOf).join(' ');
}

/** Where what is to come into force can be seen. */
export function WishDraft({ wish: { draft } }: { wish: Wish }) {
  const { seeDraft } = useTexts(wishTexts);
  return draft === null ? null : <Link to={`/drafts/${draft.kind}/${draft.id}`}>{seeDraft}</Link>;
}

export const isSettlement = ({ kind }: Wish): boolean => kind === 'settle' || kind === 'settle-return';

/** Where all about the settlement stands that a wish is about. */
export function WishSettlement({ wish: { what } }: { wish: Wish }) {
  const { settlement } = useTexts(wishTexts);
  return <Link to={`/settlement-queue/${what}`}>{settlement(what ?? '')}</Link>;
}

/** Where the money goes, and who says that it is the right place. */
export function WishPayee({ payee: { destination, addedBy, confirmedBy } }: { payee: NonNullable<Wish['settlement']> }) {
  const { payee: words } = useTexts(wishTexts);
  return (
    <>
      <DestinationWords destination={destination} />
      <span className="settlement-line soft">{words.known(addedBy, confirmedBy)}</span>
    </>
  );
}
