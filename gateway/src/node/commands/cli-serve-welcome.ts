// Writes what a newcomer reads after a start: where the node listens, the keys, and a payment and
// an SMS to paste.

import type { Mode } from '../../platform/db/mode.ts';
import type { SandboxAccount } from '../start/first-start.ts';

export interface Welcome {
  baseUrl: string;
  portalUrl: string;
  /** Null once there is an operator. */
  firstOperatorLink: string | null;
  mode: Mode;
  account: SandboxAccount | null;
}

export function welcome({ baseUrl, portalUrl, firstOperatorLink, mode, account }: Welcome): string {
  const facts: (readonly [name: string, value: string | null])[] = [
    ['Base URL', baseUrl],
    ['Portal', portalUrl],
    ['Docs', `${baseUrl}/docs`],
    ['API key', account?.apiKey ?? null],
    ['Webhook secret', account?.webhookSecret ?? null],
    ['SMS app key', account?.smsAppKey ?? null],
  ];
  const lines = ['', `Jokko is running (${mode}).`, '', ...facts.flatMap(factLine)];
  if (account !== null && account.apiKey !== null)
    lines.push('', ...firstCalls(baseUrl, account.apiKey, account.webhookSecret ?? 'whsec_…'));
  if (account !== null && account.smsAppKey !== null)
    lines.push('', 'First SMS:', '', firstSms(baseUrl, account.smsAppKey));
  if (firstOperatorLink !== null)
    lines.push(
      '',
      'One-time link to create the first operator user, valid for seven days:',
      '',
      firstOperatorLink,
    );
  return [...lines, ''].join('\n');
}

function factLine([name, value]: readonly [name: string, value: string | null]): string[] {
  return value === null ? [] : [`  ${name.padEnd('Webhook secret'.length)}  ${value}`];
}

/** Money comes first, then goes out; the receiver that hears of both stands before them. */
function firstCalls(baseUrl: string, apiKey: string, webhookSecret: string): string[] {
  return [
    'Receive results first: README.md, “First callback”, has a server that verifies them with',
    'the webhook secret. Give its address as callbackUrl. Without a server, in another terminal:',
    '',
    `JOKKO_URL=${baseUrl} JOKKO_KEY=${apiKey} JOKKO_WEBHOOK_SECRET=${webhookSecret} npx --yes ${baseUrl}/sdk/jokko-dev.tgz listen`,
    '',
    'First payment: a customer pays you XOF 500.',
    '',
    firstPayment(baseUrl, apiKey),
    '',
    'Pay out: XOF 200 from your balance to a wallet.',
    '',
    operationCommand(baseUrl, { apiKey, ...payOut, externalTransactionId: 'PAYOUT-@' }),
    '',
    'Balance afterwards:',
    '',
    `curl -s ${baseUrl}/api-services/balance -H 'Secretkey: ${apiKey}'`,
  ];
}

const collection = { phone: '770000001', amount: 500, codeService: 'OPA_SN_API_CASH_OUT' };
const payOut = { phone: '770000001', amount: 200, codeService: 'OPA_SN_API_CASH_IN' };

export function firstPayment(baseUrl: string, apiKey: string): string {
  return operationCommand(baseUrl, { apiKey, ...collection, externalTransactionId: 'ORDER-@' });
}

/** Every paste is a new payment: the shell writes the time into its id. */
function operationCommand(baseUrl: string, body: object): string {
  const text = JSON.stringify(body).replace('@', `'$(date +%s)'`);
  return `curl -s ${baseUrl}/api-services/operation -H 'Content-Type: application/json' -d '${text}'`;
}

function firstSms(baseUrl: string, appKey: string): string {
  const body = {
    app_key: appKey,
    sender: 'JOKKO',
    content: 'Asalaa maalekum',
    msisdn: ['+221770000001'],
  };
  return `curl -s ${baseUrl}/api/send-sms -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
