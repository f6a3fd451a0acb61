// Page of one developer, a part at a time: balances and how its business goes, payments, services
// with prices, money, people, file, settings.

import { useState, type ReactNode } from 'react';
import { useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { When } from '../../ui/when.tsx';
import { RefundLimitCard } from '../refunds/limit-card.tsx';
import type { Developer } from './answers.ts';
import {
  AccountNotes,
  ClaimsCard,
  KeysCard,
  PaymentsCard,
  useActivity,
  VolumeCard,
  type Activity,
} from './activity.tsx';
import { StateBadge } from './developers.tsx';
import { Variant } from './look.tsx';
import { MembersCard } from './members-card.tsx';
import { developersMessages } from './messages.ts';
import { MoneyApprovalRequest } from './money-request.tsx';
import { ServicesCard } from './services-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { Suspend } from './suspend.tsx';
import './developers.css';

const tabNames = [
  'overview',
  'payments',
  'services',
  'money',
  'people',
  'file',
  'settings',
] as const;
type TabName = (typeof tabNames)[number];
const search = { tab: choiceParam(tabNames, 'overview') };

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
  const activity = useActivity(developer.id);
  const [{ tab }, change] = useSearch(search);
  const { id, name, suspended, currency } = developer;
  const withActivity = (content: (answer: Activity) => ReactNode) => (
    <Loaded read={activity} lines={6}>
      {content}
    </Loaded>
  );
  const contents: Record<TabName, () => ReactNode> = {
    overview: () => (
      <>
        <BalancesCard developer={developer} />
        <IntegrationTested at={developer.integrationTestedAt} />
        {withActivity(({ volume, claims }) => (
          <>
            <VolumeCard id={id} volume={volume} />
            <ClaimsCard claims={claims} />
          </>
        ))}
      </>
    ),
    payments: () => withActivity(({ payments }) => <PaymentsCard id={id} payments={payments} />),
    services: () => <ServicesCard id={id} services={developer.services} />,
    money: () => (
      <>
        <BalancesCard developer={developer} />
        <RefundLimitCard accountId={id} currency={currency} />
      </>
    ),
    people: () => (
      <>
        <MembersCard id={id} members={developer.members} alone={developer.invitesAlone} />
        {withActivity(({ keys }) => (
          <KeysCard keys={keys} />
        ))}
      </>
    ),
    file: () => withActivity(({ notes }) => <AccountNotes id={id} notes={notes} />),
    settings: () => <SettingsCard id={id} currency={currency} settings={developer.settings} />,
  };
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
      <Tabs
        label={messages.parts}
        value={tab}
        onChange={(next) => change({ tab: next })}
        tabs={tabNames.map((value) => ({
          value,
          label: messages.tabs[value],
          content: () => <div className="stack">{contents[value]()}</div>,
        }))}
      />
    </Page>
  );
}

/** Where the account's integration was tested in this sandbox. */
function IntegrationTested({ at }: { at: Developer['integrationTestedAt'] }) {
  const messages = useMessages(developersMessages);
  if (at === null) return null;
  return (
    <Notice tone="good" icon="check-circle">
      {messages.integrationTested} <When at={at} show="day" />
    </Notice>
  );
}

function BalancesCard({ developer: { id, name, currency, balances } }: { developer: Developer }) {
  const messages = useMessages(developersMessages);
  const mayFund = useMay('POST operator/fund');
  const [moving, setMoving] = useState(false);
  return (
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
      <div className="stats">
        {balances.map((balance) => (
          <Stat
            key={balance.currency}
            label={`${messages.balance} · ${balance.currency}`}
            value={<Money amount={balance.available} currency={balance.currency} />}
            note={
              <>
                {messages.held} <Money amount={balance.held} currency={balance.currency} />
              </>
            }
          />
        ))}
      </div>
      {moving ? (
        <MoneyApprovalRequest
          id={id}
          name={name}
          currency={currency}
          onEnd={() => setMoving(false)}
        />
      ) : null}
    </Card>
  );
}
