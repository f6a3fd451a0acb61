// Headline of a transaction's page: amount and service, and what it did to the balance. Its state
// stands beside the title.

import { useMessages } from '../../language/index.ts';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { Detail } from './facts.tsx';
import { workMessages } from './work-messages.ts';

export function Headline({ transaction }: { transaction: Detail }) {
  const messages = useMessages(workMessages);
  const { amount, currency, netEffect, serviceName } = transaction;
  return (
    <section className="grid" aria-label={messages.summary}>
      <Stat
        label={messages.amount}
        value={<Money amount={amount} currency={currency} />}
        note={serviceName}
      />
      <Stat
        label={messages.netEffect}
        value={<Money amount={netEffect} currency={currency} signed />}
      />
    </section>
  );
}
