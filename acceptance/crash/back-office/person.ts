// Simulated user of the crash tests. Works at any node that answers, as a browser does: trusts
// only complete answers, re-authenticates when asked to, and after a lost answer first checks
// whether the action took effect.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest, type Json } from '../../harness/index.ts';
import { oneTimeCode } from '../../portal/one-time-code.ts';

export interface Reply {
  status: number;
  json: Json;
  /** The code of a refusal. */
  code: string | null;
}

export interface User {
  email: string;
  /** The secret of the authenticator app, base32. */
  secret: string;
  recoveryCodes: readonly string[];
  /** The cookie of the session that is open now. */
  cookie(): string;
  /** Reads until somebody answers. */
  get(path: string): Promise<Json>;
  /** One call; null: nobody knows whether it happened. */
  post(path: string, body: unknown): Promise<Reply | null>;
  /** Calls until there is an answer: for what may be repeated. */
  insist(path: string, body: unknown): Promise<Reply>;
  /** Calls until there is an answer, or it is seen that it happened: then null. */
  once(path: string, body: unknown, happened: () => Promise<boolean>): Promise<Reply | null>;
  signIn(): Promise<void>;
}

/** A machine may be slow; a node that was killed says so at once. */
const answerTimeoutMs = 60_000;
const repeatAfterMs = 150;
/** A machine with much else to do takes its time to start nodes again. */
const timeoutMs = 240_000;
/** An authenticator's code is good for so long, before and after its time as well. */
const codeSeconds = 30;
export const password = 'la-teranga-sous-la-pluie';

export interface UserDeps {
  nodes(): readonly string[];
  random(): number;
}

/**
 * Follows a one-time link (of the first operator, or of an invitation), and sets up an
 * authenticator app.
 */
export async function meet(deps: UserDeps, name: string, link: string): Promise<User> {
  const email = `${name}@example.sn`;
  const browser = openBrowser(deps);
  const token = new URL(link).hash.replace(/^#(token=)?/, '');
  const first = link.includes('first-operator');
  const entered = first
    ? await browser.insist('first-operator', { token, email, name, password })
    : await browser.insist('invitations/accept', { token, name, password });
  well(entered);
  const { secret } = well(await browser.insist('totp/begin', {}));
  let used = stepNow();
  const { recoveryCodes } = well(
    await browser.insist('totp/confirm', { code: oneTimeCode(secret) }),
  );
  /** No code is taken twice. */
  const nextCode = async (): Promise<string> => {
    used = Math.max(used + 1, stepNow());
    while (used > stepNow() + 1) await sleep(500);
    return oneTimeCode(secret, used - stepNow());
  };
  let proving: Promise<unknown> | null = null;
  /**
   * One proof for all that the user does at this moment; where its answer is lost the code may be
   * used, and the next one is.
   */
  const prove = (): Promise<unknown> =>
    (proving ??= patiently('step-up', async () => {
      const proof = await browser.post('step-up', { code: await nextCode() });
      return proof?.status === 200 ? { reply: proof } : null;
    }).finally(() => (proving = null)));
  const proved = async (path: string, body: unknown): Promise<Reply | null> => {
    const reply = await browser.post(path, body);
    if (reply?.code !== 'stepUpNeeded') return reply;
    await prove();
    return browser.post(path, body);
  };
  return {
    email,
    secret,
    recoveryCodes: recoveryCodes ?? [],
    cookie: browser.cookie,
    get: browser.get,
    post: proved,
    insist: (path, body) => insistWith(proved, path, body),
    once(path, body, happened) {
      return patiently(path, async () => {
        const reply = await proved(path, body);
        if (reply !== null) return { reply };
        await sleep(repeatAfterMs);
        return (await happened()) ? { reply: null } : null;
      });
    },
    async signIn() {
      well(await browser.insist('sign-in', { email, password }));
      well(await browser.insist('sign-in/totp', { code: await nextCode() }));
    },
  };
}

const stepNow = (): number => Math.floor(Date.now() / 1_000 / codeSeconds);

/** The answer of a call that was not refused. */
export function well({ status, json }: Reply): Json {
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

function insistWith(post: User['post'], path: string, body: unknown): Promise<Reply> {
  return patiently(path, async () => {
    const reply = await post(path, body);
    return reply === null ? null : { reply };
  });
}

async function patiently<Answer>(
  path: string,
  attempt: () => Promise<{ reply: Answer } | null>,
): Promise<Answer> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline;) {
    const answered = await attempt();
    if (answered !== null) return answered.reply;
    await sleep(repeatAfterMs);
  }
  throw new Error(`nobody answers ${path}`);
}

function openBrowser({ nodes, random }: UserDeps) {
  let cookie = '';
  const send = async (method: string, path: string, body?: unknown): Promise<Reply | null> => {
    const origin = nodes()[Math.floor(random() * nodes().length)]!;
    const file = body instanceof Buffer;
    const headers = {
      ...(cookie === '' ? {} : { cookie }),
      ...(method === 'GET' ? {} : { origin, 'content-type': typeOf(file) }),
    };
    const content = method === 'GET' ? undefined : file ? body : JSON.stringify(body);
    try {
      const answer = await sendRequest(`${origin}/portal/api/${path}`, {
        method,
        headers,
        body: content,
        timeoutMs: answerTimeoutMs,
      });
      const [set] = answer.headers['set-cookie'] ?? [];
      if (set !== undefined) cookie = set.split(';')[0]!;
      const code = (answer.json?.error?.code ?? null) as string | null;
      // What the database did not answer may have happened.
      if (answer.json === undefined || code === 'notNow' || code === 'internal') return null;
      return { status: answer.status, json: answer.json, code };
    } catch {
      return null;
    }
  };
  const post: User['post'] = (path, body) => send('POST', path, body);
  return {
    cookie: () => cookie,
    post,
    insist: (path: string, body: unknown) => insistWith(post, path, body),
    get: async (path: string): Promise<Json> =>
      well(await insistWith(() => send('GET', path), path, undefined)),
  };
}

const typeOf = (file: boolean): string => (file ? 'application/octet-stream' : 'application/json');
