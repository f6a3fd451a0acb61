// Test credentials of the simulated Airtel Money.

export const client = { id: 'sandbox-airtel-client', secret: 'sandbox-airtel-secret' };

/** The PIN of the disbursement account; arrives encrypted (core/pin-key.ts). */
export const disbursementPin = '4321';
