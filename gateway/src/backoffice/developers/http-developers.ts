// Routes of the developers as the operator sees them.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import {
  findListedAccount,
  listAccounts,
  loadAccountServices,
  loadAccount,
  operationMaxOf,
} from '../../payments/accounts/index.ts';
import type { AccountRow, ListedAccount } from '../../payments/accounts/index.ts';
import { findCertified } from '../../payments/integration-tests/index.ts';
import { isPricedByQuote, priceFor } from '../../payments/catalogue/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { listMembers } from '../users/index.ts';
import { invitesAlone } from '../account-access/index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { developerChangeHandlers } from './http-developer-changes.ts';

type Developer = RouteResult<'GET operator/developers/:id'>;

export function developerHandlers(
  deps: { database: Database; secrets: Secrets },
  catalogue: () => Catalogue,
) {
  const { database } = deps;
  return {
    async 'GET operator/developers'({ query: { q = '', after } }) {
      const before = after === undefined ? null : Number(after);
      const rows = await listAccounts(database, { search: q.trim(), before, limit: pageRowsRead });
      const { rows: shown, next } = cutPage(rows, ({ id }) => id);
      const items = shown.map((row) => headOf(row));
      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'GET operator/developers/:id'({ params }) {
      const account = await findListedAccount(database, Number(params.id));
      if (account === null) return notFound;
      const [services, row] = await Promise.all([
        servicesOf(database, catalogue(), account.id),
        loadAccount(database, account.id),
      ]);
      const members = (await listMembers(database, account.id)).map(
        ({ id, name, email, role, secondFactor, seenAt }) => ({
          id,
          name,
          email,
          secondFactor,
          role: role as Developer['members'][number]['role'],
          seenAt,
        }),
      );
      const alone = await invitesAlone(database, account.id);
      return {
        ok: true,
        answer: {
          ...headOf(account),
          services,
          members,
          invitesAlone: alone,
          settings: settingsOf(row!),
          integrationTestedAt: await findCertified(database, account.id),
        },
      };
    },
    ...developerChangeHandlers(deps),
  } satisfies Partial<Handlers>;
}

/** The whole catalogue, in its order. */
async function servicesOf(
  database: Database,
  catalogue: Catalogue,
  accountId: number,
): Promise<Developer['services']> {
  const own = new Map(
    (await loadAccountServices(database, accountId)).map(({ code, price }) => [code, price]),
  );
  return catalogue.services.map((service) => {
    const agreed = own.get(service.code) ?? null;
    const { percent, fixed, minimum, maximum } = priceFor(service, agreed);
    return {
      code: service.code,
      name: service.name,
      currency: service.currency,
      active: own.has(service.code),
      own: agreed !== null,
      percent,
      fixed,
      minimum,
      maximum,
      messagePrice: service.messagePrice,
      quoted: isPricedByQuote(service),
    };
  });
}

function headOf({
  id,
  name,
  currency,
  suspended,
  createdAt,
  services,
  members,
  balances,
}: ListedAccount) {
  const held = balances.map((each) => ({
    currency: each.currency,
    available: BigInt(each.available),
    held: BigInt(each.held),
  }));
  return {
    id,
    name,
    currency,
    suspended,
    createdAt,
    services,
    members,
    balances: held,
  };
}

const settingsOf = (row: AccountRow): Developer['settings'] => ({
  rateLimit: row.rate_limit,
  callbackGraceMs: row.callback_grace_ms,
  language: row.language,
  mirrorFields: row.mirror_fields,
  allowHttpCallbacks: row.allow_http_callbacks,
  smsAcceptWithoutPlus: row.sms_accept_without_plus,
  parksPayouts: row.parks_payouts,
  operationMax: operationMaxOf(row),
});
