// Over which bind does a receipt go? Everything for one system_id waits in one queue until a bind that receives has room.

import { createQueue } from './queue.ts';
import type { Centre } from '../sms/centre.ts';
import type { Delivery } from '../sms/message.ts';
import type { Session } from './session.ts';

export interface Account {
  readonly name: string;
  sessions: Session[];
  /** How many deliveries wait for a bind. */
  waiting(): number;
  deliver(delivery: Delivery): void;
  /** Sends what waits, as far as there is room. */
  pump(): void;
}

export interface Accounts {
  of(name: string): Account;
  all(): Account[];
  join(name: string, session: Session): void;
  leave(session: Session): void;
}

/** After a refused or unanswered delivery. By the provider's clock. */
const againAfterMs = 1_000;

export function createAccounts(centre: Centre): Accounts {
  const accounts = new Map<string, Account>();
  function of(name: string): Account {
    let account = accounts.get(name);
    if (account === undefined) accounts.set(name, (account = createAccount(centre, name)));
    return account;
  }
  return {
    of,
    all: () => [...accounts.values()],
    join(name, session) {
      const account = of(name);
      session.account = account;
      session.behaviour = centre.behaviours.of(name);
      session.deliveries.onReturned = (delivery) => void centre.clock.schedule(againAfterMs, () => account.deliver(delivery));
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

function createAccount(centre: Centre, name: string): Account {
  const queue = createQueue<Delivery>();
  const behaviour = centre.behaviours.of(name);
  let turnOf = 0;
  /** The next one in turn that receives and has room. */
  function nextReceiver(sessions: Session[]): Session | undefined {
    for (let tries = 0; tries < sessions.length; tries += 1) {
      turnOf = (turnOf + 1) % sessions.length;
      const session = sessions[turnOf] as Session;
      if (session.mode !== 'transmitter' && session.deliveries.count() < behaviour.deliverWindow) return session;
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
      for (let session = nextReceiver(account.sessions); session !== undefined; session = nextReceiver(account.sessions)) {
        const delivery = queue.shift();
        if (delivery === undefined) return;
        session.deliveries.send(delivery, behaviour);
      }
    },
  };
  return account;
}
