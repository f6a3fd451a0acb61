// Files beside a request for approval: attached by who asked, before the decision, and read by who
// sees the request. What they are is told by their bytes, and their names hide nothing.

import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { operatorSeatRoles } from '@jokko/contract/portal';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let asker: Browser;
let other: Browser;
let accountId: number;

before(async () => {
  portal = await startPortal();
  asker = await operatorBrowser(portal, 'Awa', { role: 'finance' });
  other = await operatorBrowser(portal, 'Moussa');
  const account = { name: 'Teranga', currency: 'XOF', language: 'fr', allServices: false };
  accountId = (await other.post('operator/developers', account)).json.id;
});
after(() => portal.close());

async function ask(): Promise<number> {
  const { status, json } = await asker.post('operator/fund', {
    key: randomUUID(),
    accountId,
    currency: 'XOF',
    amount: '75000',
    reason: 'virement reçu',
  });
  assert.equal(status, 200, JSON.stringify(json));
  return json.id;
}
const attach = (browser: Browser, id: number, name: string, content: string | Buffer) =>
  browser.post(
    `operator/approval-requests/attach?id=${id}&name=${encodeURIComponent(name)}`,
    typeof content === 'string' ? content : new Uint8Array(content),
    { 'content-type': 'application/octet-stream' },
  );
/** `files`: how many the page has shown. */
const approve = (id: number, files?: number) =>
  other.post('operator/approval-requests/approve', { id, note: '', files });
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);
const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const jpeg = Buffer.from('ffd8ffe00010', 'hex');

interface Shown {
  number: number;
  name: string;
  type: string;
  bytes: number;
  hash: string;
  attachedAt: string;
}
async function filesOf(id: number, browser = other): Promise<Shown[]> {
  const { json } = await browser.get('operator/approval-requests');
  return json.items.find((item: { id: number }) => item.id === id).files;
}
const download = (browser: Browser, id: number, number: number) =>
  fetch(`${portal.origin}/portal/api/operator/approval-requests/${id}/files/${number}`, {
    headers: { cookie: `jokko=${browser.token}` },
  });

test('who asked attaches the proof, and who decides reads it, as it came', async () => {
  const startedAt = Date.now();
  const id = await ask();
  const content = pdf('avis de crédit');
  assert.deepEqual((await attach(asker, id, 'avis.pdf', content)).json, { number: 1 });
  const hash = createHash('sha256').update(content).digest('hex');
  const [{ attachedAt, ...shown }] = (await filesOf(id)) as [Shown];
  assert.deepEqual(shown, {
    number: 1,
    name: 'avis.pdf',
    type: 'pdf',
    bytes: content.length,
    hash,
  });
  const cameAt = Date.parse(attachedAt);
  assert.ok(startedAt <= cameAt && cameAt <= Date.now(), attachedAt);
  const answer = await download(other, id, 1);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), content);
  assert.deepEqual(
    [
      'content-type',
      'content-disposition',
      'x-content-type-options',
      'content-security-policy',
    ].map((name) => answer.headers.get(name)),
    [
      'application/pdf',
      `attachment; filename*=UTF-8''avis.pdf`,
      'nosniff',
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    ],
  );
  const [entry] = await portal.db.database.query<{ body: string; subject: string }>({
    name: 'attached',
    text: `select body, subject from audit_entry where action = 'wish.attach' order by number desc
      limit 1`,
  });
  assert.equal(entry!.subject, `wish/${id}`);
  assert.deepEqual(JSON.parse(entry!.body).new, {
    fileName: 'avis.pdf',
    bytes: content.length,
    hash,
  });
  assert.equal((await download(other, id, 2)).status, 404);
});

test('a file is what its bytes say: others are refused, and its name gets the right ending', async () => {
  const id = await ask();
  for (const content of ['<svg/>', 'MZ', ' %PDF-', png.subarray(0, 7), ''])
    assert.deepEqual(
      (await attach(asker, id, 'avis.pdf', content)).json.error?.fields ?? 'taken',
      [{ field: 'file', problem: 'notAllowed' }],
      JSON.stringify(content),
    );
  await attach(asker, id, 'avis.exe', pdf('a'));
  await attach(asker, id, 'photo.JPEG', jpeg);
  await attach(asker, id, 'page.html', png);
  assert.deepEqual(
    (await filesOf(id)).map(({ name, type }) => [name, type]),
    [
      ['avis.exe.pdf', 'pdf'],
      ['photo.JPEG', 'jpeg'],
      ['page.html.png', 'png'],
    ],
  );
});

test('a name shows its hidden characters, and has neither folders nor card numbers', async () => {
  const hostile: [string, string][] = [
    ['fdp.exe\u202efdp.pdf', 'fdp.exe⟨U+202E⟩fdp.pdf'],
    ['a\u200bb\r\nSet-Cookie: x.pdf', 'a⟨U+200B⟩b⟨U+000D⟩⟨U+000A⟩Set-Cookie_ x.pdf'],
    ['../../etc/C:\\x\\"avis".pdf', '_avis_.pdf'],
    ['4111 1111 1111 1111.pdf', '____ ____ ____ 1111.pdf'],
    ['/', '.pdf'],
  ];
  for (const [given, shown] of hostile) {
    const id = await ask();
    const { status } = await attach(asker, id, given, pdf(given));
    assert.equal(status, 200, given);
    assert.deepEqual(
      (await filesOf(id)).map(({ name }) => name),
      [shown],
    );
    const answer = await download(other, id, 1);
    assert.equal(
      answer.headers.get('content-disposition'),
      `attachment; filename*=UTF-8''${encodeURIComponent(shown)}`,
    );
  }
  const { code } = await attach(asker, await ask(), 'a\0.pdf', pdf('a'));
  assert.equal(code, 'invalid', 'no text of the database holds it');
});

test('a request has three at most, of 5 MiB, and the same one once', async () => {
  const id = await ask();
  const largest = Buffer.concat([pdf(''), Buffer.alloc(5 * 1024 * 1024 - pdf('').length)]);
  const tooLarge = Buffer.concat([largest, Buffer.alloc(1)]);
  assert.equal((await attach(asker, id, 'a.pdf', tooLarge)).code, 'tooLarge');
  assert.deepEqual((await attach(asker, id, 'a.pdf', largest)).json, { number: 1 });
  assert.deepEqual((await attach(asker, id, 'b.pdf', largest)).json, { number: 1 }, 'sent again');
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => attach(asker, id, 'c.pdf', pdf(`${n}`))),
  );
  assert.deepEqual(
    answers.map(({ json }) => json.number ?? json.error.fields[0].problem).toSorted(),
    [2, 3, 'tooMany', 'tooMany'],
  );
  assert.equal((await filesOf(id)).length, 3);
});

test('only who asked attaches, whatever their role; an account’s request and none are not found', async () => {
  const id = await ask();
  for (const role of operatorSeatRoles) {
    const browser = await operatorBrowser(portal, `attach ${role}`, { role });
    const { status } = await attach(browser, id, 'x.pdf', pdf(role));
    assert.equal(status, role === 'admin' || role === 'finance' ? 404 : 403, role);
  }
  const limited = await operatorBrowser(portal, 'limited', { role: 'finance', countries: ['SN'] });
  assert.equal((await attach(limited, id, 'x.pdf', pdf('x'))).status, 403);
  assert.equal((await attach(asker, 999_999, 'x.pdf', pdf('x'))).status, 404);
  assert.deepEqual(await filesOf(id), []);
});

test('whoever sees the request reads its files, and nobody else', async () => {
  const id = await ask();
  await attach(asker, id, 'avis.pdf', pdf('lu'));
  for (const role of operatorSeatRoles) {
    const browser = await operatorBrowser(portal, `read ${role}`, { role });
    const seen = (await browser.get('operator/approval-requests')).status;
    assert.equal((await download(browser, id, 1)).status, seen, role);
    assert.equal(seen, role === 'auditor' ? 403 : 200, role);
  }
  const limited = await operatorBrowser(portal, 'reads', { role: 'finance', countries: ['SN'] });
  assert.equal((await download(limited, id, 1)).status, 403);
  const { browser: developer } = await portal.register('awa@boutique.sn');
  assert.equal((await download(developer, id, 1)).status, 403);
  const anonymous = await fetch(
    `${portal.origin}/portal/api/operator/approval-requests/${id}/files/1`,
  );
  assert.equal(anonymous.status, 401);
  // Users of the account decide on theirs, and nobody of the operator sees one.
  await portal.db.sql(
    `update approval_request set kind = 'payout', side = 'account' where id = ${id}`,
  );
  assert.equal((await download(other, id, 1)).status, 404);
  assert.equal((await attach(asker, id, 'b.pdf', pdf('b'))).status, 404);
});

test('a file that came after the page was read is not approved unseen', async () => {
  const id = await ask();
  await attach(asker, id, 'avis.pdf', pdf('vu'));
  const seen = (await filesOf(id)).length;
  await attach(asker, id, 'autre.pdf', pdf('pas vu'));
  for (const files of [seen, 0, undefined, 3])
    assert.equal((await approve(id, files)).code, 'conflict', `${files}`);
  assert.equal((await approve(id, 2)).json.state, 'done');
});

test('once it is decided, withdrawn or expired nothing is attached, and nothing ever changes or goes', async () => {
  const decide = {
    approve: (id: number) => approve(id, 1),
    refuse: (id: number) => other.post('operator/approval-requests/refuse', { id, note: '' }),
    withdraw: (id: number) => asker.post('operator/approval-requests/withdraw', { id }),
    expire: (id: number) =>
      portal.db.sql(`update approval_request set expires_at = jokko_now() where id = ${id}`),
  };
  for (const [how, work] of Object.entries(decide)) {
    const id = await ask();
    await attach(asker, id, 'avis.pdf', pdf('avant'));
    await work(id);
    assert.equal((await attach(asker, id, 'b.pdf', pdf('après'))).code, 'conflict', how);
    assert.equal((await filesOf(id)).length, 1, how);
    assert.equal((await download(other, id, 1)).status, 200, how);
  }
  for (const change of [
    `update approval_request_file set name = 'x'`,
    'delete from approval_request_file',
    'truncate approval_request_file',
  ])
    await assert.rejects(portal.db.sql(change), /append-only/);
});
