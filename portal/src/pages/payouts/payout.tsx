// What is in this batch, what becomes of it, and what does this person do with it?

import { addressOf, useLive, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { useSearch } from '../../router/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { ExportMenu } from '../statement/export-menu.tsx';
import { Decision } from './decision.tsx';
import { DraftMoves } from './draft-moves.tsx';
import { Facts } from './facts.tsx';
import { lineFilters, Lines } from './lines.tsx';
import { Notices } from './notices.tsx';
import { RunningMoves } from './running-moves.tsx';
import { BatchBadge } from './state-badge.tsx';
import { payoutTexts } from './texts.ts';
import './payouts.css';

export default function Payout({ params: { id = '' } }: { params: Record<string, string> }) {
  const { batch: words, title } = useTexts(payoutTexts);
  const [{ show, q, after }] = useSearch(lineFilters);
  const batch = useRead('GET payouts/:id', { params: { id } });
  const lines = useRead('GET payouts/:id/lines', { params: { id }, query: { ...(show && { show }), q, after } });
  useLive(['payout'], ['GET payouts/:id', 'GET payouts/:id/lines']);
  const { answer } = batch;
  return (
    <Page
      title={answer?.name ?? title}
      back={{ to: '/payouts', label: words.back }}
      beside={answer === undefined ? null : <BatchBadge state={answer.state} />}
    >
      <Loaded read={batch}>
        {(facts) => (
          <>
            <Notices batch={facts} />
            {facts.state === 'awaiting_approval' ? <Decision batch={facts} /> : null}
            {facts.state === 'draft' ? <DraftMoves batch={facts} /> : <RunningMoves batch={facts} />}
            <Facts batch={facts} />
            <Lines
              read={lines}
              currency={facts.currency}
              base="/payouts"
              transactionBase="/transactions"
              actions={<ExportMenu address={(form) => addressOf('GET payouts/:id/export', { params: { id }, query: { form } })} />}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
