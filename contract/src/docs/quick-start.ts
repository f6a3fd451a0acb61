// Quick-start snippets for a first payment, a first SMS and a verified callback. Text to copy; the
// examples use codes of the sandbox catalogue.

/** A shell command that posts JSON; single quotes as POSIX shells need them. */
function curl(baseUrl: string, path: string, body: Record<string, unknown>): string {
  return `curl -s ${baseUrl}${path} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`;
}

export function firstPaymentCommand(baseUrl: string): string {
  return curl(baseUrl, '/api-services/operation', {
    apiKey: '<API_KEY>',
    phone: '770000001',
    amount: 350,
    codeService: 'OPA_SN_API_CASH_IN',
    externalTransactionId: 'FIRST-0001',
    callbackUrl: 'https://client.example/callback',
  });
}

export function statusCommand(baseUrl: string): string {
  return curl(baseUrl, '/api-services/get-transaction-status', {
    apiKey: '<API_KEY>',
    externalTransactionId: 'FIRST-0001',
  });
}

export const firstPaymentAnswer = {
  code: 2000,
  msg: 'Opération acceptée sans erreur, vous recevrez un callback avec le statut final.',
  error: false,
  data: {
    phone: '770000001',
    amount: 350,
    codeService: 'OPA_SN_API_CASH_IN',
    transactionId: '7091659672946',
    status: 'PENDING',
    externalTransactionId: 'FIRST-0001',
    callbackUrl: 'https://client.example/callback',
  },
};

export function firstSmsCommand(baseUrl: string): string {
  return curl(baseUrl, '/api/send-sms', {
    app_key: '<APP_KEY>',
    sender: 'JOKKO',
    content: 'Votre code est 4821',
    msisdn: ['+221770000001', '+221770000002'],
  });
}

export const firstSmsAnswer = { code: 201, error: false, msg: '2 messages acceptés', data: [] };

export const verifyCallbackCode = `import { createHash, timingSafeEqual } from 'node:crypto';

export function isGenuine(body, apiKey) {
  const { transactionId, externalTransactionId } = body.transaction;
  const expected = createHash('sha256').update(\`\${transactionId}|\${externalTransactionId}|\${apiKey}\`).digest();
  const given = Buffer.from(body.sha256Hash, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`;

export const verifySignatureCode = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they arrived, before any parser. webhookSecret: whsec_…
export function isSigned(headers, rawBody, webhookSecret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(rawBody).digest();
  return String(signatures).split(' ').some((signature) => {
    const given = Buffer.from(signature.slice('v1,'.length), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

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
  return `const members = { apiKey: '<API_KEY>', externalTransactionId: 'FIRST-0001' };
const request = signedRequest(members, '<HMAC_SECRET>');
const answer = await fetch('${baseUrl}/api-services/get-transaction-status', request);
console.log(await answer.json());`;
}
