// Type of an API key on these pages.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Key = RouteAnswer<'GET keys'>['items'][number];

/** What may be told of a key: its number and its end. */
export const shownId = ({ keyId, lastFour }: Key): string => `${keyId}…${lastFour}`;
