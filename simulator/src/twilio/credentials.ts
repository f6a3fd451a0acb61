// Test credentials of the simulated Twilio account.

export const accountSid = 'AC00000000000000000000000000005a4d';
export const authToken = 'sandbox00000000000000000000token';
/**
 * An API key of the account, which calls in place of its SID and token. Callbacks are signed with
 * the token all the same.
 */
export const apiKeySid = 'SK00000000000000000000000000005a4d';
export const apiKeySecret = 'sandbox-twilio-key-secret';
export const messagingServiceSid = 'MG00000000000000000000000000005a4d';
/** The sender of messages through the service. */
export const serviceNumber = '+15005550006';

const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const accepted = new Set([basicOf(accountSid, authToken), basicOf(apiKeySid, apiKeySecret)]);

export const isOurs = (authorization: string | undefined): boolean =>
  accepted.has(authorization ?? '');
