// Page of one developer: state, balances, how its business goes, members, services with prices, and
// the actions available to the operator.

import { useState } from 'react';
import { useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { RefundLimitCard } from '../refunds/limit-card.tsx';
import type { Developer } from './answers.ts';
import { ActivityCards } from './activity.tsx';
import { StateBadge } from './developers.tsx';
import { Variant } from './look.tsx';
import { MembersCard } from './members-card.tsx';
import { developersMessages } from './messages.ts';
import { MoneyApprovalRequest } from './money-request.tsx';
import { ServicesCard } from './services-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { Suspend } from './suspend.tsx';
import './developers.css';

export default function DeveloperPage({ params }: { params: Record<string, string> }) {
  const messages = useMessages(developersMessages);
  const developer = useRead('GET operator/developers/:id', { params: { id: params['id'] ?? '' } });
  const back = { to: '/developers', label: messages.back };
  if (developer.answer === undefined) {
    return (
      <Page title={messages.title} back={back}>
        <Loaded read={developer} lines={8}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <Shown developer={developer.answer} back={back} />;
}

function Shown({ developer, back }: { developer: Developer; back: { to: string; label: string } }) {
  const messages = useMessages(developersMessages);
  const mayFund = useMay('POST operator/fund');
  const [moving, setMoving] = useState(false);
  const { id, name, suspended, balances } = developer;
  return (
    <Page
      title={name}
      beside={<StateBadge suspended={suspended} />}
      back={back}
      actions={
        <>
          <Variant developer={developer} />
          <Suspend developer={developer} />
        </>
      }
    >
      <Card
        title={messages.balances}
        actions={
          mayFund ? (
            <Button icon="wallet" onClick={() => setMoving(true)}>
              {messages.money}
            </Button>
          ) : null
        }
      >
        <div className="developer-balances">
          {balances.map(({ currency, available, held }) => (
            <Stat
              key={currency}
              label={`${messages.balance} · ${currency}`}
              value={<Money amount={available} currency={currency} />}
              note={
                <>
                  {messages.held} <Money amount={held} currency={currency} />
                </>
              }
            />
          ))}
        </div>
      </Card>
      <ActivityCards id={id} />
      <MembersCard id={id} members={developer.members} alone={developer.invitesAlone} />
      <ServicesCard id={id} services={developer.services} />
      <SettingsCard id={id} currency={developer.currency} settings={developer.settings} />
      <RefundLimitCard accountId={id} currency={developer.currency} />
      {moving ? (
        <MoneyApprovalRequest
          id={id}
          name={name}
          currency={developer.currency}
          onEnd={() => setMoving(false)}
        />
      ) : null}
    </Page>
  );
}
