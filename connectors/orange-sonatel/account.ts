// Reads the balance of our wallet, and tests the connection by the harmless fetch of the public
// key.

import {
  amountFromWire,
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
} from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';
import { callWithPin, publicKeyPath } from './encrypted-pin.ts';

const balancePath = '/api/eWallet/v1/account/retailer/balance';

/** Throws when Orange gives no usable answer; the caller shows that as "not known". */
export async function balance(
  context: Context<OrangeSonatelConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const us = { idType: 'MSISDN', id: context.config.partnerNumber };
  const result = await callWithPin(
    context,
    { method: 'POST', path: balancePath },
    (encryptedPinCode) => ({ ...us, encryptedPinCode }),
  );
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  const available = object === null ? null : amountFromWire(object['value']);
  const currency = object === null ? undefined : textMember(object, 'unit');
  if (available === null || currency === undefined) throw new Error('no usable balance');
  return [{ currency, available }];
}

export const connectionTest: ConnectionTest<Context<OrangeSonatelConfig>, OrangeSonatelConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  async call(context) {
    const result = await call(context, { method: 'GET', path: publicKeyPath });
    return readConnectionTest(result, (body) => {
      const object = objectFromWire(body);
      if (object === null || textMember(object, 'key') === undefined) return null;
      return `public key ${String(object['keyType'] ?? '')} ${String(object['keySize'] ?? '')}`.trimEnd();
    });
  },
};
