// What a business client of the simulated participant has: credentials for tests only.

export const clientId = 'jokko-pi';
export const clientSecret = 'sandbox-pi-secret';
export const ourAlias = '8f14e45f-ceea-467f-a1d5-91f3a2b6c7d8';
export const accountNumber = 'SN0010100100012345678900';
/** Shown at the registration of a webhook; the same for all, so that tests know it. */
export const webhookSecret = 'sandbox-pi-webhooks';
