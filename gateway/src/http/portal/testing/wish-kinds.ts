// Which wishes can be carried out where no payments are made? All but those that need a writer of operations; for tests of the portal.

import { createWishKinds } from '../../../wish-kinds.ts';

export const testWishKinds = createWishKinds({ resolve: () => Promise.resolve({ done: false, result: { refusal: 'settled meanwhile' } }) });
