// In which state is a batch, or a line, and how far has a batch come? A word beside each colour.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { payoutTexts } from './texts.ts';

export type Batch = RouteAnswer<'GET payouts'>['items'][number];
export type BatchState = Batch['state'];
export type LineState = keyof Batch['counts'];

const tones: Record<BatchState, Tone> = {
  draft: 'neutral',
  awaiting_approval: 'warn',
  running: 'info',
  paused: 'warn',
  waiting_for_funds: 'warn',
  canceling: 'warn',
  done: 'good',
  canceled: 'neutral',
  refused: 'bad',
};
const lineTones: Record<LineState, Tone> = {
  draft: 'neutral',
  waiting: 'neutral',
  sending: 'info',
  sent: 'info',
  succeeded: 'good',
  failed: 'bad',
  canceled: 'neutral',
};
const order: readonly LineState[] = ['succeeded', 'failed', 'sent', 'sending', 'waiting', 'canceled', 'draft'];

export function BatchBadge({ state }: { state: BatchState }) {
  return <Badge tone={tones[state]}>{useTexts(payoutTexts).states[state]}</Badge>;
}

/** Of a draft: whether the line can be sent as it is. */
export function LineBadge({ state, wrong }: { state: LineState; wrong: boolean }) {
  const { lineStates, table } = useTexts(payoutTexts);
  if (state === 'draft') return <Badge tone={wrong ? 'bad' : 'good'}>{wrong ? table.toCorrect : table.fine}</Badge>;
  return <Badge tone={lineTones[state]}>{lineStates[state]}</Badge>;
}

/** How many lines are in each state. */
export function LineCounts({ counts }: { counts: Batch['counts'] }) {
  const words = useTexts(payoutTexts);
  return (
    <span className="payout-counts">
      {order.map((state) =>
        counts[state] === 0 ? null : (
          <Badge key={state} tone={lineTones[state]}>
            {words.counts[state](counts[state])}
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
