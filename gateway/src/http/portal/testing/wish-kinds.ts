// Which wishes can be carried out where no payments are made? All but those that need a writer of operations; for tests of the portal.

import type { Outcome } from '../../../domain/approvals/index.ts';
import type { Documents } from '../handlers/document-entries.ts';
import { createWishKinds } from '../../../wish-kinds.ts';

const refused = (): Promise<Outcome> => Promise.resolve({ done: false, result: { refusal: 'settled meanwhile' } });

export const testWishKinds = (documents: Documents) =>
  createWishKinds({ resolve: refused, refund: refused, documents: Object.values(documents) });
