// Routes of settlements for the operator: two persons approve, the bank's file is taken along, and what the bank did is written down.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import { askFor, listOpenWishes, type Wish, type WishKinds } from '../../../domain/approvals/index.ts';
import { noteAudit } from '../../../domain/audit/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused, SignedInPerson, Visit } from '../../../domain/people/index.ts';
import {
  eachOfFile,
  findSettlement,
  listSettlements,
  makePaymentFile,
  paySettlement,
  refuseSettlement,
  stepOf,
  type Settlement,
  type SettlementWish,
} from '../../../domain/settlements/index.ts';
import { csvOf, headingsOf, type Cell } from '../csv.ts';
import type { Handlers } from '../handler.ts';
import { decisionAnswer, findAdvice, settlementItem, wrongField } from './settlement-words.ts';

type Item = RouteAnswer<'GET operator/settlements'>['items'][number];
type Kind = 'settle' | 'settle-return';

const pageRows = 50;
const moves = { settle: 'approve', 'settle-return': 'return' } as const;
const notFound: Refused = { ok: false, refusal: 'notFound' };

export function settlementQueueHandlers({ database }: PeopleDeps, kinds: WishKinds) {
  async function ask(kind: Kind, { id, reason }: { id: number; reason: string }, person: SignedInPerson, visit: Visit) {
    const settlement = await findSettlement(database, id);
    if (settlement === null) return notFound;
    if (reason.trim() === '') return wrongField('reason', 'empty');
    const waits = (await wishesBySettlement(database)).has(id);
    if (waits || stepOf(settlement.state, moves[kind]) === null) return { ok: false, refusal: 'conflict' } as const;
    const { currency, accountId, state } = settlement;
    const parameters: SettlementWish = { settlementId: id, currency, state, amount: toDecimalString(settlement.amount) };
    const wish = { kind, accountId, parameters, reason: reason.trim(), askedBy: person.id };
    const asked = await askFor({ database, kinds }, personOf(person, visit), wish);
    return asked.ok ? { ok: true as const, answer: { id: asked.id } } : notFound;
  }

  return {
    async 'GET operator/settlements'({ query: { state, after }, caller: { live } }) {
      const page = { ...(state && { state }), ...(after && { before: Number(after) }), limit: pageRows + 1 };
      const [rows, wishes] = await Promise.all([listSettlements(database, page), wishesBySettlement(database)]);
      const items = rows.slice(0, pageRows).map((row) => itemOf(row, wishes.get(row.id), live.person.id));
      return { ok: true, answer: { items, next: rows.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'GET operator/settlements/:id'({ params }) {
      const answer = await findAdvice(database, Number(params.id), null);
      return answer === null ? notFound : { ok: true, answer };
    },
    async 'POST operator/settlements/files'({ caller: { live }, visit }) {
      const made = await makePaymentFile(database, personOf(live.person, visit));
      return { ok: true, answer: made ?? { file: null, count: 0 } };
    },
    async 'GET operator/settlements/files/:file'({ params: { file }, query: { form = 'plain' }, caller: { live }, visit }) {
      const subject = `settlement-file/${file}`;
      await noteAudit(database, { who: personOf(live.person, visit), action: 'settlement.file-read', subject });
      const { language, timeZone } = live.person;
      const content = csvOf({ form, timeZone }, headingsOf(headings, form, language), rowsOf(database, Number(file)));
      return { ok: true, file: { name: `settlements-${file}.csv`, type: 'text/csv; charset=utf-8', content } };
    },
    'POST operator/settlements/approve': ({ body, caller: { live }, visit }) => ask('settle', body, live.person, visit),
    'POST operator/settlements/return': ({ body, caller: { live }, visit }) => ask('settle-return', body, live.person, visit),
    async 'POST operator/settlements/pay'({ body: { id, reference, valueDate }, caller: { live }, visit }) {
      if (reference.trim() === '') return wrongField('reference', 'empty');
      const paid = { id, reference: reference.trim(), valueDate };
      return decisionAnswer(await paySettlement(database, personOf(live.person, visit), paid));
    },
    async 'POST operator/settlements/refuse'({ body: { id, reason }, caller: { live }, visit }) {
      if (reason.trim() === '') return wrongField('reason', 'empty');
      return decisionAnswer(await refuseSettlement(database, personOf(live.person, visit), { id, reason: reason.trim() }));
    },
  } satisfies Partial<Handlers>;
}

/** What another person is to decide about which settlement. */
async function wishesBySettlement(database: Database): Promise<Map<number, Wish>> {
  const open = await listOpenWishes(database, Object.keys(moves));
  return new Map(open.map((wish) => [(wish.parameters as SettlementWish).settlementId, wish]));
}

function itemOf(settlement: Settlement, wish: Wish | undefined, personId: number): Item {
  const { accountId, accountName, file, approvedByNames: approvedBy } = settlement;
  return {
    ...{ ...settlementItem(settlement), accountId, accountName, approvedBy, file },
    wish: wish === undefined ? null : { id: wish.id, kind: wish.kind as Kind, askedBy: wish.askedByName, own: wish.askedBy === personId },
  };
}

const headings = {
  fr: ['Référence', 'Approuvé', 'Compte', 'Nom du compte', 'Titulaire', 'Nature', 'Établissement', 'Pays', 'Numéro', 'Montant', 'Devise'],
  en: ['Reference', 'Approved', 'Account', 'Account name', 'Holder', 'Kind', 'Institution', 'Country', 'Number', 'Amount', 'Currency'],
  plain: [
    'reference',
    'approved_at',
    'account_id',
    'account_name',
    'holder',
    'scheme',
    'institution',
    'country',
    'number',
    'amount',
    'currency',
  ],
};

async function* rowsOf(database: Database, file: number): AsyncGenerator<Cell[][]> {
  for await (const some of eachOfFile(database, file)) yield some.map(cellsOf);
}

/** The reference goes with the payment, so that the bank's statement names it. */
function cellsOf({ id, approvedAt, accountId, accountName, destination, amount, currency }: Settlement): Cell[] {
  const { holder, scheme, institution, country, number } = destination;
  return [
    ...[`JOKKO-${id}`, approvedAt === null ? null : { at: approvedAt }, { digits: String(accountId) }, accountName, holder],
    ...[scheme.toUpperCase(), institution, country, { digits: number }, { amount }, currency],
  ];
}
