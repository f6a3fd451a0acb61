// Headline of a transaction's page: amount, state, and what it did to the balance.

import { useMessages } from '../../language/index.ts';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import type { Detail } from './facts.tsx';
import { StatusBadge } from './status-badge.tsx';
import { workMessages } from './work-messages.ts';

export function Headline({ transaction }: { transaction: Detail }) {
  const messages = useMessages(workMessages);
  const { amount, currency, netEffect, status, serviceName, updatedAt } = transaction;
  return (
    <section className="grid" aria-label={messages.summary}>
      <Stat
        label={messages.amount}
        value={<Money amount={amount} currency={currency} />}
        note={serviceName}
      />
      <Stat
        label={messages.status}
        value={<StatusBadge status={status} />}
        note={<When at={updatedAt} show="both" />}
      />
      <Stat
        label={messages.netEffect}
        value={<Money amount={netEffect} currency={currency} signed />}
      />
    </section>
  );
}
