// How does a test look into the simulator's message centre, and how does it make it misbehave? PROTOCOL.md of the simulator, section 6.6.

import assert from 'node:assert/strict';
import { sendRequest } from './client.ts';

/** A line of its book; what else it has depends on `event`. */
export interface CentreLine {
  event: 'accepted' | 'refused' | 'dropped' | 'receipt' | 'garbled' | 'acknowledged' | 'inbound';
  id?: string;
  account?: string;
  from?: string;
  to?: string;
  text?: string;
  header?: string;
  hex?: string;
  coding?: number;
  answered?: boolean;
  status?: number | string;
  state?: string;
}

export interface CentreBind {
  session: number;
  unanswered: number;
  peakUnanswered: number;
  unacknowledged: number;
}

export interface Centre {
  /** Lines of the book that fit every given member; with the later lines of the messages found. */
  lines(filter: { to?: string; account?: string; event?: CentreLine['event'] }): Promise<CentreLine[]>;
  /** How often each number of an account was accepted, with its text (parts of one text count apart). */
  acceptedOf(account: string): Promise<Map<string, number>>;
  binds(account: string): Promise<CentreBind[]>;
  /** Receipts and inbound messages of an account that wait, or are not acknowledged. */
  undelivered(account: string): Promise<number>;
  /** Sets behaviours of an account (of all: null). */
  behave(account: string | null, wishes: Record<string, number | string | boolean>): Promise<void>;
  /** Brings a message from a phone. */
  writeTo(account: string, message: { from: string; to: string; text: string }): Promise<void>;
}

export function openCentre(simulatorUrl: string): Centre {
  const control = async <T>(path: string, body?: object): Promise<T> => {
    const url = `${simulatorUrl}/control/sms${path}`;
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await sendRequest(url, body === undefined ? {} : post);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    return answer.json as T;
  };
  const accountOf = async (account: string) => {
    const { smpp } = await control<{ smpp: { accounts: { name: string; waiting: number; binds: CentreBind[] }[] } }>('');
    return smpp.accounts.find(({ name }) => name === account);
  };
  const lines: Centre['lines'] = (filter) => control(`/book?${new URLSearchParams(filter).toString()}`);
  return {
    lines,
    async acceptedOf(account) {
      const times = new Map<string, number>();
      for (const { to, header = '', hex, text } of await lines({ account, event: 'accepted' })) {
        const key = `${to} ${header} ${hex ?? text}`;
        times.set(key, (times.get(key) ?? 0) + 1);
      }
      return times;
    },
    binds: async (account) => (await accountOf(account))?.binds ?? [],
    async undelivered(account) {
      const { waiting = 0, binds = [] } = (await accountOf(account)) ?? {};
      return binds.reduce((sum, { unacknowledged }) => sum + unacknowledged, waiting);
    },
    behave: async (account, wishes) => void (await control('/behaviour', account === null ? wishes : { account, ...wishes })),
    writeTo: async (account, message) => void (await control('/inbound', { account, ...message })),
  };
}
