// Routes of the developers as the operator sees them.

import { currencyDecimals, toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import {
  findListedAccount,
  listAccounts,
  loadAccountServices,
  loadAccount,
  openAccount,
  setAccount,
  setAccountService,
  suspendAccount,
} from '../../../domain/accounts/index.ts';
import type { AccountRow, ListedAccount } from '../../../domain/accounts/index.ts';
import { priceFor } from '../../../domain/catalogue/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { listMembers, personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import { invitesAlone } from '../../../domain/ways-in/index.ts';
import type { Handlers } from '../handler.ts';

type Developer = RouteAnswer<'GET operator/developers/:id'>;

const pageRows = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };
const decimal = (amount: bigint | null): string | null => (amount === null ? null : toDecimalString(amount));
const done = (found: boolean) => (found ? { ok: true as const, answer: {} } : notFound);
const wrong = (field: string): Refused => ({ ok: false, refusal: 'invalid', fields: [{ field, problem: 'notAllowed' }] });

export function developerHandlers(people: PeopleDeps, catalogue: () => Catalogue) {
  const { database, secrets } = people;
  return {
    async 'GET operator/developers'({ query: { q = '', after } }) {
      const before = after === undefined ? null : Number(after);
      const rows = await listAccounts(database, { search: q.trim(), before, limit: pageRows + 1 });
      const items = rows.slice(0, pageRows).map((row) => headOf(row));
      return { ok: true, answer: { items, next: rows.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'GET operator/developers/:id'({ params }) {
      const account = await findListedAccount(database, Number(params.id));
      if (account === null) return notFound;
      const [services, row] = await Promise.all([servicesOf(account.id), loadAccount(database, account.id)]);
      const members = (await listMembers(database, account.id)).map(({ id, name, email, role, secondFactor, seenAt }) => ({
        ...{ id, name, email, secondFactor },
        role: role as Developer['members'][number]['role'],
        seenAt: seenAt?.toISOString() ?? null,
      }));
      const alone = await invitesAlone(database, account.id);
      return { ok: true, answer: { ...headOf(account), services, members, invitesAlone: alone, settings: settingsOf(row!) } };
    },
    async 'POST operator/developers'({ body: { name, currency, language, allServices }, caller: { live }, visit }) {
      if (!Object.hasOwn(currencyDecimals, currency)) return wrong('currency');
      const account = { name: name.trim(), currency, language, activate: allServices ? 'all' : 'none' } as const;
      if (account.name === '') return { ok: false, refusal: 'invalid', fields: [{ field: 'name', problem: 'empty' }] };
      const opened = await openAccount(database, secrets, personOf(live.person, visit), account);
      if (!opened.ok) return { ok: false, refusal: 'conflict' };
      return { ok: true, answer: { id: opened.accountId, apiKey: opened.apiKey, webhookSecret: opened.webhookSecret } };
    },
    'POST operator/developers/suspend': async ({ body: { id: accountId, suspended, reason }, caller: { live }, visit }) =>
      done(await suspendAccount(database, personOf(live.person, visit), { accountId, suspended, reason })),
    async 'POST operator/developers/settings'({ body: { id, ...settings }, caller: { live }, visit }) {
      return done((await setAccount(database, id, settings, personOf(live.person, visit))).ok);
    },
    'POST operator/developers/service': async ({ body: { id: accountId, code, active }, caller: { live }, visit }) =>
      done((await setAccountService(database, personOf(live.person, visit), { accountId, code, active })) === 'done'),
  } satisfies Partial<Handlers>;

  /** The whole catalogue, in its order. */
  async function servicesOf(accountId: number): Promise<Developer['services']> {
    const own = new Map((await loadAccountServices(database, accountId)).map(({ code, price }) => [code, price]));
    return catalogue().services.map((service) => {
      const agreed = own.get(service.code) ?? null;
      const { percent, fixed, minimum, maximum } = priceFor(service, agreed);
      return {
        ...{ code: service.code, name: service.name, currency: service.currency, active: own.has(service.code), own: agreed !== null },
        ...{ percent: toDecimalString(percent), fixed: toDecimalString(fixed), minimum: decimal(minimum), maximum: decimal(maximum) },
        messagePrice: decimal(service.messagePrice),
      };
    });
  }
}

function headOf({ id, name, currency, suspended, createdAt, services, members, balances }: ListedAccount) {
  const held = balances.map((each) => ({
    currency: each.currency,
    available: toDecimalString(BigInt(each.available)),
    held: toDecimalString(BigInt(each.held)),
  }));
  return { id, name, currency, suspended, createdAt: createdAt.toISOString(), services, members, balances: held };
}

const settingsOf = (row: AccountRow): Developer['settings'] => ({
  rateLimit: row.rate_limit,
  callbackGraceMs: row.callback_grace_ms,
  language: row.language,
  mirrorFields: row.mirror_fields,
  allowHttpCallbacks: row.allow_http_callbacks,
  smsAcceptWithoutPlus: row.sms_accept_without_plus,
});
