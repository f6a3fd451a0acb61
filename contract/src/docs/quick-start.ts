// Quick-start snippets for a first payment, a first SMS and a signed request. Text to copy; the
// examples use codes of the sandbox catalogue.
import type { Language } from '../language.ts';
import { texts } from '../messages.ts';

/** A shell command that posts JSON; single quotes as POSIX shells need them. */
function curl(baseUrl: string, path: string, body: Record<string, unknown>): string {
  return `curl -s ${baseUrl}${path} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`;
}

const order = {
  phone: '770000001',
  amount: 500,
  codeService: 'OPA_SN_API_CASH_OUT',
  externalTransactionId: 'ORDER-0001',
  callbackUrl: 'https://client.example/callback',
};

/** Money comes first: a customer pays a merchant. */
export function firstPaymentCommand(baseUrl: string): string {
  return curl(baseUrl, '/api-services/operation', { apiKey: '<API_KEY>', ...order });
}

export function payOutCommand(baseUrl: string): string {
  return curl(baseUrl, '/api-services/operation', {
    apiKey: '<API_KEY>',
    ...order,
    amount: 350,
    codeService: 'OPA_SN_API_CASH_IN',
    externalTransactionId: 'PAYOUT-0001',
  });
}

export function statusCommand(baseUrl: string): string {
  return curl(baseUrl, '/api-services/get-transaction-status', {
    apiKey: '<API_KEY>',
    externalTransactionId: 'ORDER-0001',
  });
}

export const firstPaymentAnswer = (language: Language) => ({
  code: 2000,
  msg: texts[language].operationAccepted({ withCallback: true }),
  error: false,
  data: { ...order, transactionId: '7091659672946', status: 'PENDING' },
});

export function firstSmsCommand(baseUrl: string): string {
  return curl(baseUrl, '/api/send-sms', {
    app_key: '<APP_KEY>',
    sender: 'JOKKO',
    content: 'Votre code est 4821',
    msisdn: ['+221770000001', '+221770000002'],
  });
}

export const firstSmsAnswer = { code: 201, error: false, msg: '2 messages acceptés', data: [] };

export const signRequestCode = `import { createHmac } from 'node:crypto';

// hmacSecret: hmac_… The text that is signed is the text that is sent: JSON.stringify once.
export function signedRequest(members, hmacSecret) {
  const body = JSON.stringify(members);
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', hmacSecret).update(\`POST:\${timestamp}:\${body}\`).digest('hex');
  const headers = { 'Content-Type': 'application/json', Timestamp: timestamp, 'Hmac-Signature': signature };
  return { method: 'POST', headers, body };
}`;

/** `signedRequest` at work. */
export function sendSignedCode(baseUrl: string): string {
  return `const members = { apiKey: '<API_KEY>', externalTransactionId: 'ORDER-0001' };
const request = signedRequest(members, '<HMAC_SECRET>');
const answer = await fetch('${baseUrl}/api-services/get-transaction-status', request);
console.log(await answer.json());`;
}
