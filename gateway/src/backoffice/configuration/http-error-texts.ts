// Routes of the texts in which errors are said.

import { errorCatalogue, errorCodeOf } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { setErrorText } from '../../payments/catalogue/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { inForce } from './http-connector-list.ts';
import type { Documents } from './http-document-entries.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, type Refused } from '../../platform/http/portal/refused.ts';

export function errorTextHandlers({ database }: { database: Database }, documents: Documents) {
  return {
    async 'GET operator/error-texts'() {
      const { errorTexts = {} } = (await inForce(database, documents.catalogue)) as {
        errorTexts?: { [id: string]: { fr?: string; en?: string } };
      };
      const items = errorCatalogue.map(({ id, message }) => {
        const { fr = null, en = null } = errorTexts[String(id)] ?? {};
        return {
          id,
          code: errorCodeOf(id),
          original: { fr: message.fr, en: message.en },
          own: { fr, en },
        };
      });
      return { ok: true, answer: { items } };
    },
    async 'POST operator/error-texts'({ body: { id, fr, en }, caller: { session }, visit }) {
      const by = { who: actorOf(session.user, visit), userId: session.user.id };
      const set = await setErrorText(database, by, { id, fr, en });
      if (set.ok) return { ok: true, answer: { version: set.version } };
      if ('fault' in set) return invalid(set.fault.language, set.fault.problem);
      return notFound;
    },
  } satisfies Partial<Handlers>;
}

const invalid = (
  field: string,
  problem: NonNullable<Refused['fields']>[number]['problem'],
): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});
