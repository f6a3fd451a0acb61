// What of the npm package `smpp`, which has no types, do the interoperability tests use?

declare module 'smpp' {
  import type { Server } from 'node:net';

  interface Pdu {
    command: string;
    sequence_number: number;
    response(fields?: object): Pdu;
    [field: string]: unknown;
  }
  interface Session {
    socket: import('node:net').Socket;
    on(event: string, listener: (pdu: Pdu) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    send(pdu: Pdu): boolean;
    deliver_sm(fields: object, answered?: (pdu: Pdu) => void): boolean;
    unbind(answered?: (pdu: Pdu) => void): boolean;
    enquire_link(answered?: (pdu: Pdu) => void): boolean;
  }
  const smpp: {
    createServer(listener: (session: Session) => void): Server;
    [constant: string]: unknown;
  };
  export default smpp;
  export type { Pdu, Session };
}
