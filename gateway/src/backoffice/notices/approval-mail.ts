// Composes what is told of an approval request: to those who may approve it that it waits, with
// what it would change; to who asked what came of it.

import {
  isAccountKind,
  type ApprovalKind,
  type DeveloperRole,
  type OperatorRole,
} from '@jokko/contract/portal';
import type { Database, Session } from '../../platform/db/database.ts';
import {
  findApprovalRequest,
  listFilesOf,
  type ApprovalRequest,
  type ApprovalRequestKinds,
} from '../approvals/index.ts';
import type { Log } from '../../platform/log.ts';
import type { NotificationParameters } from '../notifications/index.ts';
import type { EntryMail, MailedEntry } from './mailed-entry.ts';

type Told = NotificationParameters['approval'];
type Line = NonNullable<Told['changes']>[number];
/** What open requests would change, by their number. */
export type Previews = ReadonlyMap<number, NonNullable<Told['changes']>>;

const approvers: readonly OperatorRole[] = ['admin', 'finance'];
const approversOfAccount: readonly DeveloperRole[] = ['owner', 'admin', 'finance'];
const reasonCharactersMax = 500;
const changesMax = 10;
/** What they move is added to something or taken from it. */
const signedKinds: ReadonlySet<ApprovalKind> = new Set(['fund', 'adjust', 'float']);

const requestNumberOf = ({ subject }: Pick<MailedEntry, 'subject'>): number =>
  Number(subject.split('/')[1]);

export interface PreviewDeps {
  database: Database;
  kinds: ApprovalRequestKinds;
  log: Pick<Log, 'error'>;
  /** The currency of a service; null: the catalogue has it no more. */
  currencyOf(service: string): string | null;
}

/**
 * Read before the transaction that tells: what would be so is computed by the reads of the change
 * itself.
 */
export async function previewsOf(
  { database, kinds, log, currencyOf }: PreviewDeps,
  entries: readonly Pick<MailedEntry, 'subject'>[],
): Promise<Previews> {
  const previews = new Map<number, NonNullable<Told['changes']>>();
  const priced = (value: Line['before']): Line['before'] =>
    value !== null && 'code' in value ? { ...value, currency: currencyOf(value.code) } : value;
  for (const entry of entries) {
    const request = await findApprovalRequest(database, requestNumberOf(entry));
    if (request?.state !== 'open') continue;
    try {
      const preview = await kinds[request.kind]?.preview?.(database, request);
      const lines = preview?.lines.slice(0, changesMax) ?? [];
      previews.set(
        request.id,
        lines.map(({ subject, name, before, after }) => ({
          subject,
          name,
          before: priced(before),
          after: priced(after),
        })),
      );
    } catch (error) {
      // The message goes without these lines: one request must not keep all that follows from being
      // told.
      log.error({ reason: String(error), request: request.id }, 'approval mail: no preview');
    }
  }
  return previews;
}

/** What was decided meanwhile waits for nobody. */
export async function askedMail(
  session: Session,
  entry: MailedEntry,
  previews: Previews,
): Promise<EntryMail | null> {
  const request = await findApprovalRequest(session, requestNumberOf(entry));
  if (request?.state !== 'open') return null;
  const changes = previews.get(request.id) ?? [];
  const files = (await listFilesOf(session, [request.id])).length;
  return {
    kind: 'approval',
    parameters: { ...toldOf(request, entry), changes, files },
    people: {
      ...(isAccountKind(request.kind)
        ? { accountId: entry.accountId, roles: approversOfAccount }
        : { accountId: null, roles: approvers }),
      but: request.askedBy,
      topic: 'approvals',
    },
  };
}

/** What is approved and not carried out yet is told when it is. */
export async function decidedMail(session: Session, entry: MailedEntry): Promise<EntryMail | null> {
  const request = await findApprovalRequest(session, requestNumberOf(entry));
  // What a key asked for is answered by its callback.
  if (request === null || request.askedBy === null) return null;
  const { state } = request;
  if (state !== 'done' && state !== 'failed' && state !== 'refused') return null;
  const { new: values } = JSON.parse(entry.body) as { new: { done?: boolean } | null };
  if (entry.action === 'wish.approve' && values?.done === undefined) return null;
  return {
    kind: 'decision',
    parameters: {
      ...toldOf(request, entry),
      outcome: state,
      decidedBy: request.decidedByName,
      note: request.note,
    },
    people: {
      accountId: isAccountKind(request.kind) ? entry.accountId : null,
      roles: null,
      only: request.askedBy,
      topic: 'approvals',
    },
  };
}

interface Parameters {
  amount?: string;
  currency?: string;
  transactionId?: string;
  batchId?: string;
  lines?: number;
}

function toldOf(request: ApprovalRequest, { account }: Pick<MailedEntry, 'account'>): Told {
  const { id, kind, reason, askedByName } = request;
  const { amount, currency, transactionId, batchId, lines } = request.parameters as Parameters;
  return {
    side: isAccountKind(kind) ? 'account' : 'operator',
    request: kind,
    id,
    account,
    by: askedByName,
    reason: reason.slice(0, reasonCharactersMax),
    amount:
      amount === undefined || currency === undefined
        ? null
        : { amount, currency, signed: signedKinds.has(kind) },
    transactionId: transactionId ?? null,
    batch: batchId === undefined ? null : { id: batchId, lines: lines ?? 0 },
  };
}
