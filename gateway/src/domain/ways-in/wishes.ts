// What happens when a second person agrees that the operator lets somebody into a developer's account? The link that was handed over works.

import type { Outcome, WishKind, WishKinds } from '../approvals/index.ts';
import { renewLinkOf } from '../people/index.ts';

export const wayInWishes = { invitation: 'developer-invitation', reset: 'developer-reset' } as const;

/** Links look at the state of their wish themselves; they are good for their days from the approval on. */
const kind: WishKind = {
  check: () => null,
  within: async (session, { id }): Promise<Outcome> =>
    (await renewLinkOf(session, id)) ? { done: true, result: {} } : { done: false, result: { refusal: 'link ended' } },
};

export const wayInWishKinds: WishKinds = { [wayInWishes.invitation]: kind, [wayInWishes.reset]: kind };
