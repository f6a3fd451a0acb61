// What became of a batch, as a whole and for each recipient?

import { useEffect, useRef } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Counts, smsStateNames, smsTones, type SmsStateName } from './counts.tsx';
import { smsTexts } from './texts.ts';
import { appName, useApps } from './use-app.tsx';
import './sms.css';

type Facts = RouteAnswer<'GET sms/batches/:id'>;
const filters = { state: filterParam(smsStateNames), after: textParam() };
const everyMs = 5_000;
/** While a recipient is in one of these, something will change. */
const openStates = ['ACCEPTED', 'QUEUED', 'SENT'] as const;

export default function Batch({ params: { id = '' } }: { params: Record<string, string> }) {
  const { batch: words } = useTexts(smsTexts);
  const batch = useRead('GET sms/batches/:id', { params: { id } });
  return (
    <Page title={words.title(id)} back={{ to: '/sms', label: words.back }}>
      <Loaded read={batch}>
        {(facts) => (
          <>
            {openStates.some((state) => (facts.counts[state] ?? 0) > 0) ? <KeptCurrent id={id} /> : null}
            <BatchFacts facts={facts} />
            <Recipients facts={facts} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Reads the batch again and again while it is drawn. */
function KeptCurrent({ id }: { id: string }) {
  useRead('GET sms/batches/:id', { params: { id } }, { freshMs: everyMs / 2, everyMs });
  return null;
}

function BatchFacts({ facts }: { facts: Facts }) {
  const { batch: words, batches, app } = useTexts(smsTexts);
  const { number } = useFormat();
  const used = useApps().answer?.items.find((each) => each.id === facts.appId);
  return (
    <Card>
      <p className="sms-text sms-quoted">{facts.content ?? batches.textForgotten}</p>
      <KeyValues
        items={[
          { label: words.progress, value: <Counts counts={facts.counts} /> },
          { label: batches.sender, value: facts.sender },
          { label: app, value: used === undefined ? null : appName(used) },
          { label: batches.recipients, value: number(facts.recipients) },
          { label: batches.size, value: `${number(facts.parts)} · ${words.encodings[facts.encoding](facts.parts)}` },
          { label: words.charged, value: <Money amount={facts.charged} currency={facts.currency} /> },
          { label: words.refunded, value: <Money amount={facts.refunded} currency={facts.currency} /> },
          { label: batches.created, value: <When at={facts.createdAt} show="both" /> },
          { label: words.validUntil, value: <When at={facts.validUntil} show="exact" /> },
        ]}
      />
    </Card>
  );
}

type Message = RouteAnswer<'GET sms/batches/:id/messages'>['items'][number];

function Recipients({ facts: { id, currency, counts } }: { facts: Facts }) {
  const { batch: words, states } = useTexts(smsTexts);
  const [{ state, after }, change] = useSearch(filters);
  const columns = useColumns(currency);
  const query = state === '' ? { after } : { state, after };
  const messages = useRead('GET sms/batches/:id/messages', { params: { id }, query });
  useAgainWhenChanged(JSON.stringify(counts), messages.again);
  return (
    <>
      <FilterBar active={state !== ''} onClear={() => change({ state: '', after: '' })}>
        <FilterSelect
          label={words.state}
          all={words.allStates}
          value={state}
          options={smsStateNames.map((value) => ({ value, label: states[value] }))}
          onChange={(next) => change({ state: next, after: '' })}
        />
      </FilterBar>
      <Loaded read={messages}>
        {({ items, next }) => (
          <DataTable
            id="sms-recipients"
            caption={words.recipients}
            rows={items}
            rowKey={({ position }) => String(position)}
            columns={columns}
            actions={<Downloads id={id} state={state} />}
            empty={<EmptyState icon="people" title={words.none} />}
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
    </>
  );
}

/** What the counts say, the rows say, too. */
function useAgainWhenChanged(counts: string, again: () => void): void {
  const shown = useRef(counts);
  useEffect(() => {
    if (shown.current === counts) return;
    shown.current = counts;
    again();
  });
}

function useColumns(currency: string): Column<Message>[] {
  const { batch: words, states, reasons, senders } = useTexts(smsTexts);
  const { number, country } = useFormat();
  return [
    { key: 'msisdn', header: words.msisdn, cell: ({ msisdn }) => <span className="number">{msisdn}</span> },
    { key: 'state', header: words.state, cell: ({ state }) => <Badge tone={smsTones[state]}>{states[state]}</Badge> },
    {
      key: 'reason',
      header: words.reason,
      cell: ({ reason }) => (reason === null ? '–' : ((reasons as Record<string, string>)[reason] ?? reason)),
    },
    { key: 'country', header: words.country, extra: true, cell: (message) => country(message.country) },
    { key: 'operator', header: words.operator, cell: ({ operator }) => (operator === 'other' ? senders.other : operator) },
    {
      key: 'price',
      header: words.price,
      align: 'end',
      cell: ({ price, refunded }) => (
        <>
          <Money amount={price} currency={currency} /> {refunded ? <span className="soft small">({words.given})</span> : null}
        </>
      ),
    },
    { key: 'delivered', header: words.delivered, align: 'end', extra: true, cell: ({ partsDelivered }) => number(partsDelivered) },
    { key: 'sent', header: words.sentAt, extra: true, cell: ({ sentAt }) => (sentAt === null ? '–' : <When at={sentAt} show="exact" />) },
    { key: 'updated', header: words.updatedAt, cell: ({ updatedAt }) => <When at={updatedAt} /> },
    { key: 'position', header: words.position, align: 'end', extra: true, cell: ({ position }) => number(position) },
  ];
}

function Downloads({ id, state }: { id: string; state: SmsStateName | '' }) {
  const { batch: words } = useTexts(smsTexts);
  const of = state === '' ? {} : { state };
  return (
    <>
      {(['plain', 'excel'] as const).map((form) => (
        <a
          key={form}
          className="button button-plain button-small"
          download
          href={addressOf('GET sms/batches/:id/messages.csv', { params: { id }, query: { ...of, form } })}
        >
          <Icon name="download" size={16} />
          {form === 'plain' ? words.csv : words.excel}
        </a>
      ))}
    </>
  );
}
