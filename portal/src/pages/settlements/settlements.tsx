// Page of settlements: what was paid out to this account, what can be, and to which destinations.

import { useState } from 'react';
import { useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { DestinationsCard } from './destinations-card.tsx';
import { History } from './history.tsx';
import { settlementMessages } from './messages.ts';
import { RequestSettlement } from './request-settlement.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import type { Terms } from './labels.tsx';
import './settlements.css';

export default function SettlementsPage() {
  const messages = useMessages(settlementMessages);
  const terms = useRead('GET settlements/terms', {});
  const may = useMay('POST settlements');
  const [asking, setAsking] = useState(false);
  const usable = terms.answer?.destinations.filter(({ usable: now }) => now) ?? [];
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        may && usable.length > 0 ? (
          <Button variant="primary" icon="plus" onClick={() => setAsking(true)}>
            {messages.request}
          </Button>
        ) : null
      }
    >
      <Loaded read={terms} lines={6}>
        {(answer) => (
          <>
            <Balances terms={answer} />
            {may && usable.length === 0 ? <Notice>{messages.needsDestination}</Notice> : null}
            <div className="settlement-cards">
              <DestinationsCard terms={answer} />
              <ScheduleCard terms={answer} />
            </div>
            {asking ? <RequestSettlement terms={answer} onEnd={() => setAsking(false)} /> : null}
          </>
        )}
      </Loaded>
      <History />
    </Page>
  );
}

function Balances({ terms: { balances } }: { terms: Terms }) {
  const messages = useMessages(settlementMessages);
  return (
    <div className="grid">
      {balances.map(({ currency, available, most }) => (
        <Stat
          key={currency}
          label={messages.balance(currency)}
          value={<Money amount={available} currency={currency} />}
          note={
            <>
              {messages.most} · <Money amount={most} currency={currency} />
            </>
          }
        />
      ))}
    </div>
  );
}
