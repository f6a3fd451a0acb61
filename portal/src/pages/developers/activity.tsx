// How a developer's business goes: figures of 30 days, last payments, claims without an answer,
// valid keys, and the operator's notes; a card for each. Read beside the account, which does not
// wait for it.

import { defined } from '@jokko/contract/defined';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead, type Read } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Action } from '../../ui/action.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { StatusBadge as ClaimBadge } from '../claims/status-badge.tsx';
import { AccountVolume } from '../transactions/account-volume.tsx';
import { accountVolumeMessages } from '../transactions/account-volume-messages.ts';
import { StatusBadge } from '../transactions/status-badge.tsx';
import { noteMessages } from '../transactions/note-messages.ts';
import { NotesCard } from '../transactions/notes.tsx';
import { activityMessages } from './activity-messages.ts';

export type Activity = RouteAnswer<'GET operator/developers/:id/activity'>;

/** Each read counts a very busy account further back. */
const countsOnMs = 5_000;

/** Read once for all parts of the page. */
export function useActivity(id: number): Read<Activity> {
  const params = { id: String(id) };
  const read = useRead('GET operator/developers/:id/activity', { params });
  const counting = read.answer?.volume.whole === false;
  useRead('GET operator/developers/:id/activity', counting ? { params } : null, {
    everyMs: countsOnMs,
  });
  return read;
}

export function VolumeCard({ id, volume }: { id: number; volume: Activity['volume'] }) {
  const volumeTexts = useMessages(accountVolumeMessages);
  const { moment } = useFormat();
  return (
    <Card
      title={volumeTexts.title}
      {...defined({ lead: volume.whole ? undefined : volumeTexts.since(moment(volume.since)) })}
      actions={<Links id={id} />}
    >
      <AccountVolume volume={volume} />
    </Card>
  );
}

/** Into the lists, narrowed to this developer. */
function Links({ id }: { id: number }) {
  const messages = useMessages(activityMessages);
  return (
    <nav className="row developer-links" aria-label={messages.lists}>
      <Link to={`/transactions?account=${id}`}>{messages.allPayments}</Link>
      <Link to={`/cases?account=${id}`}>{messages.cases}</Link>
      <Link to={`/all-payouts?account=${id}`}>{messages.payouts}</Link>
      <Link to={`/destination-queues?account=${id}`}>{messages.callbacks}</Link>
      <Link to={`/audit?account=${id}`}>{messages.audit}</Link>
    </nav>
  );
}

export function PaymentsCard({ id, payments }: { id: number; payments: Activity['payments'] }) {
  const messages = useMessages(activityMessages);
  return (
    <Card title={messages.lastPayments} flush>
      <DataTable
        id="developer-payments"
        caption={messages.lastPayments}
        rows={payments}
        rowKey={(payment) => payment.id}
        empty={<EmptyState icon="arrows" title={messages.noPayments} />}
        columns={[
          {
            key: 'id',
            header: messages.transaction,
            cell: (payment) => <Link to={`/transactions/${id}/${payment.id}`}>{payment.id}</Link>,
          },
          { key: 'at', header: messages.at, cell: ({ createdAt }) => <When at={createdAt} /> },
          { key: 'service', header: messages.service, cell: ({ serviceName }) => serviceName },
          {
            key: 'amount',
            header: messages.amount,
            align: 'end',
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            key: 'status',
            header: messages.status,
            cell: ({ status }) => <StatusBadge status={status} />,
          },
        ]}
      />
    </Card>
  );
}

export function ClaimsCard({ claims: { count, first } }: { claims: Activity['claims'] }) {
  const messages = useMessages(activityMessages);
  if (count === 0) return null;
  return (
    <Card title={messages.claims} lead={messages.claimsLead(count)} flush>
      <DataTable
        id="developer-claims"
        caption={messages.claims}
        rows={first}
        rowKey={({ reference }) => reference}
        empty={null}
        columns={[
          {
            key: 'subject',
            header: messages.subject,
            cell: ({ reference, subject }) => (
              <Link to={`/claim-queue/${reference}`}>{subject}</Link>
            ),
          },
          {
            key: 'status',
            header: messages.status,
            cell: ({ status }) => <ClaimBadge status={status} />,
          },
          {
            key: 'opened',
            header: messages.openedAt,
            cell: ({ openedAt }) => <When at={openedAt} />,
          },
        ]}
      />
    </Card>
  );
}

export function KeysCard({ keys: { count, newest } }: { keys: Activity['keys'] }) {
  const messages = useMessages(activityMessages);
  return (
    <Card title={messages.keys} lead={messages.keysLead(count)} flush>
      <DataTable
        id="developer-keys"
        caption={messages.keys}
        rows={newest}
        rowKey={({ keyId }) => keyId}
        empty={<EmptyState icon="key" title={messages.noKeys} />}
        columns={[
          { key: 'key', header: messages.key, cell: ({ keyId }) => <code>{keyId}</code> },
          { key: 'name', header: messages.name, cell: ({ name }) => (name === '' ? '–' : name) },
          { key: 'scope', header: messages.scope, cell: ({ scope }) => messages.scopes[scope] },
          {
            key: 'used',
            header: messages.used,
            cell: ({ usedAt }) => (usedAt === null ? messages.unused : <When at={usedAt} />),
          },
          {
            key: 'expires',
            header: messages.expires,
            cell: ({ expiresAt }) =>
              expiresAt === null ? messages.never : <When at={expiresAt} />,
          },
        ]}
      />
    </Card>
  );
}

export function AccountNotes({ id, notes }: { id: number; notes: Activity['notes'] }) {
  const messages = useMessages(noteMessages);
  return (
    <NotesCard notes={notes}>
      <Action
        route="POST operator/developers/note"
        body={({ text = '' }) => ({ id, text })}
        changes={['GET operator/developers/:id/activity']}
        label={messages.add}
        icon="plus"
        ask={{ title: messages.add, note: { name: 'text', label: messages.note } }}
        done={messages.added}
      />
    </NotesCard>
  );
}
