// Cards of a morning proof: books, providers, bank, what is open, and the movements of the day.

import { defined } from '@jokko/contract/defined';
import type { ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { proofMessages } from './messages.ts';

type Answer = RouteAnswer<'GET operator/morning-proofs/:day'>;
type Proof = Answer['proof'];
interface Of {
  proof: Proof;
}

function ProofTable<Row>(props: {
  id: string;
  title: string;
  lead?: string;
  above?: ReactNode;
  rows: readonly Row[];
  rowKey(row: Row): string;
  columns: readonly Column<Row>[];
}) {
  const { id, title, lead, above, rows, rowKey, columns } = props;
  const messages = useMessages(proofMessages);
  return (
    <Card title={title} {...defined({ lead })}>
      <div className="stack">
        {above}
        {rows.length === 0 ? (
          <p className="soft">{messages.nothing}</p>
        ) : (
          <DataTable
            id={`proof-${id}`}
            phoneRows={10}
            caption={title}
            rows={rows}
            rowKey={rowKey}
            columns={columns}
            empty={null}
          />
        )}
      </div>
    </Card>
  );
}

const money = (amount: string | null, currency: string): ReactNode =>
  amount === null ? '–' : <Money amount={amount} currency={currency} />;

/** Nothing is as it must be; anything else is to be looked at. */
const difference = (amount: string | null, currency: string): ReactNode =>
  amount === null ? (
    '–'
  ) : (
    <Badge tone={amount === '0' ? 'good' : 'warn'}>
      <Money amount={amount} currency={currency} signed />
    </Badge>
  );

export function BooksCard({ proof: { books, checks } }: Of) {
  const messages = useMessages(proofMessages);
  const { number } = useFormat();
  return (
    <ProofTable
      id="books"
      title={messages.books}
      lead={messages.booksLead}
      above={
        <>
          {checks === null ? <Notice tone="bad">{messages.notChecked}</Notice> : null}
          {checks?.broken.length === 0 ? <p>{messages.checked(number(checks.made))}</p> : null}
          {(checks?.broken ?? []).map(({ id, statement, violations }) => (
            <Notice key={id} tone="bad" title={`${id} (${number(violations)})`}>
              <span lang="en">{statement}</span>
            </Notice>
          ))}
        </>
      }
      rows={books}
      rowKey={({ currency }) => currency}
      columns={[
        { key: 'currency', header: messages.currency, cell: ({ currency }) => currency },
        {
          key: 'accounts',
          header: messages.accounts,
          align: 'end',
          cell: ({ accounts }) => number(accounts),
        },
        {
          key: 'available',
          header: messages.available,
          align: 'end',
          cell: ({ available, currency }) => money(available, currency),
        },
        {
          key: 'held',
          header: messages.held,
          align: 'end',
          cell: ({ held, currency }) => money(held, currency),
        },
      ]}
    />
  );
}

export function ProvidersCard({ proof: { providers } }: Of) {
  const messages = useMessages(proofMessages);
  return (
    <ProofTable
      id="providers"
      title={messages.providers}
      lead={messages.providersLead}
      rows={providers}
      rowKey={({ routes, currency }) => `${routes.join(',')} ${currency}`}
      columns={[
        { key: 'route', header: messages.route, cell: ({ routes }) => routes.join(', ') },
        {
          key: 'booked',
          header: messages.booked,
          align: 'end',
          cell: ({ booked, currency }) => money(booked, currency),
        },
        {
          key: 'reported',
          header: messages.reported,
          align: 'end',
          cell: ({ reported, currency }) => money(reported, currency),
        },
        {
          key: 'difference',
          header: messages.difference,
          align: 'end',
          cell: (row) => difference(row.difference, row.currency),
        },
        {
          key: 'readAt',
          header: messages.readAt,
          cell: ({ readAt }) => (readAt === null ? '–' : <When at={readAt} />),
        },
      ]}
    />
  );
}

export function BankCard({ answer: { proof, signature } }: { answer: Answer }) {
  const messages = useMessages(proofMessages);
  const said = signature?.bank ?? [];
  const currencies = [...new Set([...proof.bank, ...said].map(({ currency }) => currency))];
  const rows = currencies.map((currency) => ({
    currency,
    day: proof.bank.find((each) => each.currency === currency),
    bank: said.find((each) => each.currency === currency),
  }));
  return (
    <ProofTable
      id="bank"
      title={messages.bank}
      lead={messages.bankLead}
      rows={rows}
      rowKey={({ currency }) => currency}
      columns={[
        { key: 'currency', header: messages.currency, cell: ({ currency }) => currency },
        {
          key: 'received',
          header: messages.received,
          align: 'end',
          cell: ({ day, currency }) => money(day?.received ?? '0', currency),
        },
        {
          key: 'paid',
          header: messages.paid,
          align: 'end',
          cell: ({ day, currency }) => money(day?.paid ?? '0', currency),
        },
        {
          key: 'expected',
          header: messages.expected,
          align: 'end',
          cell: ({ bank, currency }) => money(bank?.expected ?? null, currency),
        },
        {
          key: 'atBank',
          header: messages.atBank,
          align: 'end',
          cell: ({ bank, currency }) => money(bank?.amount ?? null, currency),
        },
        {
          key: 'difference',
          header: messages.difference,
          align: 'end',
          cell: ({ bank, currency }) => difference(bank?.difference ?? null, currency),
        },
      ]}
    />
  );
}

interface OpenRow {
  key: string;
  what: string;
  count: number;
  amount: string | null;
  currency: string | null;
}

export function OpenCard({ proof: { unknown, differences, ordered, cases } }: Of) {
  const messages = useMessages(proofMessages);
  const { number } = useFormat();
  const { codes } = messages;
  const rows: OpenRow[] = [
    ...unknown.map((each) => ({ ...each, key: `u${each.currency}`, what: codes.unknown })),
    ...differences.map(({ route, ...each }) => ({
      ...each,
      key: `d${route}${each.currency}`,
      what: `${codes.differences} · ${route}`,
    })),
    ...ordered.map((each) => ({ ...each, key: `o${each.currency}`, what: codes.ordered })),
    ...(cases === 0
      ? []
      : [{ key: 'cases', what: codes.cases, count: cases, amount: null, currency: null }]),
  ];
  return (
    <ProofTable
      id="open"
      title={messages.open}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: 'what', header: messages.what, cell: ({ what }) => what },
        {
          key: 'count',
          header: messages.count,
          align: 'end',
          cell: ({ count }) => number(count),
        },
        {
          key: 'amount',
          header: messages.amount,
          align: 'end',
          cell: ({ amount, currency }) => (currency === null ? '–' : money(amount, currency)),
        },
      ]}
    />
  );
}

export function MovementsCard({ proof: { movements } }: Of) {
  const messages = useMessages(proofMessages);
  const names: Record<string, string> = messages.ledgerAccounts;
  return (
    <ProofTable
      id="movements"
      title={messages.movements}
      rows={movements}
      rowKey={({ account, currency }) => `${account} ${currency}`}
      columns={[
        {
          key: 'account',
          header: messages.account,
          cell: ({ account }) => names[account] ?? account,
        },
        {
          key: 'debited',
          header: messages.debited,
          align: 'end',
          cell: ({ debited, currency }) => money(debited, currency),
        },
        {
          key: 'credited',
          header: messages.credited,
          align: 'end',
          cell: ({ credited, currency }) => money(credited, currency),
        },
      ]}
    />
  );
}
