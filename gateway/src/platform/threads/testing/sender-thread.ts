// A thread that makes calls and posts to this machine. Ends itself when it is told to call `/end`.

import { parentPort } from 'node:worker_threads';
import { createOutbound } from '../../outbound/http-client.ts';
import { createAddressGuard } from '../../outbound/guard.ts';
import { createPoster } from '../../outbound/post.ts';
import { createResolver } from '../../outbound/resolver.ts';
import { secureContextOf } from '../../outbound/tls.ts';
import { openLink } from '../link.ts';
import { serveSends } from '../serve-sends.ts';
import { readyChannel } from '../threads.ts';

const secureContext = secureContextOf();
const guard = createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] });
const link = openLink(parentPort!);
const { call } = createOutbound({ connections: 8, secureContext });
const { post } = createPoster({ guard, resolver: createResolver([]), secureContext });
serveSends(link, {
  post,
  call(request) {
    if (request.url.endsWith('/end')) throw new Error('the thread ends');
    if (request.url.endsWith('/hang')) for (;;);
    return call(request);
  },
});
link.send(readyChannel, true);
