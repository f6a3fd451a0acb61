// Test credentials of the simulated M-Pesa.

export const consumer = { key: 'sandbox-mpesa-consumer-key', secret: 'sandbox-mpesa-secret' };
export const passkey = 'sandbox-mpesa-passkey';
/** Its password arrives encrypted (core/pin-key.ts). */
export const initiator = { name: 'testapi', password: 'sandbox-mpesa-initiator-password' };

/**
 * Short codes and the currency of each account; the protocol names none. The first is the
 * provider's own test code.
 */
export const shortCodes: { readonly [code: string]: string } = {
  174379: 'KES',
  600978: 'KES',
  600979: 'XOF',
};
