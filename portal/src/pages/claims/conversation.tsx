// Shows the messages and actions of a claim.

import { defined } from '@jokko/contract/defined';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { claimMessages, type ClaimStatus } from './messages.ts';
import './claims.css';

type Claim = RouteAnswer<'GET claims/:reference'>;

const icons: Record<ClaimStatus, IconName> = {
  OPENED: 'flag',
  IN_PROGRESS: 'clock',
  RESOLVED: 'check-circle',
  REJECTED: 'x-circle',
  CLOSED: 'lock',
};

export function Conversation({
  claim: { message, openedAt, events },
}: {
  claim: Pick<Claim, 'message' | 'openedAt' | 'events'>;
}) {
  const messages = useMessages(claimMessages);
  const steps = events.map(({ at, side, by, to, message: text }, index): TimelineStep => {
    const name = by === null ? '' : ` · ${messages.by(by)}`;
    return {
      key: index,
      at,
      title: `${to === null ? messages.said[side] : messages.statuses[to]}${name}`,
      icon: to === null ? 'chat' : icons[to],
      tone: to === null ? 'brand' : stateTones.claim[to],
      ...defined({ body: text === null ? undefined : <p className="claim-words">{text}</p> }),
    };
  });
  const opening: TimelineStep = {
    key: 'opening',
    at: openedAt,
    title: messages.opening,
    icon: icons.OPENED,
    tone: stateTones.claim.OPENED,
    body: <p className="claim-words">{message}</p>,
  };
  return (
    <Card title={messages.history}>
      <Timeline label={messages.history} steps={[opening, ...steps]} />
    </Card>
  );
}
