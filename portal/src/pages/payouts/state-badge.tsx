// Badges of the state of a batch or a line, and the progress of a batch. A word beside each
// color.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { payoutMessages } from './messages.ts';

export type Batch = RouteAnswer<'GET payouts'>['items'][number];
export type BatchState = Batch['state'];
export type LineState = keyof Batch['counts'];

const order: readonly LineState[] = [
  'succeeded',
  'failed',
  'sent',
  'sending',
  'waiting',
  'canceled',
  'draft',
];

export function BatchBadge({ state }: { state: BatchState }) {
  return <Badge tone={stateTones.payout[state]}>{useMessages(payoutMessages).states[state]}</Badge>;
}

/** The badge of a draft's line says whether it can be sent as it is. */
export function LineBadge({ state, wrong }: { state: LineState; wrong: boolean }) {
  const { lineStates, table } = useMessages(payoutMessages);
  if (state === 'draft')
    return <Badge tone={wrong ? 'bad' : 'good'}>{wrong ? table.toCorrect : table.fine}</Badge>;
  return <Badge tone={stateTones.payoutLine[state]}>{lineStates[state]}</Badge>;
}

/** How many lines are in each state. */
export function LineCounts({ counts }: { counts: Batch['counts'] }) {
  const messages = useMessages(payoutMessages);
  return (
    <span className="payout-counts">
      {order.map((state) =>
        counts[state] === 0 ? null : (
          <Badge key={state} tone={stateTones.payoutLine[state]}>
            {messages.counts[state](counts[state])}
          </Badge>
        ),
      )}
    </span>
  );
}

/** A bar of what has ended, drawn from the counts that stand beside it in words. */
export function Progress({ batch: { counts, lines } }: { batch: Batch }) {
  const share = (count: number): string => `${lines === 0 ? 0 : (count / lines) * 100}%`;
  return (
    <div className="payout-progress">
      <div className="payout-bar" aria-hidden="true">
        <span className="payout-bar-good" style={{ width: share(counts.succeeded) }} />
        <span className="payout-bar-bad" style={{ width: share(counts.failed) }} />
        <span className="payout-bar-info" style={{ width: share(counts.sent + counts.sending) }} />
      </div>
      <LineCounts counts={counts} />
    </div>
  );
}
