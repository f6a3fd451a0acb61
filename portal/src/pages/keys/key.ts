// What is an API key on these pages?

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Tone } from '../../ui/badge.tsx';

export type Key = RouteAnswer<'GET keys'>['items'][number];

export const keyTones: Record<Key['state'], Tone> = {
  active: 'good',
  ending: 'warn',
  replaced: 'neutral',
  expired: 'neutral',
  revoked: 'bad',
};

/** What may be told of a key: its number and its end. */
export const shownId = ({ keyId, lastFour }: Key): string => `${keyId}…${lastFour}`;
