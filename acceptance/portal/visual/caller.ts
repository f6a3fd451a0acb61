// Users that fill the installation of the visual tests through the portal's own interface, as its
// pages do, each with a session and a second factor.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import type { Installation } from '../../harness/index.ts';
import { oneTimeCode } from '../one-time-code.ts';

export interface Caller {
  /** Below /portal/api; throws when it is refused. */
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  /** A file, as application/octet-stream. */
  send<T = Record<string, unknown>>(path: string, file: string): Promise<T>;
  /** Sets up an authenticator app, which money and keys need. */
  addApp(): Promise<void>;
  /** Leaves and comes in again, e.g. because the clock was moved. */
  signIn(): Promise<void>;
  /** Value of the session's cookie, for a browser that is to be in already. */
  session(): string;
  /** What the user types to come in; the secret is the authenticator app's. */
  known(): { email: string; password: string; secret: string };
}

export interface Somebody {
  email: string;
  name: string;
  /** French unless said. */
  language?: 'fr' | 'en';
}

/** The cookie over http. */
export const sessionCookie = 'jokko';
const password = 'la teranga sous la pluie';

type Entrance =
  { register: { company: string } } | { invitation: string } | { firstOperator: string };

/** Lets somebody in; `invitation` and `firstOperator` are the tokens of links. */
export async function enter(
  { baseUrl }: Pick<Installation, 'baseUrl'>,
  { email, name, language = 'fr' }: Somebody,
  by: Entrance,
): Promise<Caller> {
  let token = '';
  let secret = '';
  const call = async <T>(
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
  ): Promise<T> => {
    const answer = await fetch(`${baseUrl}/portal/api/${path}`, {
      method,
      headers: {
        origin: baseUrl,
        cookie: `${sessionCookie}=${token}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...defined({ body }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${method} ${path} ${body ?? ''}: ${text}`);
    const set = answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(`${sessionCookie}=`));
    if (set !== undefined) token = set.slice(sessionCookie.length + 1).split(';')[0]!;
    return JSON.parse(text) as T;
  };
  const caller: Caller = {
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, JSON.stringify(body)),
    send: (path, file) => call('POST', path, file, 'application/octet-stream'),
    async addApp() {
      ({ secret } = await caller.post<{ secret: string }>('totp/begin'));
      await caller.post('totp/confirm', { code: oneTimeCode(secret) });
    },
    async signIn() {
      token = '';
      await caller.post('sign-in', { email, password });
      // The code of this half-minute was used when the app was set up.
      if (secret !== '') await caller.post('sign-in/totp', { code: oneTimeCode(secret, 1) });
    },
    session: () => token,
    known: () => ({ email, password, secret }),
  };
  if ('register' in by)
    await caller.post('register', {
      email,
      name,
      password,
      company: by.register.company,
      language,
    });
  else if ('invitation' in by)
    await caller.post('invitations/accept', { token: by.invitation, name, password, language });
  else
    await caller.post('first-operator', {
      token: by.firstOperator,
      email,
      name,
      password,
      language,
    });
  return caller;
}
