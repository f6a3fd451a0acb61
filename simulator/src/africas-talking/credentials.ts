// Test credentials of the simulated Africa's Talking account.

export const username = 'sandbox';
export const apiKey = 'sandbox-africas-talking-key';
