// How is a wish's state said, and its amount?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { wishTexts } from './texts.ts';

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

export function WishAmount({ wish: { amount, currency } }: { wish: Wish }) {
  return amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} signed />;
}
