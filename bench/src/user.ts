// Signs in the user that opens the portal's pages in a measurement: invited by the command line
// and signed in over HTTP with a second factor, as real users are.

import { oneTimeCode } from '../../acceptance/portal/one-time-code.ts';
import type { Stack } from './stack/index.ts';

export interface SignedIn {
  /** Whole answer of a read route of the portal, and how long it took. Throws unless it is 200. */
  read(path: string): Promise<{ text: string; ms: number }>;
}

const password = 'la-teranga-sous-la-pluie';

/** The owner of the bench's account. */
export const signInOwner = (stack: Stack) =>
  signIn(
    stack,
    'owner@example.sn',
    ['account', 'invite', String(stack.account.id)],
    ['--role', 'owner'],
  );
/** A user of the operator who may do everything. */
export const signInOperator = (stack: Stack) =>
  signIn(stack, 'operator@example.sn', ['operator', 'invite'], ['--role', 'admin']);

async function signIn(
  { host, port, cli }: Stack,
  email: string,
  invite: string[],
  role: string[],
): Promise<SignedIn> {
  const origin = `http://${host}:${port}`;
  const { stdout } = await cli([...invite, email, ...role, '--json']);
  const { link } = JSON.parse(stdout) as { link: string };
  const token = new URL(link).hash.slice(1);
  let cookie = '';
  async function send(path: string, body?: object): Promise<Response> {
    const answer = await fetch(`${origin}/portal/api/${path}`, {
      headers: { cookie, ...(body && { origin, 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
  await send('invitations/accept', { token, name: 'Awa', password });
  await send('step-up', { password });
  const { secret } = (await (await send('totp/begin', {})).json()) as { secret: string };
  await send('totp/confirm', { code: oneTimeCode(secret) });
  return {
    async read(path) {
      const from = performance.now();
      const text = await (await send(path)).text();
      return { text, ms: performance.now() - from };
    },
  };
}
