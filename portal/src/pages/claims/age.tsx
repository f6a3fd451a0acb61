// How long has a claim been waiting? A clock with a word for what has waited too long.

import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { When } from '../../ui/when.tsx';
import { claimTexts } from './texts.ts';
import './claims.css';

const hourMs = 3_600_000;
/** What the region's clients are used to: an answer within a day, three days at most. */
const soonAfterHours = 24;
const lateAfterHours = 72;

export function Age({ since }: { since: string }) {
  const words = useTexts(claimTexts);
  const hours = (Date.now() - Date.parse(since)) / hourMs;
  return (
    <span className="claim-age">
      <When at={since} />
      {hours >= lateAfterHours ? (
        <Badge tone="bad">{words.late}</Badge>
      ) : hours >= soonAfterHours ? (
        <Badge tone="warn">{words.soon}</Badge>
      ) : null}
    </span>
  );
}
