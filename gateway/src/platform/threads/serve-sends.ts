// The other side of senders.ts: makes the calls and posts that the main thread gives to this one.

import { readCalls, writeResult } from './call-rows.ts';
import type { Link } from './link.ts';
import { readPosts, writePosted } from './post-rows.ts';
import { channels, type Sender } from './senders.ts';

export function serveSends(link: Link, { call, post }: Sender): void {
  link.receive(channels.call, (values) =>
    readCalls(values, (id, request) => {
      void call(request).then((result) => link.send(channels.result, ...writeResult(id, result)));
    }),
  );
  link.receive(channels.post, (values) =>
    readPosts(values, (id, request) => {
      void post(request).then((result) => link.send(channels.posted, ...writePosted(id, result)));
    }),
  );
}
