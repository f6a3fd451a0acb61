// Routes of our own money at the providers: what is there, and what two persons agreed to move.

import { currencyDecimals, parseAmount, toDecimalString, unreadAmountProblem } from '@jokko/contract';
import { askOnce, type WishKinds } from '../../../domain/approvals/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { listFloatMoves, readFloats } from '../../../domain/ledger/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import { moveDayFits, type FloatWish } from '../../../domain/settlements/index.ts';
import type { Handlers } from '../handler.ts';
import { wrongField } from './settlement-words.ts';
import { onceAnswer } from './wish-facts.ts';

const pageRows = 50;

export function floatMoveHandlers({ database }: PeopleDeps, kinds: WishKinds, catalogue: () => Catalogue) {
  return {
    async 'GET operator/floats'({ query: { after } }) {
      const page = { ...(after && { before: Number(after) }), limit: pageRows + 1 };
      const [floats, rows] = await Promise.all([readFloats(database), listFloatMoves(database, page)]);
      const moves = rows.slice(0, pageRows).map(({ amount, madeAt, id, wishId, route, currency, reference, valueDate }) => ({
        ...{ id, wishId, route, currency, reference, valueDate, amount: toDecimalString(amount), madeAt: madeAt.toISOString() },
      }));
      return {
        ok: true,
        answer: {
          floats: floats.map(({ route, currency, amount }) => ({ route, currency, amount: toDecimalString(amount) })),
          routes: catalogue().routes.map(({ name }) => name),
          moves,
          next: rows.length > pageRows ? String(moves.at(-1)!.id) : null,
        },
      };
    },
    async 'POST operator/floats'({ body: { key, reason, ...body }, caller: { live }, visit }) {
      const decimals = Object.entries(currencyDecimals).find(([code]) => code === body.currency)?.[1];
      if (decimals === undefined) return wrongField('currency', 'notAllowed');
      if (!catalogue().routes.some(({ name }) => name === body.route)) return wrongField('route', 'notAllowed');
      if (!movesIn(catalogue(), body)) return wrongField('currency', 'notAllowed');
      const amount = parseAmount(body.amount, decimals);
      if (amount === null) return wrongField('amount', unreadAmountProblem(body.amount, decimals));
      if (amount === 0n) return wrongField('amount', 'notPositive');
      if (!(await moveDayFits(database, body.valueDate))) return wrongField('valueDate', 'invalidDate');
      const parameters: FloatWish = { ...body, amount: toDecimalString(amount), reference: body.reference.trim() };
      const wish = { kind: 'float', accountId: null, parameters, reason: reason.trim(), askedBy: live.person.id };
      if (wish.reason === '') return wrongField('reason', 'empty');
      const asked = await askOnce({ database, kinds }, personOf(live.person, visit), wish, key);
      return onceAnswer(asked, wrongField('reference', 'empty'));
    },
  } satisfies Partial<Handlers>;
}

/** Whether services pay by the route in this currency, or none does yet. */
function movesIn({ services }: Catalogue, { route, currency }: { route: string; currency: string }): boolean {
  const served = services.filter((service) => service.route === route);
  return served.length === 0 || served.some((service) => service.currency === currency);
}
