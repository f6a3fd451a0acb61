// Reads the state of the simulator's SMSC and makes it misbehave. PROTOCOL.md of the simulator,
// section 6.6.

import assert from 'node:assert/strict';
import { sendRequest } from './client.ts';

/** A line of its book; what else it has depends on `event`. */
export interface SmscLine {
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

export interface SmscBind {
  session: number;
  unanswered: number;
  peakUnanswered: number;
  unacknowledged: number;
}

export interface Smsc {
  /** Lines of the book that fit every given member; with the later lines of the messages found. */
  lines(filter: { to?: string; account?: string; event?: SmscLine['event'] }): Promise<SmscLine[]>;
  /**
   * How often each number of an account was accepted, with its text (parts of one text count
   * apart).
   */
  acceptedOf(account: string): Promise<Map<string, number>>;
  binds(account: string): Promise<SmscBind[]>;
  /** Receipts and inbound messages of an account that wait, or are not acknowledged. */
  undelivered(account: string): Promise<number>;
  /** Sets behaviours of an account (of all: null). */
  behave(account: string | null, changes: Record<string, number | string | boolean>): Promise<void>;
  /**
   * Registers where a carrier's reports and inbound messages go, as its customer does on its site.
   */
  register(carrier: string, webhook: string): Promise<void>;
  /** Brings a message from a phone. */
  writeTo(account: string, message: { from: string; to: string; text: string }): Promise<void>;
}

export function openSmsc(simulatorUrl: string): Smsc {
  const control = async <T>(path: string, body?: object): Promise<T> => {
    const url = `${simulatorUrl}/control/sms${path}`;
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await sendRequest(url, body === undefined ? {} : post);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    return answer.json as T;
  };
  const accountOf = async (account: string) => {
    const { smpp } = await control<{
      smpp: { accounts: { name: string; waiting: number; binds: SmscBind[] }[] };
    }>('');
    return smpp.accounts.find(({ name }) => name === account);
  };
  const lines: Smsc['lines'] = (filter) =>
    control(`/book?${new URLSearchParams(filter).toString()}`);
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
    register: async (account, webhook) => void (await control('/webhook', { account, webhook })),
    behave: async (account, changes) =>
      void (await control('/behaviour', account === null ? changes : { account, ...changes })),
    writeTo: async (account, message) => void (await control('/inbound', { account, ...message })),
  };
}
