// How long has a claim been waiting for the operator's answer? A clock with a word for what has waited too long; it stands still once answered.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { When } from '../../ui/when.tsx';
import { claimTexts } from './texts.ts';
import './claims.css';

const hourMs = 3_600_000;
/** What the region's clients are used to: an answer within a day, three days at most. */
const soonAfterHours = 24;
const lateAfterHours = 72;

type Waiting = Pick<RouteAnswer<'GET operator/claims'>['items'][number], 'waitsSince' | 'status'>;

export function Age({ claim: { waitsSince: since, status } }: { claim: Waiting }) {
  const words = useTexts(claimTexts);
  if (since === null) return <span className="soft">{words.answered}</span>;
  const hours = (Date.now() - Date.parse(since)) / hourMs;
  return (
    <span className="claim-age">
      <When at={since} />
      {status === 'RESOLVED' || status === 'REJECTED' ? <Badge tone="warn">{words.objected}</Badge> : null}
      {hours >= lateAfterHours ? (
        <Badge tone="bad">{words.late}</Badge>
      ) : hours >= soonAfterHours ? (
        <Badge tone="warn">{words.soon}</Badge>
      ) : null}
    </span>
  );
}
