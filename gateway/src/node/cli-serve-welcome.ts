// Writes what a newcomer reads after a start: where the node listens, the keys, and a payment and an SMS to paste.

import type { Mode } from '../platform/db/mode.ts';
import type { SandboxAccount } from './first-start.ts';

export interface Welcome {
  baseUrl: string;
  portalUrl: string;
  /** Null once there is an operator. */
  firstOperatorLink: string | null;
  mode: Mode;
  account: SandboxAccount | null;
}

export function welcome({ baseUrl, portalUrl, firstOperatorLink, mode, account }: Welcome): string {
  const lines = [
    '',
    `Jokko is running (${mode}).`,
    '',
    `  Base URL     ${baseUrl}`,
    `  Portal       ${portalUrl}`,
    `  Docs         ${baseUrl}/docs`,
  ];
  if (account !== null && account.apiKey !== null) {
    lines.push(`  API key      ${account.apiKey}`);
    if (account.smsAppKey !== null) lines.push(`  SMS app key  ${account.smsAppKey}`);
    lines.push(
      '',
      'First payment, XOF 500 to a wallet:',
      '',
      firstPayment(baseUrl, account.apiKey),
      '',
    );
    lines.push(
      'Balance afterwards:',
      '',
      `curl -s ${baseUrl}/api-services/balance -H 'Secretkey: ${account.apiKey}'`,
    );
    if (account.smsAppKey !== null)
      lines.push('', 'First SMS:', '', firstSms(baseUrl, account.smsAppKey));
  }
  if (firstOperatorLink !== null)
    lines.push(
      '',
      'One-time link to create the first operator user, valid for seven days:',
      '',
      firstOperatorLink,
    );
  return [...lines, ''].join('\n');
}

/** Every paste is a new payment: the shell writes the time into its id. */
export function firstPayment(baseUrl: string, apiKey: string): string {
  const body = {
    apiKey,
    phone: '770000001',
    amount: 500,
    codeService: 'OPA_SN_API_CASH_IN',
    externalTransactionId: 'FIRST-@',
  };
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
