// Authenticates and reads a notice of MoneyGram. It holds ids and a status, no amount: it is a
// reason to look the transaction up, never a result.

import { defined } from '@jokko/contract';
import { hash, verify } from 'node:crypto';
import type { Notice, Receipt } from '@jokko/connectors/kit';
import { objectFromWire, textMember } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';
import { transactionIn } from './read-answer.ts';

/** MoneyGram repeats a notice for an hour under its first signature. */
const timestampWindowMs = 65 * 60_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** 204 and one event; 400 for what is no notice; 401 for a wrong or outdated signature. */
export function receive(config: MoneygramConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return refuse(405);
  const trust = trustOf(config, notice);
  if (trust === 'forged') return refuse(401);
  const body = objectFromWire(notice.body);
  const object = body === null ? null : transactionIn(body);
  const theirs = object === null ? undefined : textMember(object, 'transactionId');
  if (object === null || theirs === undefined) return refuse(400);
  const ours = textMember(object, 'partnerTransactionId');
  const bodyHash = hash('sha256', notice.body, 'hex');
  return {
    reply: { status: 204 },
    events: [
      {
        match: {
          theirs,
          ...defined({ ours: ours !== undefined && uuid.test(ours) ? ours : undefined }),
        },
        authenticated: trust === 'signed',
        // Its own key, so that a forged copy cannot make the genuine notice look like a repeat.
        dedupeKey: `${trust}:${bodyHash}`,
      },
    ],
  };
}

/** `Signature: t=<unix s>, s=<base64>` over time, host and body. */
function trustOf(config: MoneygramConfig, notice: Notice): 'signed' | 'bare' | 'forged' {
  const { noticeKey, noticeSeparator } = settingsOf(config);
  const header = notice.headers['signature'];
  if (noticeKey === null || header === undefined) return 'bare';
  const [, time, signature] = /^t=(\d{1,12}),\s*s=([A-Za-z0-9+/=]+)$/.exec(header) ?? [];
  if (time === undefined || signature === undefined) return 'forged';
  if (Math.abs(notice.receivedAtMs - Number(time) * 1000) > timestampWindowMs) return 'forged';
  const before = [time, notice.headers['host'] ?? '', ''].join(noticeSeparator);
  const signed = Buffer.concat([Buffer.from(before), notice.body]);
  const isGood = verify('sha256', signed, noticeKey, Buffer.from(signature, 'base64'));
  return isGood ? 'signed' : 'forged';
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
