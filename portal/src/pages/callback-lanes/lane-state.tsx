// Does a developer's server answer, by the gateway's breaker?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { laneTexts } from './texts.ts';

export type Lane = RouteAnswer<'GET operator/callback-lanes'>['items'][number];

export function LaneState({ lane: { failures, slowUntil } }: { lane: Lane }) {
  const { states } = useTexts(laneTexts);
  if (slowUntil !== null) return <Badge tone="bad">{states.slow}</Badge>;
  return failures > 0 ? <Badge tone="warn">{states.failing}</Badge> : <Badge tone="good">{states.open}</Badge>;
}
