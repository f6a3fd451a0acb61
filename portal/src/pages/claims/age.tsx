// Shows how long a claim has waited for the operator's answer, with a label for what has waited
// too long. The clock stops once answered.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { useNow } from '../../ui/now.ts';
import { When } from '../../ui/when.tsx';
import { claimMessages } from './messages.ts';
import './claims.css';

const hourMs = 3_600_000;
/** What the region's clients are used to: an answer within a day, three days at most. */
const soonAfterHours = 24;
const lateAfterHours = 72;

type Waiting = Pick<RouteAnswer<'GET operator/claims'>['items'][number], 'waitsSince' | 'status'>;

export function Age({ claim: { waitsSince: since, status } }: { claim: Waiting }) {
  const messages = useMessages(claimMessages);
  const now = useNow();
  if (since === null) return <span className="soft">{messages.answered}</span>;
  const hours = (now - Date.parse(since)) / hourMs;
  return (
    <span className="claim-age">
      <When at={since} />
      {status === 'RESOLVED' || status === 'REJECTED' ? (
        <Badge tone="warn">{messages.objected}</Badge>
      ) : null}
      {hours >= lateAfterHours ? (
        <Badge tone="bad">{messages.late}</Badge>
      ) : hours >= soonAfterHours ? (
        <Badge tone="warn">{messages.soon}</Badge>
      ) : null}
    </span>
  );
}
