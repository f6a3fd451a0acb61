// Processes notifications that operators send by HTTP: receipts and inbound messages, on an
// address whose secret part belongs to the carrier connection. They are stored before the answer,
// so that what is not acknowledged comes again.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  SmsConnector,
  SmsContext,
  SmsInbound,
  SmsNotice,
  SmsReceipt,
} from '@jokko/connectors/kit';
import { valueWithin } from '../../platform/system/deadline.ts';
import type { CarrierConnection, Routing } from '../routing/index.ts';

const secretCharacters = 32;
/** Carriers give up a notice after 10 to 15 seconds. */
const confirmTimeoutMs = 8_000;

export interface NoticesDeps {
  noticeKey: Buffer;
  routing(): Routing;
  connectorOf(name: string): SmsConnector | undefined;
  contextOf(connection: CarrierConnection): SmsContext<CarrierConnection['config']>;
  receipt(connection: string, receipt: SmsReceipt): Promise<void>;
  inbound(connection: string, message: SmsInbound): Promise<void>;
}

export interface SmsNotices {
  /** Path below the public URL, to be registered with the carrier. */
  pathOf(connection: string): string;
  /**
   * Null: there is no such connection, its connector receives nothing by HTTP, or the secret is
   * wrong. Rejects when it could not be stored, or the carrier could not be asked about it.
   */
  take(
    connection: string,
    secret: string,
    notice: SmsNotice,
  ): Promise<{ status: number; body?: string } | null>;
}

/** Path below the public URL at which the notices of a connection reach us. */
export const smsNoticePath = (noticeKey: Buffer, connection: string): string =>
  pathWith(connection, secretOf(noticeKey, connection));

const pathWith = (connection: string, secret: string): string =>
  `/sms-providers/${encodeURIComponent(connection)}/${secret}`;

const secretOf = (noticeKey: Buffer, connection: string): string =>
  createHmac('sha256', noticeKey).update(connection).digest('base64url').slice(0, secretCharacters);

export function createNotices({
  noticeKey,
  routing,
  connectorOf,
  contextOf,
  receipt,
  inbound,
}: NoticesDeps): SmsNotices {
  const known = new Map<string, string>();
  /**
   * Made once for a connection: it is needed with every notice. No name that anybody may invent is
   * kept.
   */
  const secretFor = (connection: string): string => {
    const kept = known.get(connection);
    if (kept !== undefined) return kept;
    const secret = secretOf(noticeKey, connection);
    if (routing().connections.some(({ name }) => name === connection))
      known.set(connection, secret);
    return secret;
  };
  const isSecret = (connection: string, secret: string): boolean => {
    const expected = Buffer.from(secretFor(connection));
    const given = Buffer.from(secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const find = (
    name: string,
  ): { connection: CarrierConnection; connector: SmsConnector } | null => {
    const connection = routing().connections.find((each) => each.name === name);
    const connector = connection === undefined ? undefined : connectorOf(connection.connector);
    return connection === undefined ||
      connector?.receive === undefined ||
      connector.checkConfig(connection.config).length > 0
      ? null
      : { connection, connector };
  };
  return {
    pathOf: (connection) => pathWith(connection, secretFor(connection)),
    async take(name, secret, notice) {
      const found = isSecret(name, secret) ? find(name) : null;
      if (found === null) return null;
      const context = contextOf(found.connection);
      const received = found.connector.receive!(context, notice);
      const unproven = received.unproven ?? [];
      const confirmed = await confirm(found.connector, context, unproven);
      await Promise.all([
        ...[...received.receipts, ...confirmed].map((each) => receipt(name, each)),
        ...received.inbound.map((each) => inbound(name, each)),
      ]);
      return isBehind(unproven, confirmed) ? { status: 503 } : received.reply;
    },
  };
}

async function confirm(
  connector: SmsConnector,
  context: SmsContext<CarrierConnection['config']>,
  unproven: readonly SmsReceipt[],
): Promise<readonly SmsReceipt[]> {
  if (unproven.length === 0 || connector.confirm === undefined) return [];
  const asked = connector.confirm(context, unproven);
  const confirmed = await valueWithin(asked, confirmTimeoutMs, null);
  if (confirmed === null) throw new Error('the carrier could not be asked whether this is true');
  return confirmed;
}

/**
 * Whether the carrier, when asked, does not know an end yet that its notice tells: acknowledged, it
 * would be told no more.
 */
function isBehind(unproven: readonly SmsReceipt[], confirmed: readonly SmsReceipt[]): boolean {
  const underWay = new Set(
    confirmed.filter(({ state }) => state === 'enroute').map(({ id }) => id),
  );
  return unproven.some(({ id, state }) => state !== 'enroute' && underWay.has(id));
}
