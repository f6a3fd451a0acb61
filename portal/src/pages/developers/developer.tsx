// Who is this developer? State, balances, services with prices, members; and what the operator may do about them.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { RefundLimitCard } from '../refunds/limit-card.tsx';
import { StateBadge } from './developers.tsx';
import { Look } from './look.tsx';
import { MembersCard } from './members-card.tsx';
import { MoneyWish } from './money-wish.tsx';
import { ServicesCard } from './services-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { Suspend } from './suspend.tsx';
import { developersTexts } from './texts.ts';
import './developers.css';

export type Developer = RouteAnswer<'GET operator/developers/:id'>;

export default function DeveloperPage({ params }: { params: Record<string, string> }) {
  const words = useTexts(developersTexts);
  const developer = useRead('GET operator/developers/:id', { params: { id: params['id'] ?? '' } });
  const back = { to: '/developers', label: words.back };
  if (developer.answer === undefined) {
    return (
      <Page title={words.title} back={back}>
        <Loaded read={developer} lines={8}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <Shown developer={developer.answer} back={back} />;
}

function Shown({ developer, back }: { developer: Developer; back: { to: string; label: string } }) {
  const words = useTexts(developersTexts);
  const maySuspend = useMay('POST operator/developers/suspend');
  const mayLook = useMay('POST operator/developers/view');
  const mayFund = useMay('POST operator/fund');
  const [asked, setAsked] = useState<'suspend' | 'money' | 'look' | null>(null);
  const { id, name, suspended, balances } = developer;
  return (
    <Page
      title={name}
      beside={<StateBadge suspended={suspended} />}
      back={back}
      actions={
        <>
          {mayLook ? (
            <Button icon="eye" onClick={() => setAsked('look')}>
              {words.look}
            </Button>
          ) : null}
          {maySuspend ? (
            <Button look={suspended ? 'primary' : 'plain'} icon={suspended ? 'play' : 'pause'} onClick={() => setAsked('suspend')}>
              {suspended ? words.resume : words.suspend}
            </Button>
          ) : null}
        </>
      }
    >
      <Card
        title={words.balances}
        actions={
          mayFund ? (
            <Button icon="wallet" onClick={() => setAsked('money')}>
              {words.money}
            </Button>
          ) : null
        }
      >
        <div className="developer-balances">
          {balances.map(({ currency, available, held }) => (
            <Stat
              key={currency}
              label={`${words.balance} · ${currency}`}
              value={<Money amount={available} currency={currency} />}
              note={
                <>
                  {words.held} <Money amount={held} currency={currency} />
                </>
              }
            />
          ))}
        </div>
      </Card>
      <ServicesCard id={id} services={developer.services} />
      <MembersCard id={id} members={developer.members} alone={developer.invitesAlone} />
      <SettingsCard id={id} settings={developer.settings} />
      <RefundLimitCard accountId={id} currency={developer.currency} />
      <Asked what={asked} developer={developer} onEnd={() => setAsked(null)} />
    </Page>
  );
}

/** What is being asked for, in a dialog. */
function Asked({ what, developer, onEnd }: { what: 'suspend' | 'money' | 'look' | null; developer: Developer; onEnd(): void }) {
  const { id, name, suspended, currency } = developer;
  if (what === 'look') return <Look id={id} name={name} onEnd={onEnd} />;
  if (what === 'suspend') return <Suspend id={id} name={name} suspended={suspended} onEnd={onEnd} />;
  return what === 'money' ? <MoneyWish id={id} name={name} currency={currency} onEnd={onEnd} /> : null;
}
