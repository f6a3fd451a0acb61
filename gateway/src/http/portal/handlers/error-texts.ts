// Routes of the texts in which errors are said.

import { errorCatalogue, errorCodeOf } from '@jokko/contract';
import { setErrorText } from '../../../domain/catalogue/index.ts';
import { personOf, type PeopleDeps, type Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { inForce } from './connector-list.ts';
import type { Documents } from './document-entries.ts';

export function errorTextHandlers({ database }: PeopleDeps, documents: Documents) {
  return {
    async 'GET operator/error-texts'() {
      const { errorTexts = {} } = (await inForce(database, documents.catalogue)) as {
        errorTexts?: { [id: string]: { fr?: string; en?: string } };
      };
      const items = errorCatalogue.map(({ id, message }) => {
        const { fr = null, en = null } = errorTexts[String(id)] ?? {};
        return { id, code: errorCodeOf(id), original: { fr: message.fr, en: message.en }, own: { fr, en } };
      });
      return { ok: true, answer: { items } };
    },
    async 'POST operator/error-texts'({ body: { id, fr, en }, caller: { live }, visit }) {
      const by = { who: personOf(live.person, visit), personId: live.person.id };
      const set = await setErrorText(database, by, { id, fr, en });
      if (set.ok) return { ok: true, answer: { version: set.version } };
      if ('fault' in set) return invalid(set.fault.language, set.fault.problem);
      return { ok: false, refusal: 'notFound' };
    },
  } satisfies Partial<Handlers>;
}

const invalid = (field: string, problem: NonNullable<Refused['fields']>[number]['problem']): Refused => ({
  ...{ ok: false, refusal: 'invalid', fields: [{ field, problem }] },
});
