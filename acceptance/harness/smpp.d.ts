// Types of the parts of the untyped npm package `smpp` that the carrier of tests uses.

declare module 'smpp' {
  import type { Socket } from 'node:net';

  class PDU {
    constructor(command: string, fields?: object);
    command: string;
    response(fields?: object): PDU;
    [field: string]: unknown;
  }
  class Session {
    constructor(options: { socket: Socket });
    on(event: 'error', listener: (error: Error) => void): void;
    on(event: string, listener: (pdu: PDU) => void): void;
    send(pdu: PDU): boolean;
    deliver_sm(fields: object, answered: (pdu: PDU) => void): boolean;
  }
  const smpp: { PDU: typeof PDU; Session: typeof Session };
  export default smpp;
  export type { PDU as Pdu, Session };
}
