// Routes of what a developer looks up: outcomes of the sandbox and errors.

import { errorCatalogue, sandboxDigitMembers, sandboxOutcomes } from '@jokko/contract';
import { errorCodeAndText, type Catalogue } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';

export function sandboxHandlers(catalogue: () => Catalogue) {
  return {
    'GET sandbox'() {
      const present = catalogue();
      const errors = errorCatalogue.map(({ id, code }) => ({
        id,
        code,
        message: {
          fr: errorCodeAndText(present, id, 'fr').text,
          en: errorCodeAndText(present, id, 'en').text,
        },
      }));
      return {
        ok: true,
        answer: { members: [...sandboxDigitMembers], outcomes: [...sandboxOutcomes], errors },
      };
    },
  } satisfies Partial<Handlers>;
}
