// Page of one SMS batch: its state as a whole and for each recipient.

import { useEffect, useRef } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { Amounts } from './amounts.tsx';
import { CancelBatch } from './cancel-batch.tsx';
import { Counts, smsStateNames, type SmsStateName } from './counts.tsx';
import { useMessageColumns } from './message-columns.tsx';
import { smsMessages } from './messages.ts';
import { appName, useApps } from './use-app.tsx';
import './sms.css';

type Details = RouteAnswer<'GET sms/batches/:id'>;
const everyMs = 5_000;
/** While a recipient is in one of these, something will change. */
const openStates = ['ACCEPTED', 'QUEUED', 'SENT'] as const;

export default function Batch({ params: { id = '' } }: { params: Record<string, string> }) {
  const messages = useMessages(smsMessages.batch);
  const batch = useRead('GET sms/batches/:id', { params: { id } });
  return (
    <Page title={messages.title(id)} back={{ to: '/sms', label: messages.back }}>
      <Loaded read={batch}>
        {(details) => (
          <>
            {openStates.some((state) => (details.counts[state] ?? 0) > 0) ? (
              <KeptCurrent id={id} />
            ) : null}
            <BatchDetails details={details} />
            <Recipients details={details} />
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

function BatchDetails({ details }: { details: Details }) {
  const { batch: messages, batches, app } = useMessages(smsMessages);
  const { number } = useFormat();
  const used = useApps().answer?.items.find((each) => each.id === details.appId);
  return (
    <Card>
      <p className="sms-text sms-quoted">{details.content ?? batches.textForgotten}</p>
      <KeyValues
        items={[
          { label: messages.progress, value: <Counts counts={details.counts} /> },
          { label: batches.sender, value: details.sender },
          { label: app, value: used === undefined ? null : appName(used) },
          { label: batches.recipients, value: number(details.recipients) },
          {
            label: batches.size,
            value: `${number(details.parts)} · ${messages.encodings[details.encoding](details.parts)}`,
          },
          {
            label: messages.charged,
            value: (
              <Amounts
                amounts={details.amounts.map(({ currency, charged }) => ({
                  currency,
                  amount: charged,
                }))}
              />
            ),
          },
          {
            label: messages.refunded,
            value: (
              <Amounts
                amounts={details.amounts.map(({ currency, refunded }) => ({
                  currency,
                  amount: refunded,
                }))}
              />
            ),
          },
          { label: batches.created, value: <When at={details.createdAt} show="both" /> },
          ...(details.scheduledAt === null
            ? []
            : [
                {
                  label: messages.scheduledAt,
                  value: <When at={details.scheduledAt} show="both" />,
                },
              ]),
          ...(details.cancelledAt === null
            ? []
            : [
                {
                  label: messages.cancelledAt,
                  value: <When at={details.cancelledAt} show="both" />,
                },
              ]),
          { label: messages.validUntil, value: <When at={details.validUntil} show="exact" /> },
        ]}
      />
      {isCancellable(details) ? <CancelBatch id={details.id} /> : null}
    </Card>
  );
}

/** Whether its time has come is decided by the gateway. */
const isCancellable = ({ scheduledAt, cancelledAt, counts, recipients }: Details): boolean =>
  scheduledAt !== null && cancelledAt === null && counts.ACCEPTED === recipients;

type Message = RouteAnswer<'GET sms/batches/:id/messages'>['items'][number];

function Recipients({ details: { id, counts } }: { details: Details }) {
  const { batch: messages, states } = useMessages(smsMessages);
  const list = useList('GET sms/batches/:id/messages', {
    params: { id },
    filters: [
      {
        name: 'state',
        label: messages.state,
        all: messages.allStates,
        options: optionsOf(smsStateNames, states),
      },
    ],
  });
  useAgainWhenChanged(JSON.stringify(counts), list.read.again);
  return (
    <ListTable
      list={list}
      id="sms-recipients"
      caption={messages.recipients}
      rowKey={({ position }) => String(position)}
      columns={useColumns()}
      tools={<Downloads id={id} state={list.search.state} />}
      empty={{ icon: 'users', title: messages.none }}
    />
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

function useColumns(): Column<Message>[] {
  const messages = useMessages(smsMessages.batch);
  const { number } = useFormat();
  return [
    ...useMessageColumns<Message>(),
    {
      key: 'position',
      header: messages.position,
      align: 'end',
      extra: true,
      cell: ({ position }) => number(position),
    },
  ];
}

function Downloads({ id, state }: { id: string; state: SmsStateName | '' }) {
  const messages = useMessages(smsMessages.batch);
  const of = state === '' ? {} : { state };
  return (
    <>
      {(['plain', 'excel'] as const).map((form) => (
        <a
          key={form}
          className="button button-plain button-small"
          download
          href={addressOf('GET sms/batches/:id/messages.csv', {
            params: { id },
            query: { ...of, form },
          })}
        >
          <Icon name="download" size={16} />
          {form === 'plain' ? messages.csv : messages.excel}
        </a>
      ))}
    </>
  );
}
