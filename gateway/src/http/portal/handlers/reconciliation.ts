// Routes of reconciliation: files, whether they add up, and what is done with a whole file.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused, SignedInPerson, Visit } from '../../../domain/people/index.ts';
import {
  findFile,
  listFiles,
  readSums,
  repeatMatching,
  withdrawFile,
  type ListedFile,
  type Uploader,
} from '../../../domain/reconciliation/index.ts';
import type { Handlers } from '../handler.ts';

type File = RouteAnswer<'GET operator/reconciliation'>['items'][number];

const pageRows = 50;
export const notFound: Refused = { ok: false, refusal: 'notFound' };
const conflict: Refused = { ok: false, refusal: 'conflict' };
export const uploaderOf = (person: SignedInPerson, visit: Visit): Uploader => ({ personId: person.id, who: personOf(person, visit) });

export function reconciliationHandlers({ database }: PeopleDeps, catalogue: () => Catalogue) {
  return {
    async 'GET operator/reconciliation'({ query: { route = '', after } }) {
      const files = await listFiles(database, { route, before: after === undefined ? null : Number(after), limit: pageRows + 1 });
      const items = files.slice(0, pageRows).map(fileOf);
      const routes = catalogue().routes.map(({ name }) => name);
      return { ok: true, answer: { routes, items, next: files.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'GET operator/reconciliation/:id'({ params }) {
      const file = await findFile(database, Number(params.id));
      if (file === null) return notFound;
      const { sums, totals } = await readSums(database, file.id);
      return {
        ok: true,
        answer: {
          ...fileOf(file),
          ...{ judgedFrom: timeOf(file.judgedFrom), judgedUntil: timeOf(file.judgedUntil), linesOutside: file.linesOutside },
          sums: sums.map(({ currency, class: name, lines, ...each }) => ({
            ...{ currency, class: name as RouteAnswer<'GET operator/reconciliation/:id'>['sums'][number]['class'], lines },
            ...{ theirs: toDecimalString(each.theirs), ours: toDecimalString(each.ours), fees: toDecimalString(each.fees) },
          })),
          totals: totals.map(({ currency, lines, addsUp, closes, ...each }) => ({
            ...{ currency, lines, addsUp, closes, amount: toDecimalString(each.amount), fees: toDecimalString(each.fees) },
            ...{ opening: decimal(each.opening), closing: decimal(each.closing) },
            ...{ theirs: toDecimalString(each.theirs), ours: toDecimalString(each.ours) },
          })),
        },
      };
    },
    async 'POST operator/reconciliation/again'({ body: { id }, caller: { live }, visit }) {
      return (await repeatMatching(database, { id, by: uploaderOf(live.person, visit) })) ? { ok: true, answer: {} } : conflict;
    },
    async 'POST operator/reconciliation/withdraw'({ body: { id }, caller: { live }, visit }) {
      return (await withdrawFile(database, { id, by: uploaderOf(live.person, visit) })) ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const decimal = (amount: bigint | null): string | null => (amount === null ? null : toDecimalString(amount));

function fileOf(file: ListedFile): File {
  const { id, route, routes, name, bytes, state, lines, gaps, gapsOpen, position, problem, uploadedBy } = file;
  return {
    ...{ id, route, routes, name, bytes, state, lines, gaps, gapsOpen, position, problem, uploadedBy },
    ...{ from: timeOf(file.periodFrom), until: timeOf(file.periodUntil), doneAt: timeOf(file.doneAt) },
    uploadedAt: file.uploadedAt.toISOString(),
  };
}
