// What is a service on these pages, and in which state is it for the account?

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Tone } from '../../ui/badge.tsx';

export type Service = RouteAnswer<'GET services'>['services'][number];
type State = 'active' | 'open' | 'refused' | 'inactive';
export const states: readonly State[] = ['active', 'open', 'refused', 'inactive'];
export const stateTones: Record<State, Tone> = { active: 'good', open: 'info', refused: 'bad', inactive: 'neutral' };

/** `open`: asked for, and not decided. */
export function stateOf({ active, request }: Service): State {
  if (active) return 'active';
  return request?.state === 'open' || request?.state === 'refused' ? request.state : 'inactive';
}
