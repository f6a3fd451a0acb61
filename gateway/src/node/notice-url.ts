// The address to be registered at the provider of a route.

import { noticeSecretOf, noticeUrl } from '../payments/operations/index.ts';
import { noticeKeyOf } from './id-key.ts';
import type { GatewayOptions } from './options.ts';

/** `publicUrl` null: the address begins with its path. */
export async function noticeUrlOf(
  database: GatewayOptions['database'],
  publicUrl: string | null,
  route: string,
): Promise<string> {
  return noticeUrl(publicUrl ?? '', route, noticeSecretOf(await noticeKeyOf(database), route));
}
