// What must be known before anything is done with this batch?

import { useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { Details } from './facts.tsx';
import { payoutTexts } from './texts.ts';

export function Notices({ batch }: { batch: Details }) {
  const { batch: words } = useTexts(payoutTexts);
  const { state, wrong, doubtful, hiddenRows, sameFile } = batch;
  const looked = state === 'draft' || (state === 'awaiting_approval' && batch.retry === null);
  return (
    <>
      {state === 'draft' && wrong > 0 ? (
        <Notice tone="bad" title={words.wrong(wrong)} actions={<Narrow id={batch.id} show="wrong" />}>
          {words.wrongHint}
        </Notice>
      ) : null}
      {looked && sameFile !== null ? (
        <Notice tone="warn" title={words.sameFile}>
          {words.sameFileHint} <Link to={`/payouts/${sameFile}`}>{sameFile}</Link>
        </Notice>
      ) : null}
      {looked && hiddenRows > 0 ? (
        <Notice tone="warn" title={words.hidden(hiddenRows)}>
          {words.hiddenHint}
        </Notice>
      ) : null}
      {looked && doubtful > 0 ? (
        <Notice tone="warn" title={words.doubtful(doubtful)} actions={<Narrow id={batch.id} show="doubtful" />}>
          {words.doubtfulHint}
        </Notice>
      ) : null}
      {batch.short ? <Notice tone="warn">{words.short}</Notice> : null}
      {state === 'waiting_for_funds' ? (
        <Notice tone="warn" live>
          {words.shortNow}
        </Notice>
      ) : null}
      {state === 'draft' && wrong === 0 ? <Notice tone="good">{words.ready}</Notice> : null}
    </>
  );
}

/** To those lines alone: among thousands they would not be found. */
function Narrow({ id, show }: { id: number; show: 'wrong' | 'doubtful' }) {
  const { batch: words } = useTexts(payoutTexts);
  return (
    <ButtonLink small to={`/payouts/${id}?show=${show}`}>
      {words.showThese}
    </ButtonLink>
  );
}
