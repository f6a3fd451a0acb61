// jokko-dev trigger: makes a test payment in the sandbox whose outcome is known beforehand, by the
// last digits of the phone.

import { randomBytes } from 'node:crypto';
import { plain } from './plain.ts';
import { Mistake, triggerEvents, type TriggerCommand } from './options.ts';

const timeoutMs = 60_000;

export async function trigger({ gateway, event, amount, service }: TriggerCommand): Promise<void> {
  const { url, key } = gateway;
  if (key.startsWith('jk_live'))
    throw new Mistake('This is a live key: trigger makes test payments only.');
  const order = {
    codeService: service,
    phone: `77000${triggerEvents[event]}`,
    amount,
    externalTransactionId: `dev-${event}-${randomBytes(4).toString('hex')}`,
  };
  const response = await fetch(`${url}/api-services/operation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Secretkey: key },
    body: JSON.stringify(order),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const { message } = ((error as Error).cause ?? error) as Error;
    throw new Mistake(`${url} does not answer: ${message}. Give its address with --url.`);
  });
  const answer = await response.json().catch(() => null);
  const { code, msg, data } = Object(answer) as { code?: number; msg?: string; data?: object };
  if (code !== 2000) throw new Mistake(msg ?? `${url} is no Jokko gateway.`);
  const { status = 'PENDING' } = Object(data) as { status?: string };
  process.stdout.write(
    `${plain(`${order.externalTransactionId}: ${amount} with ${service}, ${status}`)}\n`,
  );
}
