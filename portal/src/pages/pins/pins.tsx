// Page of certificate pins: the keys that the developer's servers must present, those they have
// presented, and when their certificates expire.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRealtime, useMay, useRead } from '../../api/index.ts';
import { type InLanguage, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Action } from '../../ui/action.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { AddPin } from './add-pin.tsx';
import { pinMessages } from './messages.ts';

type Pins = RouteAnswer<'GET pins'>;
type Pin = Pins['pins'][number];
type Certificate = Pins['certificates'][number];
const soonDays = 30;

export default function PinsPage() {
  const messages = useMessages(pinMessages);
  const pins = useRead('GET pins', {});
  useRealtime(['account'], ['GET pins']);
  const may = useMay('POST pins');
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
      {messages.add}
    </Button>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={may ? add : null}>
      <Loaded read={pins}>
        {({ pins: rows, certificates }) => (
          <>
            <DataTable
              id="pins"
              caption={messages.title}
              rows={rows}
              rowKey={({ host, pin }) => `${host} ${pin}`}
              columns={pinColumns(messages, certificates, may)}
              empty={
                <EmptyState icon="fingerprint" title={messages.none}>
                  {messages.noneHint}
                </EmptyState>
              }
            />
            {certificates.length === 0 ? null : (
              <Card flush title={messages.seen} lead={messages.seenLead}>
                <DataTable
                  id="certificates"
                  caption={messages.seen}
                  rows={certificates}
                  rowKey={({ host, pin }) => `${host} ${pin}`}
                  columns={certificateColumns(messages)}
                  empty={null}
                />
              </Card>
            )}
          </>
        )}
      </Loaded>
      {adding ? <AddPin onEnd={() => setAdding(false)} /> : null}
    </Page>
  );
}

type Messages = InLanguage<typeof pinMessages>;

/** What its host has shown: this key last, this key once, or never. */
function stateOf(
  { host, pin }: Pin,
  certificates: readonly Certificate[],
): 'seen' | 'waiting' | 'old' {
  const same = certificates.filter(
    (seen) => seen.pin === pin && (seen.host === host || seen.host.replace(/:\d+$/, '') === host),
  );
  return same.length === 0 ? 'waiting' : same.some(({ present }) => present) ? 'seen' : 'old';
}
function pinColumns(
  messages: Messages,
  certificates: readonly Certificate[],
  mayRemove: boolean,
): Column<Pin>[] {
  const columns: Column<Pin>[] = [
    { key: 'host', header: messages.host, cell: ({ host }) => host },
    {
      key: 'state',
      header: messages.state,
      cell: (pin) => (
        <Badge tone={stateTones.pin[stateOf(pin, certificates)]}>
          {messages.states[stateOf(pin, certificates)]}
        </Badge>
      ),
    },
    { key: 'pin', header: messages.pin, cell: ({ pin }) => <Code>{pin}</Code> },
    { key: 'label', header: messages.label, cell: ({ label }) => label ?? '–' },
    {
      key: 'added',
      header: messages.added,
      extra: true,
      cell: ({ addedAt }) => <When at={addedAt} />,
    },
  ];
  if (!mayRemove) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      header: messages.actions,
      align: 'end',
      cell: (pin) => <RemovePin of={pin} />,
    },
  ];
}

function certificateColumns(messages: Messages): Column<Certificate>[] {
  const toneOf = (days: number): Tone => (days < 0 ? 'bad' : days < soonDays ? 'warn' : 'good');
  return [
    { key: 'host', header: messages.host, cell: ({ host }) => host },
    {
      key: 'left',
      header: messages.expires,
      cell: ({ daysLeft }) => (
        <Badge tone={toneOf(daysLeft)}>
          {daysLeft < 0 ? messages.ended : messages.daysLeft(daysLeft)}
        </Badge>
      ),
    },
    {
      key: 'state',
      header: messages.state,
      cell: ({ present }) => (present ? messages.present : messages.before),
    },
    { key: 'subject', header: messages.certificate, cell: ({ subject }) => subject },
    { key: 'issuer', header: messages.issuer, extra: true, cell: ({ issuer }) => issuer },
    { key: 'pin', header: messages.pin, extra: true, cell: ({ pin }) => <Code>{pin}</Code> },
    { key: 'seen', header: messages.lastSeen, cell: ({ seenAt }) => <When at={seenAt} /> },
  ];
}

function RemovePin({ of: { host, pin } }: { of: Pin }) {
  const messages = useMessages(pinMessages);
  return (
    <Action
      route="POST pins/remove"
      body={{ host, pin }}
      changes={['GET pins']}
      label={messages.remove}
      name={messages.removeOf(host)}
      small
      variant="quiet"
      ask={{
        title: messages.removeTitle,
        children: <p>{messages.removeBody}</p>,
        danger: true,
      }}
      done={messages.removed}
    />
  );
}
