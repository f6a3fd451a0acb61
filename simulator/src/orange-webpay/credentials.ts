// What a merchant of the simulated Web Payment has: credentials for tests only.

export const clientId = 'jokko-webpay';
export const clientSecret = 'sandbox-webpay-secret';
export const merchantKey = 'sandbox-merchant-key';
