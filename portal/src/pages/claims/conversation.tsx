// What was said and done about a claim?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { claimTexts, type ClaimStatus } from './texts.ts';
import './claims.css';

type Claim = RouteAnswer<'GET claims/:reference'>;

const icons: Record<ClaimStatus, IconName> = {
  OPENED: 'flag',
  IN_PROGRESS: 'clock',
  RESOLVED: 'check-circle',
  REJECTED: 'x-circle',
  CLOSED: 'lock',
};
const tones = { OPENED: 'info', IN_PROGRESS: 'warn', RESOLVED: 'good', REJECTED: 'bad', CLOSED: 'neutral' } as const;

export function Conversation({ claim: { message, openedAt, events } }: { claim: Pick<Claim, 'message' | 'openedAt' | 'events'> }) {
  const words = useTexts(claimTexts);
  const steps = events.map(({ at, side, by, to, message: text }, index): TimelineStep => {
    const name = by === null ? '' : ` · ${words.by(by)}`;
    return {
      key: index,
      at,
      title: `${to === null ? words.said[side] : words.statuses[to]}${name}`,
      icon: to === null ? 'chat' : icons[to],
      tone: to === null ? 'brand' : tones[to],
      ...(text === null ? {} : { body: <p className="claim-words">{text}</p> }),
    };
  });
  const opening: TimelineStep = {
    ...{ key: 'opening', at: openedAt, title: words.opening, icon: icons.OPENED, tone: tones.OPENED },
    body: <p className="claim-words">{message}</p>,
  };
  return (
    <Card title={words.history}>
      <Timeline label={words.history} steps={[opening, ...steps]} />
    </Card>
  );
}
