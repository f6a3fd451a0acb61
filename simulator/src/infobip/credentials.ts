// Test credentials of the simulated Infobip account: a key, or user and password.

export const apiKey = 'sandbox-infobip-key';
export const username = 'sandbox';
export const password = 'sandbox-infobip-password';

const accepted = new Set([
  `App ${apiKey}`,
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
]);

export const isOurs = (authorization: string | undefined): boolean =>
  accepted.has(authorization ?? '');
