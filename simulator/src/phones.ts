// Control of phones: somebody holds one, sees what is asked there, and answers; PROTOCOL.md section
// 4.2.

import { phonePin } from './core/phones.ts';
import { isMembers, readJson, sendJson, textMember } from './http/exchange.ts';
import type { Engine } from './core/engine.ts';
import type { Operation } from './core/operation.ts';
import type { Choice } from './core/payer.ts';
import type { Exchange } from './http/exchange.ts';

export interface PhoneDeps {
  engine: Engine;
}

/** Handles a path below `/control/phones`. */
export async function handlePhones(
  { engine }: PhoneDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  const body = exchange.method === 'POST' ? await readJson(exchange) : null;
  if (!isMembers(body)) return sendJson(exchange, 400, { error: 'a JSON object is needed' });
  const phone = textMember(body, 'phone') ?? '';
  const holder = textMember(body, 'holder') ?? '';
  if (!/^\d{8,15}$/.test(phone) || holder === '')
    return sendJson(exchange, 400, { error: 'phone (digits with the country), holder: needed' });
  const prompts = engine.holdPhone(phone, holder);
  if (path === '/hold')
    return sendJson(exchange, 200, {
      pin: phonePin,
      prompts: prompts.slice(-promptsMax).map(promptOf),
    });
  if (path === '/put-aside') {
    const references = new Set(Array.isArray(body['references']) ? body['references'] : []);
    const others = prompts.filter((prompt) => references.has(prompt.reference));
    await Promise.all(others.map((prompt) => engine.putAside(prompt, holder)));
    return sendJson(exchange, 200, { count: others.length });
  }
  const reference = textMember(body, 'reference');
  const asked = prompts.find((prompt) => prompt.reference === reference);
  if (asked === undefined) return sendJson(exchange, 404, { error: 'nothing is asked for it' });
  const choice = choiceOf(textMember(body, 'choice'), textMember(body, 'pin'));
  if (path !== '/decide' || choice === null)
    return sendJson(exchange, 400, { error: 'choice: approve (with pin), refuse or expire' });
  await engine.decide(asked, choice);
  sendJson(exchange, 200, { status: asked.status });
}

function choiceOf(choice: string | undefined, pin: string | undefined): Choice | null {
  if (choice === 'approve') return pin === phonePin ? 'approve' : 'wrongPin';
  return choice === 'refuse' || choice === 'expire' ? choice : null;
}

/**
 * The newest: what another account was asked must be seen, to be put aside. Older ones wait until
 * these are answered.
 */
const promptsMax = 100;

const promptOf = ({ reference, amount, currency, live, createdAtMs }: Operation): object => ({
  reference,
  amount,
  currency,
  expiresAt: new Date(live?.expiresAtMs ?? createdAtMs).toISOString(),
});
