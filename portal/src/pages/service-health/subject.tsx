// How a route, an SMS connection or a callback receiver is named, and the badge of its state.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { serviceHealthMessages } from './messages.ts';

export type Troubled = RouteAnswer<'GET operator/overview'>['troubled'][number];

/** A receiver's name is `<account id> <scheme://host:port>`. */
export function useSubjectName(): (
  subject: Pick<Troubled, 'kind' | 'name'> & Partial<Pick<Troubled, 'accountName'>>,
) => string {
  const messages = useMessages(serviceHealthMessages);
  return ({ kind, name, accountName = null }) => {
    const space = name.indexOf(' ');
    if (kind !== 'receiver' || space < 0) return name;
    const address = name.slice(space + 1);
    return accountName === null
      ? messages.receiver(name.slice(0, space), address)
      : `${address} (${accountName})`;
  };
}

export function LevelBadge({ state }: Pick<Troubled, 'state'>) {
  const { states } = useMessages(serviceHealthMessages);
  return <Badge tone={stateTones.health[state]}>{states[state]}</Badge>;
}
