// What do operators tell us by HTTP? Receipts and inbound messages, on an address whose secret part belongs to the link. They are stored before the
// answer, so that what is not acknowledged comes again.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notice, SmsConnector, SmsInbound, SmsReceipt } from '@jokko/connector-kit';
import type { Link, Routing } from '../sms-routing/index.ts';

const secretCharacters = 32;

export interface NoticesDeps {
  noticeKey: Buffer;
  routing(): Routing;
  connectorOf(name: string): SmsConnector | undefined;
  receipt(link: string, receipt: SmsReceipt): Promise<void>;
  inbound(link: string, message: SmsInbound): Promise<void>;
}

export interface SmsNotices {
  /** Path below the public address, to be told to the operator. */
  pathOf(link: string): string;
  /** Null: there is no such link, its connector hears nothing by HTTP, or the secret is wrong. Rejects when it could not be stored. */
  take(link: string, secret: string, notice: Notice): Promise<{ status: number; body?: string } | null>;
}

export function createNotices({ noticeKey, routing, connectorOf, receipt, inbound }: NoticesDeps): SmsNotices {
  const secretOf = (link: string): string => createHmac('sha256', noticeKey).update(link).digest('base64url').slice(0, secretCharacters);
  const isSecret = (link: string, secret: string): boolean => {
    const expected = Buffer.from(secretOf(link));
    const given = Buffer.from(secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const find = (name: string): { link: Link; connector: SmsConnector } | null => {
    const link = routing().links.find((each) => each.name === name);
    const connector = link === undefined ? undefined : connectorOf(link.connector);
    return link === undefined || connector?.receive === undefined || connector.checkConfig(link.config).length > 0
      ? null
      : { link, connector };
  };
  return {
    pathOf: (link) => `/sms-providers/${encodeURIComponent(link)}/${secretOf(link)}`,
    async take(name, secret, notice) {
      const found = isSecret(name, secret) ? find(name) : null;
      if (found === null) return null;
      const { reply, receipts, inbound: messages } = found.connector.receive!(found.link.config, notice);
      await Promise.all([...receipts.map((each) => receipt(name, each)), ...messages.map((each) => inbound(name, each))]);
      return reply;
    },
  };
}
