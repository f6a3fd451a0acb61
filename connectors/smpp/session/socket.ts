// Opens the connection to the SMSC, plain or with TLS.

import { defined } from '@jokko/contract';
import { Socket, connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Settings } from '../settings.ts';

/**
 * Never throws: what cannot even be tried ends like any lost connection. `ready` is called once
 * bytes can be sent: connected, and over TLS with a certificate that was found good.
 */
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
    {
      host,
      port,
      ...definedOf({ ca: tls.ca, cert: tls.cert, key: tls.key }),
      ...defined({ servername }),
    },
    ready,
  );
  socket.setNoDelay(true);
  return socket;
}

/** Without what is not configured: Node reads `undefined` in some of these as a value. */
function definedOf(options: { [name: string]: string | undefined }): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
