// The addresses to be registered at the provider of a route and at a carrier of SMS.

import { noticeSecretOf, noticeUrl } from '../../payments/operations/index.ts';
import { smsNoticePath } from '../../messaging/delivery/index.ts';
import { loadIdKey, noticeKeyOf, smsNoticeKeyFrom } from './id-key.ts';
import type { GatewayOptions } from './options.ts';

/** `publicUrl` null: the address begins with its path. */
export async function noticeUrlOf(
  database: GatewayOptions['database'],
  publicUrl: string | null,
  route: string,
): Promise<string> {
  return noticeUrl(publicUrl ?? '', route, noticeSecretOf(await noticeKeyOf(database), route));
}

/** The same for a carrier connection. */
export async function smsNoticeUrlOf(
  database: GatewayOptions['database'],
  publicUrl: string | null,
  connection: string,
): Promise<string> {
  return (publicUrl ?? '') + smsNoticePath(smsNoticeKeyFrom(await loadIdKey(database)), connection);
}
