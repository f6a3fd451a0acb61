// Who asked to cancel or refund a transaction, and who approved or rejected it.

import { useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import type { Detail } from './facts.tsx';
import { workMessages } from './work-messages.ts';

export function Reversals({ transaction: { reversals } }: { transaction: Detail }) {
  const messages = useMessages(workMessages);
  if (reversals.length === 0) return null;
  const steps = reversals.flatMap((reversal, index): TimelineStep[] => {
    const { askedBy, askedAt, reason, requestId, state, decidedBy, decidedAt, note } = reversal;
    const asked: TimelineStep = {
      key: `${index} asked`,
      title: messages.asked(askedBy),
      at: askedAt,
      icon: 'undo',
      body: reason ?? (requestId === null ? messages.noApproval : undefined),
    };
    if (decidedBy !== null && decidedAt !== null) {
      const isRefused = state === 'refused';
      return [
        asked,
        {
          key: `${index} decided`,
          title: messages.decided[isRefused ? 'no' : 'yes'](decidedBy),
          at: decidedAt,
          tone: isRefused ? 'bad' : 'good',
          body: note ?? undefined,
        },
      ];
    }
    if (state !== 'open' && state !== 'withdrawn' && state !== 'expired') return [asked];
    return [
      asked,
      { key: `${index} open`, title: messages.undecided[state], tone: 'info', icon: 'clock' },
    ];
  });
  return (
    <Card title={messages.reversals}>
      <Timeline label={messages.reversals} steps={steps} />
    </Card>
  );
}
