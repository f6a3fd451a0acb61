// Page of a payout batch: its content, its outcome, and the actions of this user.

import { addressOf, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { ExportMenu } from '../statement/export-menu.tsx';
import { BatchDecision } from './decision.tsx';
import { DraftMoves } from './draft-moves.tsx';
import { OperationTerms } from './facts.tsx';
import { Lines, useLineFilters } from './lines.tsx';
import { payoutMessages } from './messages.ts';
import { Notices } from './notices.tsx';
import { RunningMoves } from './running-moves.tsx';
import { BatchBadge } from './state-badge.tsx';
import './payouts.css';

export default function Payout({ params: { id = '' } }: { params: Record<string, string> }) {
  const { batch: messages, title } = useMessages(payoutMessages);
  const batch = useRead('GET payouts/:id', { params: { id } });
  const lines = useList('GET payouts/:id/lines', {
    params: { id },
    filters: useLineFilters(),
    live: ['payout'],
    liveReads: ['GET payouts/:id'],
  });
  const { answer } = batch;
  return (
    <Page
      title={answer?.name ?? title}
      back={{ to: '/payouts', label: messages.back }}
      beside={answer === undefined ? null : <BatchBadge state={answer.state} />}
    >
      <Loaded read={batch}>
        {(terms) => (
          <>
            <Notices batch={terms} />
            {terms.state === 'awaiting_approval' ? <BatchDecision batch={terms} /> : null}
            {terms.state === 'draft' ? (
              <DraftMoves batch={terms} />
            ) : (
              <RunningMoves batch={terms} />
            )}
            <OperationTerms batch={terms} />
            <Lines
              list={lines}
              currency={terms.currency}
              base="/payouts"
              transactionBase="/transactions"
              actions={
                <ExportMenu
                  address={(form) =>
                    addressOf('GET payouts/:id/export', { params: { id }, query: { form } })
                  }
                />
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
