// SMPP server of the SMSC. One TCP port; every system_id that may bind is an account with its own
// binds and queue.

import { createServer } from 'node:net';
import { createAccounts } from './account.ts';
import { command, writeHeader } from './codec.ts';
import { openSession } from './session.ts';
import type { AddressInfo } from 'node:net';
import type { Smsc } from '../sms/smsc-type.ts';
import type { Accounts, Session, SessionDeps } from './session-type.ts';

export interface SmppServer {
  readonly port: number;
  readonly accounts: Accounts;
  /** Ends connections at once; null: those of all accounts. Answers how many. */
  dropBinds(account: string | null): number;
  unbind(account: string | null): number;
  /** Sends a PDU header that says `length`, and nothing of it is true. */
  sendLength(account: string | null, length: number): number;
  close(): Promise<void>;
}

const tickMs = 1_000;

/** Rejects when the port is taken. */
export async function startSmpp(deps: {
  smsc: Smsc;
  port: number;
  host: string;
  systemId: string;
  password: string;
  findMessage: SessionDeps['findMessage'];
}): Promise<SmppServer> {
  const accounts = createAccounts(deps.smsc);
  const sessions = new Set<Session>();
  let lastNumber = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const session = openSession({ ...deps, accounts }, socket, (lastNumber += 1));
    sessions.add(session);
    socket.once('close', () => sessions.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(deps.port, deps.host, resolve);
  });
  const ticker = setInterval(() => {
    const nowMs = performance.now();
    for (const session of sessions) session.tick(nowMs);
  }, tickMs);
  ticker.unref();
  const each = (account: string | null, act: (session: Session) => void): number => {
    const chosen = [...sessions].filter(
      (session) =>
        session.account !== null && (account === null || session.account.name === account),
    );
    chosen.forEach(act);
    return chosen.length;
  };
  return {
    port: (server.address() as AddressInfo).port,
    accounts,
    dropBinds: (account) => each(account, (session) => session.drop()),
    unbind: (account) => each(account, (session) => session.unbind()),
    sendLength: (account, length) =>
      each(account, (session) => {
        const at = writeHeader(
          session.out(),
          command.enquireLink,
          0,
          session.deliveries.nextSequence(),
        );
        session.out().slab.writeUInt32BE(length, at - 16);
      }),
    async close() {
      clearInterval(ticker);
      for (const session of sessions) session.drop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
