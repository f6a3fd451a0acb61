// Routes by which users of an account make payment links, pause and resume them. The account is
// always the membership's.

import { defined, paymentLinkUses, type PaymentLinkRequest } from '@jokko/contract';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';
import type { Account } from '../accounts/index.ts';
import type { OfferDeps } from '../checkouts/http-offer.ts';
import { linkUrlOf, makeLink } from './http-payment-links.ts';
import { findLink, listLinks, statusOf, storePaused, type PaymentLink } from './index.ts';

export interface PortalLinksDeps extends OfferDeps {
  database: Database;
  /** Null: it is not configured. */
  publicUrl: string | null;
  directory: { byId(accountId: number): Promise<Account | null> };
}

type Calling = Pick<Parameters<Handlers['POST payment-links/pause']>[0], 'caller' | 'visit'>;

export function paymentLinkHandlers(deps: PortalLinksDeps) {
  const { database, directory } = deps;
  const present = (link: PaymentLink) => presentLink(deps.publicUrl ?? '', link);
  return {
    async 'GET payment-links'({ query: { after }, caller: { membership } }) {
      const { accountId } = membership;
      const found = await listLinks(database, {
        accountId,
        after: after ?? null,
        limit: pageRowsRead,
      });
      const { rows, next } = cutPage(found, ({ id }) => id);
      return { ok: true, answer: { items: rows.map(present), next } };
    },
    async 'POST payment-links'({ body, caller: { session: user, membership }, visit }) {
      const account = await directory.byId(membership.accountId);
      if (account === null) return notFound;
      const request = requestOf(body);
      const made = await inTransaction(database, async (session) => {
        const link = await makeLink(
          { ...deps, database: session },
          { account, access: { services: null }, apiKey: '', request },
        );
        if (link.type === 'made' && link.isNew)
          await recordAudit(session, {
            who: actorOf(user.user, visit),
            action: 'payment-link.create',
            accountId: account.id,
            subject: `payment-link/${request.id}`,
            new: {
              singleUse: request.uses === paymentLinkUses.one,
              description: request.description,
              ...amountsOf(body),
            },
          });
        return link;
      });
      switch (made.type) {
        case 'made':
          return { ok: true, answer: present(made.link) };
        case 'conflict':
        case 'suspended':
          return conflict;
        case 'invalid': {
          const { field, problem } = made.faults[0]!;
          return refuseField(field.replace('amountRange.', ''), problem);
        }
      }
    },
    async 'POST payment-links/pause'({ body: { id }, ...calling }) {
      const link = await moveLink(database, calling, id, true);
      return link === null ? notFound : { ok: true, answer: present(link) };
    },
    async 'POST payment-links/resume'({ body: { id }, ...calling }) {
      const link = await moveLink(database, calling, id, false);
      return link === null ? notFound : { ok: true, answer: present(link) };
    },
  } satisfies Partial<Handlers>;
}

/** The link as it is then; null: there is none of this id. */
function moveLink(
  database: Database,
  { caller: { session: user, membership }, visit }: Calling,
  id: string,
  paused: boolean,
): Promise<PaymentLink | null> {
  const key = { accountId: membership.accountId, id };
  return inTransaction(database, async (session) => {
    const before = await findLink(session, key);
    if (before === null || (before.pausedAt !== null) === paused) return before;
    await storePaused(session, key, paused);
    await recordAudit(session, {
      who: actorOf(user.user, visit),
      action: paused ? 'payment-link.pause' : 'payment-link.resume',
      accountId: key.accountId,
      subject: `payment-link/${id}`,
    });
    return findLink(session, key);
  });
}

type Body = Parameters<Handlers['POST payment-links']>[0]['body'];

const amountsOf = ({ amount, minimum, maximum }: Body) =>
  amount === null ? { minimum, maximum } : { amount };

function requestOf({ id, uses, amount, minimum, maximum, ...body }: Body): PaymentLinkRequest {
  const { description, expiresInMinutes, callbackUrl } = body;
  return {
    id,
    uses,
    ...defined({ amount }),
    ...(minimum !== null && maximum !== null && { amountRange: { minimum, maximum } }),
    description: description.trim(),
    ...defined({ expiresInMinutes }),
    callbackUrl: callbackUrl.trim(),
  };
}

const presentLink = (publicUrl: string, link: PaymentLink) => ({
  id: link.id,
  url: linkUrlOf(publicUrl, link),
  status: statusOf(link),
  uses: link.singleUse ? paymentLinkUses.one : paymentLinkUses.many,
  amount: link.amount,
  minimum: link.minimum,
  maximum: link.maximum,
  currency: link.currency,
  description: link.description,
  payments: link.earned.count,
  earned: link.earned.amount,
  createdAt: link.createdAt,
  expiresAt: link.expiresAt,
});
