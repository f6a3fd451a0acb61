// What was paid out to this account, what can be, and where to?

import { useState } from 'react';
import { useLive, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { DestinationsCard } from './destinations-card.tsx';
import { History } from './history.tsx';
import { RequestSettlement } from './request-settlement.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import { settlementTexts } from './texts.ts';
import type { Terms } from './words.tsx';
import './settlements.css';

const filters = { after: textParam() };

export default function SettlementsPage() {
  const words = useTexts(settlementTexts);
  const [{ after }, change] = useSearch(filters);
  const terms = useRead('GET settlements/terms', {});
  const list = useRead('GET settlements', { query: { ...(after && { after }) } });
  useLive(['operation'], ['GET settlements', 'GET settlements/terms']);
  const may = useMay('POST settlements');
  const [asking, setAsking] = useState(false);
  const usable = terms.answer?.destinations.filter(({ usable: now }) => now) ?? [];
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        may && usable.length > 0 ? (
          <Button look="primary" icon="plus" onClick={() => setAsking(true)}>
            {words.request}
          </Button>
        ) : null
      }
    >
      <Loaded read={terms} lines={6}>
        {(answer) => (
          <>
            <Balances terms={answer} />
            {may && usable.length === 0 ? <Notice>{words.needsDestination}</Notice> : null}
            <div className="settlement-cards">
              <DestinationsCard terms={answer} />
              <ScheduleCard terms={answer} />
            </div>
            {asking ? <RequestSettlement terms={answer} onEnd={() => setAsking(false)} /> : null}
          </>
        )}
      </Loaded>
      <Loaded read={list}>
        {(page) => <History page={page} loading={list.loading} after={after} onPage={(to) => change({ after: to }, { push: true })} />}
      </Loaded>
    </Page>
  );
}

function Balances({ terms: { balances } }: { terms: Terms }) {
  const words = useTexts(settlementTexts);
  return (
    <div className="grid">
      {balances.map(({ currency, available, most }) => (
        <Stat
          key={currency}
          label={words.balance(currency)}
          value={<Money amount={available} currency={currency} />}
          note={
            <>
              {words.most} · <Money amount={most} currency={currency} />
            </>
          }
        />
      ))}
    </div>
  );
}
