// Test credentials of the simulated Wave wallets.

/** A wallet whose webhooks are signed (`Wave-Signature`). */
export const apiKey = 'wave_sn_test_AeV5rT4g2sXyQ1';
/** A wallet whose webhooks carry the shared secret as a bearer token. */
export const bearerApiKey = 'wave_sn_test_BcM8kL3n7pZwU6';
export const webhookSecret = 'wave_sn_WHS_test_secret';

/** The wallet of a key, as the book calls it; null: no such key. */
export function walletOfKey(key: string): 'signed' | 'bearer' | null {
  if (key === apiKey) return 'signed';
  return key === bearerApiKey ? 'bearer' : null;
}
