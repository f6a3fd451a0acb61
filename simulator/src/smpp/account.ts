// Chooses the bind over which a receipt is sent. Everything for one system_id waits in one queue
// until a receiving bind has room.

import { createQueue } from './queue.ts';
import type { Smsc } from '../sms/smsc-type.ts';
import type { Delivery } from '../sms/message.ts';
import type { Session } from './session-type.ts';
import type { Account, Accounts } from './session-type.ts';

/** After a refused or unanswered delivery. By the provider's clock. */
const againAfterMs = 1_000;

export function createAccounts(smsc: Smsc): Accounts {
  const accounts = new Map<string, Account>();
  function of(name: string): Account {
    let account = accounts.get(name);
    if (account === undefined) accounts.set(name, (account = createAccount(smsc, name)));
    return account;
  }
  return {
    of,
    all: () => [...accounts.values()],
    join(name, session) {
      const account = of(name);
      session.account = account;
      session.behaviour = smsc.behaviours.of(name);
      session.deliveries.onReturned = (delivery) =>
        void smsc.clock.schedule(againAfterMs, () => account.deliver(delivery));
      account.sessions.push(session);
      account.pump();
    },
    leave(session) {
      const { account } = session;
      if (account === null || !account.sessions.includes(session)) return;
      account.sessions = account.sessions.filter((other) => other !== session);
      session.account = null;
      session.mode = null;
      for (const delivery of session.deliveries.takeAll()) account.deliver(delivery);
    },
  };
}

function createAccount(smsc: Smsc, name: string): Account {
  const queue = createQueue<Delivery>();
  const behaviour = smsc.behaviours.of(name);
  let turnOf = 0;
  /** The next one in turn that receives and has room. */
  function nextReceiver(sessions: Session[]): Session | undefined {
    for (let tries = 0; tries < sessions.length; tries += 1) {
      turnOf = (turnOf + 1) % sessions.length;
      const session = sessions[turnOf] as Session;
      if (session.mode !== 'transmitter' && session.deliveries.count() < behaviour.deliverWindow)
        return session;
    }
    return undefined;
  }
  const account: Account = {
    name,
    sessions: [],
    waiting: () => queue.size(),
    deliver(delivery) {
      queue.push(delivery);
      account.pump();
    },
    pump() {
      if (queue.size() === 0 || behaviour.holdReceipts || behaviour.silent) return;
      for (
        let session = nextReceiver(account.sessions);
        session !== undefined;
        session = nextReceiver(account.sessions)
      ) {
        const delivery = queue.shift();
        if (delivery === undefined) return;
        session.deliveries.send(delivery, behaviour);
      }
    },
  };
  return account;
}
