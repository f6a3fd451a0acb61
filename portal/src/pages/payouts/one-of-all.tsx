// What is in a developer's batch? For the operator's people: the same as its own page, without anything to do.

import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { useSearch } from '../../router/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { Facts } from './facts.tsx';
import { lineFilters, Lines } from './lines.tsx';
import { BatchBadge } from './state-badge.tsx';
import { payoutTexts } from './texts.ts';
import './payouts.css';

const everyMs = 5_000;

export default function OneOfAll({ params: { id = '' } }: { params: Record<string, string> }) {
  const { batch: words, title } = useTexts(payoutTexts);
  const [{ show, q, after }] = useSearch(lineFilters);
  const batch = useRead('GET operator/payouts/:id', { params: { id } }, { everyMs });
  const query = { ...(show && { show }), q, after };
  const lines = useRead('GET operator/payouts/:id/lines', { params: { id }, query }, { everyMs });
  const { answer } = batch;
  return (
    <Page
      title={answer?.name ?? title}
      back={{ to: '/all-payouts', label: words.back }}
      beside={answer === undefined ? null : <BatchBadge state={answer.state} />}
    >
      <Loaded read={batch}>
        {(facts) => (
          <>
            <Facts batch={facts} />
            <Lines read={lines} currency={facts.currency} base="/all-payouts" transactionBase={`/transactions/${facts.accountId}`} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
