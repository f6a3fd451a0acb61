// Page of a developer's payout batch for the operator's users: the same as the developer's own
// page, without actions.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { OperationTerms } from './facts.tsx';
import { Lines, useLineFilters } from './lines.tsx';
import { payoutMessages } from './messages.ts';
import { BatchBadge } from './state-badge.tsx';
import './payouts.css';

const everyMs = 5_000;

export default function OneOfAll({ params: { id = '' } }: { params: Record<string, string> }) {
  const { batch: messages, title } = useMessages(payoutMessages);
  const batch = useRead('GET operator/payouts/:id', { params: { id } }, { everyMs });
  const lines = useList('GET operator/payouts/:id/lines', {
    params: { id },
    filters: useLineFilters(),
    everyMs,
  });
  const { answer } = batch;
  return (
    <Page
      title={answer?.name ?? title}
      back={{ to: '/all-payouts', label: messages.back }}
      beside={answer === undefined ? null : <BatchBadge state={answer.state} />}
    >
      <Loaded read={batch}>
        {(terms) => (
          <>
            <OperationTerms batch={terms} />
            <Lines
              list={lines}
              currency={terms.currency}
              base="/all-payouts"
              transactionBase={`/transactions/${terms.accountId}`}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
