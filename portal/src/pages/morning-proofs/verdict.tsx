// Badge of a morning proof: nothing, or how much is to be looked at.

import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { proofMessages } from './messages.ts';

export function Verdict({ points }: { points: number }) {
  const messages = useMessages(proofMessages);
  const { number } = useFormat();
  return points === 0 ? (
    <Badge tone="good">{messages.agrees}</Badge>
  ) : (
    <Badge tone="warn">{messages.toLookAt(number(points))}</Badge>
  );
}
