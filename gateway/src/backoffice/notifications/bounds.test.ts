// Proves that each kind of message is bounded in number, and that names which others chose are
// short and no links in it.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { bounds } from './bounds.ts';
import { compose, queueNotification, type NotificationParameters } from './index.ts';
import type { NotificationKind } from './kinds.ts';

const postgres = usePostgres();

const hostile = `Visit evil.example/x or https://evil.example, mail x@evil.example\u202e ${'long '.repeat(40)}`;
const names = { account: hostile, by: hostile };
const asked = {
  ...names,
  side: 'operator',
  request: 'fund',
  reason: hostile.slice(0, 120),
} as const;
/**
 * What members of accounts, and strangers, can fill in. The operator's own words are not of this
 * test.
 */
const chosen: { readonly [Kind in NotificationKind]: NotificationParameters[Kind] | null } = {
  invitation: { company: hostile, by: hostile, role: 'owner' },
  reset: { secondFactors: true },
  alert: null,
  subscription: { key: 'k' },
  incident: null,
  approval: asked,
  decision: { ...asked, outcome: 'refused', decidedBy: hostile, note: asked.reason },
  claim: { reference: 'C1', account: hostile, status: null },
  balance: { account: hostile, currency: 'XOF', available: '1', minimum: '2' },
  member: { ...names, name: hostile, email: 'awa@boutique.sn' },
  key: { ...names, what: 'key', made: 'new' },
  customerAnswer: null,
  report: null,
  test: {},
};

test('S28: no name that somebody chose is long or a link in a message to others', () => {
  for (const [kind, parameters] of Object.entries(chosen)) {
    if (parameters === null) continue;
    for (const language of ['fr', 'en'] as const) {
      const message = compose(
        { kind: kind as NotificationKind, parameters, language },
        { baseUrl: 'https://pay.example.sn', token: 't' },
      );
      const { subject, paragraphs, facts = [] } = message;
      const texts = [subject, ...paragraphs, ...facts.map(([, value]) => value)];
      for (const text of texts) {
        assert.doesNotMatch(text, /evil\.\S|https:\/\/evil|x@evil|\u202e/, `${kind}: ${text}`);
        assert.ok(text.length < 220, `${kind}: ${text}`);
      }
    }
  }
});

test('S28: every kind of message is bounded, by number or in a file that is there', async () => {
  const db = await postgres.database();
  try {
    await db.sql(`insert into portal_user (email, email_key, name, language)
      values ('awa@boutique.sn', 'awa@boutique.sn', 'Awa', 'fr')`);
    const [{ id: userId } = { id: 0 }] = await db.database.query<{ id: number }>({
      name: 'only user',
      text: 'select id from portal_user',
    });
    const queue = (kind: NotificationKind, account: string) =>
      inTransaction(db.database, (session) =>
        queueNotification(session, {
          kind,
          channel: 'email',
          to: { userId },
          parameters: { ...(chosen[kind] as object), account } as never,
        }),
      );
    for (const [name, { by }] of Object.entries(bounds)) {
      if (typeof by === 'string') {
        assert.ok(existsSync(new URL(`../${by}`, import.meta.url)), `${name}: ${by}`);
        continue;
      }
      const kind = name as NotificationKind;
      for (let n = 0; n < by.ofAccount; n++) assert.equal(await queue(kind, 'one'), true, name);
      assert.equal(await queue(kind, 'one'), false, `${name} of one account`);
      assert.equal(await queue(kind, 'other'), true, `${name} of another account`);
      await db.sql(`insert into notification (id, kind, channel, user_id, parameters, expires_at)
        select gen_random_uuid(), '${kind}', 'email', ${userId},
          json_build_object('account', 'n' || n), now() + interval '1 hour'
        from generate_series(1, ${by.ofAll}) n`);
      assert.equal(await queue(kind, 'third'), false, `${name} of all accounts`);
    }
    await db.sql(`update notification set created_at = created_at - interval '25 hours'`);
    assert.equal(await queue('key', 'one'), true, 'the next day');
  } finally {
    await db.close();
  }
});
