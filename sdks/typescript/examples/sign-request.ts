// Signs a request without the SDK: for `fetch`, where HMAC is enabled for the account.
import { createHmac } from 'node:crypto';

// The text that is signed is the text that is sent: JSON.stringify once.
export function signedRequest(members: object, hmacSecret: string): RequestInit {
  const body = JSON.stringify(members);
  const timestamp = String(Date.now());
  const signed = `POST:${timestamp}:${body}`;
  const signature = createHmac('sha256', hmacSecret).update(signed).digest('hex');
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Timestamp: timestamp,
      'Hmac-Signature': signature,
    },
    body,
  };
}
