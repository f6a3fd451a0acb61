// Type of a service on these pages, and its state for the account.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Service = RouteAnswer<'GET services'>['services'][number];
type State = 'active' | 'open' | 'refused' | 'inactive';
export const states: readonly State[] = ['active', 'open', 'refused', 'inactive'];
/** `open`: asked for, and not decided. */
export function stateOf({ active, request }: Service): State {
  if (active) return 'active';
  return request?.state === 'open' || request?.state === 'refused' ? request.state : 'inactive';
}
