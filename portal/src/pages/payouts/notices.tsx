// Notices shown before any action on a payout batch.

import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { Details } from './facts.tsx';
import { payoutMessages } from './messages.ts';

export function Notices({ batch }: { batch: Details }) {
  const messages = useMessages(payoutMessages.batch);
  const { state, wrong, duplicated, hiddenRows, sameFile } = batch;
  const looked = state === 'draft' || (state === 'awaiting_approval' && batch.retry === null);
  return (
    <>
      {state === 'draft' && wrong > 0 ? (
        <Notice
          tone="bad"
          title={messages.wrong(wrong)}
          actions={<Narrow id={batch.id} show="wrong" />}
        >
          {messages.wrongHint}
        </Notice>
      ) : null}
      {looked && sameFile !== null ? (
        <Notice tone="warn" title={messages.sameFile}>
          {messages.sameFileHint} <Link to={`/payouts/${sameFile}`}>{sameFile}</Link>
        </Notice>
      ) : null}
      {looked && hiddenRows > 0 ? (
        <Notice tone="warn" title={messages.hidden(hiddenRows)}>
          {messages.hiddenHint}
        </Notice>
      ) : null}
      {looked && duplicated > 0 ? (
        <Notice
          tone="warn"
          title={messages.duplicated(duplicated)}
          actions={<Narrow id={batch.id} show="duplicated" />}
        >
          {messages.duplicatedHint}
        </Notice>
      ) : null}
      {batch.short ? <Notice tone="warn">{messages.short}</Notice> : null}
      {state === 'waiting_for_funds' ? (
        <Notice tone="warn" live>
          {messages.shortNow}
        </Notice>
      ) : null}
      {state === 'draft' && wrong === 0 ? <Notice tone="good">{messages.ready}</Notice> : null}
    </>
  );
}

/** To those lines alone: among thousands they would not be found. */
function Narrow({ id, show }: { id: number; show: 'wrong' | 'duplicated' }) {
  const messages = useMessages(payoutMessages.batch);
  return (
    <ButtonLink small to={`/payouts/${id}?show=${show}`}>
      {messages.showThese}
    </ButtonLink>
  );
}
