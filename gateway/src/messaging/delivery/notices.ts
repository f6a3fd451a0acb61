// Processes notifications that operators send by HTTP: receipts and inbound messages, on an
// address whose secret part belongs to the carrier connection. They are stored before the answer,
// so that what is not acknowledged comes again.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notice, SmsConnector, SmsInbound, SmsReceipt } from '@jokko/connectors/kit';
import type { CarrierConnection, Routing } from '../routing/index.ts';

const secretCharacters = 32;

export interface NoticesDeps {
  noticeKey: Buffer;
  routing(): Routing;
  connectorOf(name: string): SmsConnector | undefined;
  receipt(connection: string, receipt: SmsReceipt): Promise<void>;
  inbound(connection: string, message: SmsInbound): Promise<void>;
}

export interface SmsNotices {
  /** Path below the public URL, to be registered with the carrier. */
  pathOf(connection: string): string;
  /** Null: there is no such connection, its connector receives nothing by HTTP, or the secret is wrong. Rejects when it could not be stored. */
  take(
    connection: string,
    secret: string,
    notice: Notice,
  ): Promise<{ status: number; body?: string } | null>;
}

export function createNotices({
  noticeKey,
  routing,
  connectorOf,
  receipt,
  inbound,
}: NoticesDeps): SmsNotices {
  const secretOf = (connection: string): string =>
    createHmac('sha256', noticeKey)
      .update(connection)
      .digest('base64url')
      .slice(0, secretCharacters);
  const isSecret = (connection: string, secret: string): boolean => {
    const expected = Buffer.from(secretOf(connection));
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
    pathOf: (connection) =>
      `/sms-providers/${encodeURIComponent(connection)}/${secretOf(connection)}`,
    async take(name, secret, notice) {
      const found = isSecret(name, secret) ? find(name) : null;
      if (found === null) return null;
      const {
        reply,
        receipts,
        inbound: messages,
      } = found.connector.receive!(found.connection.config, notice);
      await Promise.all([
        ...receipts.map((each) => receipt(name, each)),
        ...messages.map((each) => inbound(name, each)),
      ]);
      return reply;
    },
  };
}
