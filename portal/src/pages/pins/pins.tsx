// Which keys must the developer's servers show, which have they shown, and when do their certificates end?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useLive, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Code } from '../../ui/copy.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { AddPin } from './add-pin.tsx';
import { pinTexts } from './texts.ts';

type Pins = RouteAnswer<'GET pins'>;
type Pin = Pins['pins'][number];
type Certificate = Pins['certificates'][number];
const soonDays = 30;

export default function PinsPage() {
  const words = useTexts(pinTexts);
  const pins = useRead('GET pins', {});
  useLive(['account'], ['GET pins']);
  const may = useMay('POST pins');
  const [adding, setAdding] = useState(false);
  const [going, setGoing] = useState<Pin | null>(null);
  const add = (
    <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={may ? add : null}>
      <Loaded read={pins}>
        {({ pins: rows, certificates }) => (
          <>
            <DataTable
              id="pins"
              caption={words.title}
              rows={rows}
              rowKey={({ host, pin }) => `${host} ${pin}`}
              columns={pinColumns(words, certificates, may ? setGoing : null)}
              empty={
                <EmptyState icon="fingerprint" title={words.none}>
                  {words.noneHint}
                </EmptyState>
              }
            />
            {certificates.length === 0 ? null : (
              <Card flush title={words.seen} lead={words.seenLead}>
                <DataTable
                  id="certificates"
                  caption={words.seen}
                  rows={certificates}
                  rowKey={({ host, pin }) => `${host} ${pin}`}
                  columns={certificateColumns(words)}
                  empty={null}
                />
              </Card>
            )}
          </>
        )}
      </Loaded>
      {adding ? <AddPin onEnd={() => setAdding(false)} /> : null}
      {going === null ? null : <RemovePin of={going} onEnd={() => setGoing(null)} />}
    </Page>
  );
}

type Words = (typeof pinTexts)['fr'];

/** What its host has shown: this key last, this key once, or never. */
function stateOf({ host, pin }: Pin, certificates: readonly Certificate[]): 'seen' | 'waiting' | 'old' {
  const same = certificates.filter((seen) => seen.pin === pin && (seen.host === host || seen.host.replace(/:\d+$/, '') === host));
  return same.length === 0 ? 'waiting' : same.some(({ present }) => present) ? 'seen' : 'old';
}
const pinTones: Record<ReturnType<typeof stateOf>, Tone> = { seen: 'good', waiting: 'info', old: 'neutral' };

function pinColumns(words: Words, certificates: readonly Certificate[], onRemove: ((pin: Pin) => void) | null): Column<Pin>[] {
  const columns: Column<Pin>[] = [
    { key: 'host', header: words.host, cell: ({ host }) => host },
    {
      key: 'state',
      header: words.state,
      cell: (pin) => <Badge tone={pinTones[stateOf(pin, certificates)]}>{words.states[stateOf(pin, certificates)]}</Badge>,
    },
    { key: 'pin', header: words.pin, cell: ({ pin }) => <Code>{pin}</Code> },
    { key: 'label', header: words.label, cell: ({ label }) => label ?? '–' },
    { key: 'added', header: words.added, extra: true, cell: ({ addedAt }) => <When at={addedAt} /> },
  ];
  if (onRemove === null) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (pin) => (
        <Button small look="quiet" aria-label={words.removeOf(pin.host)} onClick={() => onRemove(pin)}>
          {words.remove}
        </Button>
      ),
    },
  ];
}

function certificateColumns(words: Words): Column<Certificate>[] {
  const toneOf = (days: number): Tone => (days < 0 ? 'bad' : days < soonDays ? 'warn' : 'good');
  return [
    { key: 'host', header: words.host, cell: ({ host }) => host },
    {
      key: 'left',
      header: words.expires,
      cell: ({ daysLeft }) => <Badge tone={toneOf(daysLeft)}>{daysLeft < 0 ? words.ended : words.daysLeft(daysLeft)}</Badge>,
    },
    { key: 'state', header: words.state, cell: ({ present }) => (present ? words.present : words.before) },
    { key: 'subject', header: words.certificate, cell: ({ subject }) => subject },
    { key: 'issuer', header: words.issuer, extra: true, cell: ({ issuer }) => issuer },
    { key: 'pin', header: words.pin, extra: true, cell: ({ pin }) => <Code>{pin}</Code> },
    { key: 'seen', header: words.lastSeen, cell: ({ seenAt }) => <When at={seenAt} /> },
  ];
}

function RemovePin({ of: { host, pin }, onEnd }: { of: Pin; onEnd(): void }) {
  const words = useTexts(pinTexts);
  const { run, pending, error } = useChange('POST pins/remove', { changes: ['GET pins'] });
  const remove = async (): Promise<void> => {
    if ((await run({ body: { host, pin } })) === null) return;
    onEnd();
    toast(words.removed);
  };
  return (
    <Confirm
      open
      title={words.removeTitle}
      yes={words.remove}
      danger
      pending={pending}
      error={error}
      onYes={() => void remove()}
      onClose={onEnd}
    >
      <p>{words.removeWords}</p>
    </Confirm>
  );
}
