// How is the connection to the centre opened: plain, or with TLS?

import { Socket, connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Settings } from '../settings.ts';

/** Never throws: what cannot even be tried ends like any lost connection. `ready` is called once bytes can be sent: connected, and over TLS with a certificate that was found good. */
export function openSocket(settings: Settings, ready: () => void): Socket {
  try {
    return dial(settings, ready);
  } catch (error) {
    return new Socket().destroy(error as Error);
  }
}

function dial({ host, port, tls }: Settings, ready: () => void): Socket {
  if (tls === null) return connect({ host, port, noDelay: true }, ready);
  const servername = tls.servername ?? (isIP(host) === 0 ? host : undefined);
  const socket = connectTls(
    { host, port, ...(tls.ca === undefined ? {} : { ca: tls.ca }), ...(servername === undefined ? {} : { servername }) },
    ready,
  );
  socket.setNoDelay(true);
  return socket;
}
