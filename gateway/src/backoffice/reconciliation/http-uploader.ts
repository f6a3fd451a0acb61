// Who acts on a statement: the signed-in user of a request.

import { actorOf, type SignedInUser, type Visit } from '../../platform/http/portal/caller.ts';
import type { Uploader } from './index.ts';

export const uploaderOf = (user: SignedInUser, visit: Visit): Uploader => ({
  userId: user.id,
  who: actorOf(user, visit),
});
