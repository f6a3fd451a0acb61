// Answers calls to test inboxes in place of the network, as a receiver would, and keeps what came.
// Everything before it is as for any receiver: queue, signatures, attempts, retries.

import type { Session } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { classOfStatus } from '../../platform/outbound/error-class.ts';
import type { PostRequest, PostResult } from '../../platform/outbound/post.ts';
import type { InboxAddresses, InboxAnswer } from './address.ts';
import { storeDelivery } from './store.ts';

type Post = (request: PostRequest) => Promise<PostResult>;

const statusOf: { readonly [answer in Exclude<InboxAnswer, 'silence'>]: number } = {
  ok: 200,
  500: 500,
  redirect: 302,
};
const noSuchInbox = 404;

/** `post`, but for addresses of test inboxes. */
export function postToInboxes(
  { database, addresses }: { database: Session; addresses: InboxAddresses },
  post: Post,
): Post {
  return async (request) => {
    const found = addresses.find(new URL(request.url));
    if (found === null) return post(request);
    const { accountId, answer } = found;
    const begunMs = environment.monotonic();
    const answered = answer === 'silence' ? null : statusOf[answer];
    const { headers } = request;
    const body = String(request.body);
    const isThere = await storeDelivery(database, { accountId, headers, body, answered });
    if (isThere && answered === null) await environment.sleep(request.timeoutMs, { ref: false });
    return resultOf(isThere ? answered : noSuchInbox, environment.monotonic() - begunMs);
  };
}

function resultOf(status: number | null, tookMs: number): PostResult {
  const totalMs = Math.round(tookMs);
  return {
    status,
    errorClass: status === null ? 'timeout' : classOfStatus(status),
    timedOutIn: status === null ? 'head' : null,
    address: null,
    phases: {
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      firstByteMs: status === null ? null : totalMs,
      totalMs,
    },
    reused: false,
    tlsVersion: null,
    pinSeen: null,
    pinResult: 'none',
    certificate: null,
    body: Buffer.alloc(0),
    bodyCut: false,
    headers: () => (status === statusOf.redirect ? { location: '/' } : {}),
  };
}
