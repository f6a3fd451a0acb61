// Shows whether a developer's server answers, by the gateway's circuit breaker.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { destinationQueueMessages } from './messages.ts';

export type DestinationQueue = RouteAnswer<'GET operator/destination-queues'>['items'][number];

export function DestinationState({
  destination: { failures, slowUntil },
}: {
  destination: DestinationQueue;
}) {
  const { states } = useMessages(destinationQueueMessages);
  if (slowUntil !== null) return <Badge tone="bad">{states.slow}</Badge>;
  return failures > 0 ? (
    <Badge tone="warn">{states.failing}</Badge>
  ) : (
    <Badge tone="good">{states.open}</Badge>
  );
}
