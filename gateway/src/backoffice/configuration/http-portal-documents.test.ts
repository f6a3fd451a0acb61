// The operator's documents: drafts that two users cannot write over, publication by two where money
// is concerned, versions, error texts, switches; and connectors, whose secrets never come back and
// which are tried out at a real server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { serviceEntrySchema } from '@jokko/contract/portal';
import { testAuthorityFile } from '../../../../acceptance/harness/certificates/index.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import {
  defaultCatalogueText,
  importCatalogue,
  loadCatalogue,
} from '../../payments/catalogue/index.ts';
import { PriceEntry, ServiceEntry } from '../../payments/catalogue/document.ts';
import { testSettings } from '../../payments/catalogue/testing.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Answer, Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let awa: Browser;
let moussa: Browser;
const code = 'OPC_SN_API_CASH_IN';

before(async () => {
  portal = await startPortal();
  const imported = await importCatalogue(portal.db.database, defaultCatalogueText(), testSettings);
  assert.ok(imported.ok);
  awa = await operatorBrowser(portal, 'Awa');
  moussa = await operatorBrowser(portal, 'Moussa', { role: 'finance' });
});
after(() => portal.close());

function well({ status, json }: Answer) {
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}
const open = async (kind = 'catalogue', from: number | null = null): Promise<number> =>
  well(await awa.post('operator/drafts', { kind, title: 'Essai', from })).id;
const look = async (id: number, kind = 'catalogue') =>
  well(await awa.get(`operator/drafts/${kind}/${id}`));
const inForce = async () => loadCatalogue(portal.db.database, testSettings);
/** The service's entry of a draft with other members. */
async function change(
  by: Browser,
  id: number,
  members: object,
  revision?: number,
): Promise<Answer> {
  const draft = await look(id);
  const entry = draft.services.find((each: { code: string }) => each.code === code);
  return by.post('operator/drafts/service', {
    id,
    revision: revision ?? draft.revision,
    code,
    entry: { ...entry, ...members },
  });
}
const publish = async (by: Browser, id: number, kind = 'catalogue') =>
  well(
    await by.post('operator/drafts/publish', {
      kind,
      id,
      revision: (await look(id, kind)).revision,
      reason: 'nouveau tarif',
    }),
  );

test('a price is changed in a draft, told field by field, and comes into force by two users', async () => {
  const id = await open();
  const { revision } = well(
    await change(awa, id, { price: { percent: '2.5', fixed: '100' }, maximum: '900000' }),
  );
  assert.equal(
    (await change(moussa, id, { maximum: '1' }, revision - 1)).code,
    'conflict',
    'nobody writes over what another has just written',
  );
  const draft = await look(id);
  assert.deepEqual([draft.needsSecond, draft.problems], [true, []]);
  assert.deepEqual(
    draft.changes.map(({ part, entry, kind }: { part: string; entry: string; kind: string }) => [
      part,
      entry,
      kind,
    ]),
    [['services', code, 'changed']],
  );
  const field = draft.changes[0].fields.find(
    (each: { field: string }) => each.field === 'price.percent',
  );
  assert.deepEqual([field.after, field.secret], ['2.5', false]);
  const before = await inForce();
  const { version, approvalRequestId } = await publish(awa, id);
  assert.equal(version, null);
  assert.equal((await publish(awa, id)).why, 'requested');
  assert.equal(
    (await awa.post('operator/approval-requests/approve', { id: approvalRequestId, note: '' }))
      .code,
    'ownRequest',
  );
  assert.equal((await inForce()).version, before.version);
  assert.equal(
    well(
      await moussa.post('operator/approval-requests/approve', {
        id: approvalRequestId,
        note: 'vu',
      }),
    ).state,
    'done',
  );
  const after = await inForce();
  assert.deepEqual(
    [after.service(code)?.price.percent, after.service(code)?.maximum],
    [25_000n, 9_000_000_000n],
  );
  const [newest] = well(await awa.get('operator/documents/catalogue/versions')).items;
  assert.deepEqual(
    [newest.version, newest.madeBy, newest.approvedBy, newest.reason],
    [after.version, 'Awa', 'Moussa', 'nouveau tarif'],
  );
  assert.equal((await look(id)).published, after.version);
  assert.equal(
    (await change(awa, id, { maximum: '1' })).code,
    'conflict',
    'what was published stays',
  );
});

test('who asks twice at once for a publication asks for one, and the draft knows it', async () => {
  const id = await open();
  const { revision } = well(await change(awa, id, { maximum: '800000' }));
  const order = { kind: 'catalogue', id, revision, reason: 'plafond' };
  const asked = await Promise.all([1, 2, 3].map(() => awa.post('operator/drafts/publish', order)));
  const answers = asked.map((answer) => well(answer));
  const [approvalRequest, ...others] = answers.flatMap(
    ({ approvalRequestId }) => approvalRequestId ?? [],
  );
  assert.deepEqual([others, answers.filter(({ why }) => why === 'requested').length], [[], 2]);
  const { items } = well(await moussa.get('operator/approval-requests?state=open'));
  assert.equal(
    items.filter((each: { draft: { id: number } | null }) => each.draft?.id === id).length,
    1,
  );
  assert.equal((await look(id)).approvalRequest.id, approvalRequest);
  well(await awa.post('operator/drafts/drop', { kind: 'catalogue', id, revision }));
  assert.equal(
    (await moussa.post('operator/approval-requests/approve', { id: approvalRequest, note: '' }))
      .code,
    'conflict',
  );
  const withdrawn = well(await awa.get('operator/approval-requests?state=withdrawn')).items;
  assert.equal(
    withdrawn[0].id,
    approvalRequest,
    'a dropped draft leaves no approval request behind',
  );
});

test('what was approved of another revision, or upon another version, is not put in force', async () => {
  const id = await open();
  well(await change(awa, id, { minimum: '10' }));
  const { approvalRequestId } = await publish(awa, id);
  const preview = async () =>
    well(await moussa.get(`operator/approval-requests/${approvalRequestId}/preview`));
  const { lines, refusal } = await preview();
  assert.deepEqual([lines[0].subject, lines[1].subject, refusal], ['version', 'entry', null]);
  assert.equal(Number(lines[0].after.word), Number(lines[0].before.word) + 1);
  assert.match(lines[1].name, /minimum/);
  assert.equal(lines[1].after.word, '10');
  well(await change(awa, id, { minimum: '20' }));
  assert.equal((await preview()).refusal, 'conflict');
  assert.deepEqual(
    well(
      await moussa.post('operator/approval-requests/approve', { id: approvalRequestId, note: '' }),
    ),
    {
      state: 'failed',
      failure: 'conflict',
    },
  );
  const other = await publish(awa, id);
  well(await awa.post('operator/error-texts', { id: 28, fr: 'Opérateur en panne', en: null }));
  assert.deepEqual(
    well(
      await moussa.post('operator/approval-requests/approve', {
        id: other.approvalRequestId,
        note: '',
      }),
    ),
    {
      state: 'failed',
      failure: 'outdated',
    },
  );
  assert.notEqual((await inForce()).service(code)?.minimum, 200_000n);
  assert.equal((await publish(awa, id)).why, 'outdated');
  const rebased = well(
    await awa.post('operator/drafts/rebase', {
      kind: 'catalogue',
      id,
      revision: (await look(id)).revision,
    }),
  );
  const draft = await look(id);
  assert.equal(rebased.revision, draft.revision);
  assert.equal(draft.base, draft.inForce);
  assert.equal(draft.changes.length, 1, 'only the minimum: the error text was taken over');
  well(await awa.post('operator/drafts/drop', { kind: 'catalogue', id, revision: draft.revision }));
});

test('a draft’s title looks like what it is', async () => {
  for (const title of ['Tarif\u202efirat', 'A\u0007', '   '])
    assert.equal(
      (await awa.post('operator/drafts', { kind: 'catalogue', title, from: null })).json.error
        ?.fields[0].field,
      'title',
      title,
    );
});

test('two drafts that change one entry: the second is told, and stays as it was', async () => {
  const [one, two] = [await open(), await open()];
  well(await change(awa, one, { name: 'Nom A' }));
  well(await change(moussa, two, { name: 'Nom B', provider: 'Fournisseur' }));
  const { version, approvalRequestId } = await publish(awa, one);
  assert.ok(version > 0 && approvalRequestId === null, 'a name is no money: one person does');
  assert.equal((await publish(moussa, two)).why, 'outdated');
  const step = { kind: 'catalogue', id: two, revision: (await look(two)).revision };
  assert.deepEqual(well(await moussa.post('operator/drafts/rebase', step)), { revision: null });
  const { base, inForce: now, revision } = await look(two);
  assert.deepEqual([now > base, revision], [true, step.revision]);
  assert.equal((await publish(moussa, two)).why, 'outdated');
  assert.equal((await inForce()).service(code)?.name, 'Nom A');
});

test('faults are told by service and field, and nothing faulty comes into force', async () => {
  const id = await open();
  well(await change(awa, id, { minimum: '500', maximum: '100', route: 'NOWHERE' }));
  const { problems } = await look(id);
  assert.deepEqual(
    problems.map(({ entry, field }: { entry: string; field: string }) => [entry, field]).sort(),
    [
      [code, 'maximum'],
      [code, 'route'],
    ],
  );
  assert.equal((await publish(awa, id)).why, 'faulty');
  const wrong = await change(awa, id, { minimum: 'abc' });
  assert.deepEqual([wrong.code, wrong.json.error.fields[0].field], ['invalid', 'entry.minimum']);
});

test('a version of before is gone back to; two versions are compared; the file is that of the command line', async () => {
  const { version } = await inForce();
  const first = well(await awa.get('operator/documents/catalogue/versions')).items.at(-2).version;
  const { changes } = well(
    await awa.get(`operator/documents/catalogue/changes?from=${first}&to=${version}`),
  );
  assert.ok(changes.some(({ entry }: { entry: string }) => entry === code));
  const back = await look(await open('catalogue', first));
  assert.ok(back.changes.length > 0 && back.needsSecond);
  const file = await fetch(`${portal.origin}/portal/api/operator/documents/catalogue/file`, {
    headers: { cookie: `jokko=${awa.token}` },
  });
  const text = await file.text();
  const again = well(
    await awa.post('operator/drafts/import', { kind: 'catalogue', title: 'Fichier', text }),
  );
  assert.deepEqual([(await look(again.id)).changes, again.problems], [[], []]);
  assert.equal((await publish(awa, again.id)).why, 'unchanged');
  const broken = well(
    await awa.post('operator/drafts/import', {
      kind: 'catalogue',
      title: 'x',
      text: text.replace(code, 'BAD'),
    }),
  );
  assert.equal(broken.id, null);
  assert.match(broken.problems[0].field, /^services\[\d+\]\.code$/);
});

test('error texts: placeholders are kept, one’s own text counts at once, and the contract’s comes back', async () => {
  const set = (body: object) => awa.post('operator/error-texts', body);
  const items = well(await awa.get('operator/error-texts')).items;
  const withAmount = items.find(({ original }: { original: { fr: string } }) =>
    original.fr.includes('__amount__'),
  );
  assert.equal(
    (await set({ id: withAmount.id, fr: 'sans montant', en: null })).json.error.fields[0].problem,
    'missing',
  );
  assert.equal(
    (await set({ id: 28, fr: null, en: 'x __amount__' })).json.error.fields[0].problem,
    'notAllowed',
  );
  assert.equal((await set({ id: 999, fr: 'x', en: null })).code, 'notFound');
  for (const unseen of ['\u200b', 'En \u202eennap'])
    assert.equal(
      (await set({ id: 28, fr: unseen, en: null })).json.error.fields[0].problem,
      'badCharacters',
    );
  well(await set({ id: 28, fr: 'En panne', en: 'Down' }));
  assert.deepEqual((await inForce()).errorTexts['28'], { fr: 'En panne', en: 'Down' });
  well(await set({ id: 28, fr: null, en: null }));
  assert.equal((await inForce()).errorTexts['28'], undefined);
  assert.equal(
    (await moussa.post('operator/error-texts', { id: 28, fr: 'x', en: null })).code,
    'notAllowed',
    'finance writes no texts',
  );
});

test('a route is switched off at once: nothing new uses it, and a service goes on by its other route', async () => {
  const route = (await inForce()).service(code)!.route;
  const others = (await inForce()).routes
    .filter(({ name }) => name !== route)
    .map(({ name }) => name);
  const id = await open();
  well(await change(awa, id, { otherRoutes: [others[0]] }));
  const { approvalRequestId } = await publish(awa, id);
  well(
    await moussa.post('operator/approval-requests/approve', { id: approvalRequestId, note: '' }),
  );
  well(
    await awa.post('operator/connectors/switch', {
      name: route,
      off: true,
      reason: 'panne annoncée',
    }),
  );
  const off = await inForce();
  assert.deepEqual(
    [off.route(route)?.off, off.service(code)?.route, off.service(code)?.off],
    [true, others[0], false],
  );
  const item = well(await awa.get('operator/connectors')).items.find(
    ({ name }: { name: string }) => name === route,
  );
  assert.deepEqual([item.off, item.usable], [true, true]);
  assert.equal(
    well(await awa.post('operator/connectors/switch', { name: route, off: true, reason: 'encore' }))
      .version,
    null,
  );
  well(
    await awa.post('operator/connectors/switch', { name: route, off: false, reason: 'rétabli' }),
  );
  assert.equal((await inForce()).service(code)?.route, route);
  assert.equal(
    (await awa.post('operator/connectors/switch', { name: 'NOWHERE', off: true, reason: 'x' }))
      .code,
    'notFound',
  );
});

test('a connector is configured and tried out; its secret never comes back, and goes to no other address', async () => {
  const seen: (string | undefined)[] = [];
  const provider = createServer((request, reply) => {
    seen.push(request.headers['x-api-key'] as string | undefined);
    const known = request.headers['x-api-key'] === 'the-secret';
    reply.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ currency: 'XOF', availableBalance: '1500.00' }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = provider.address() as AddressInfo;
    const values = (baseUrl: string, apiKey?: string) => [
      ...Object.entries({
        baseUrl,
        auth: 'apiKey',
        ownAccountType: 'msisdn',
        ownAccountValue: '1',
        operatorPrefix: 'opa',
      }).map(([field, value]) => ({ field, value: value as string | boolean })),
      { field: 'sandbox', value: true },
      ...(apiKey === undefined ? [] : [{ field: 'apiKey', value: apiKey }]),
    ];
    const id = await open();
    const save = async (name: string | null, entry: object | null) =>
      awa.post('operator/drafts/connector', {
        kind: 'catalogue',
        id,
        revision: (await look(id)).revision,
        name,
        entry,
      });
    const entry = {
      name: 'NEW',
      connector: 'gsma',
      keep: [],
      values: values(`http://127.0.0.1:${port}`, 'wrong'),
    };
    well(await save(null, entry));
    const hours = async () =>
      (await look(id)).connectors.find(({ name }: { name: string }) => name === 'NEW')
        .resultWithinHours;
    assert.equal(await hours(), null);
    well(await save('NEW', { ...entry, resultWithinHours: 48 }));
    well(await save('NEW', entry));
    assert.equal(await hours(), 48, 'what the form does not send stays');
    well(await save('NEW', { ...entry, resultWithinHours: null }));
    assert.equal(await hours(), null);
    const tryOut = async () =>
      awa.post('operator/connectors/test', { kind: 'catalogue', name: 'NEW', draft: id });
    assert.deepEqual(
      well(await tryOut()).steps.map(
        ({ step, ok, why }: { step: string; ok: boolean; why: string | null }) => [step, ok, why],
      ),
      [
        ['configuration', true, null],
        ['connection', true, null],
        ['provider', false, 'unknown us'],
      ],
    );
    well(await save('NEW', { ...entry, values: values(`http://127.0.0.1:${port}`, 'the-secret') }));
    assert.deepEqual([well(await tryOut()).steps.at(-1).ok, seen.at(-1)], [true, 'the-secret']);
    const tried = well(await awa.get('operator/audit?action=connector.try')).items as {
      subject: string;
      new: string;
    }[];
    assert.deepEqual(
      tried.map((entry) => [entry.subject, JSON.parse(entry.new).ok]),
      [
        ['connector/NEW', true],
        ['connector/NEW', false],
      ],
    );
    for (const path of [`operator/drafts/catalogue/${id}`, 'operator/documents/catalogue']) {
      const text = JSON.stringify((await awa.get(path)).json);
      assert.doesNotMatch(text, /the-secret|"sealed"/);
    }
    // Whatever a secret looks like, it is one, unless the installation has a value of that name.
    const shown = async (apiKey: string) => {
      well(await save('NEW', { ...entry, values: values(`http://127.0.0.1:${port}`, apiKey) }));
      const draft = await awa.get(`operator/drafts/catalogue/${id}`);
      return JSON.stringify(draft.json).includes(JSON.stringify(apiKey).slice(1, -1));
    };
    assert.deepEqual(
      [await shown('${the-secret}'), await shown('${SIMULATOR_API_KEY}')],
      [false, true],
    );
    well(
      await save('NEW', { ...entry, values: values(`http://127.0.0.1:${port}`, '${the-secret}') }),
    );
    await tryOut();
    assert.equal(seen.at(-1), '${the-secret}', 'it goes out as it was written');
    well(await save('NEW', { ...entry, values: values(`http://127.0.0.1:${port}`, 'the-secret') }));
    const { approvalRequestId } = await publish(awa, id);
    assert.equal(
      well(
        await moussa.post('operator/approval-requests/approve', {
          id: approvalRequestId,
          note: '',
        }),
      ).state,
      'done',
    );
    const stolen = await open();
    const elsewhere = {
      name: 'NEW',
      connector: 'gsma',
      keep: ['apiKey'],
      values: values('http://127.0.0.1:1'),
    };
    const moved = { kind: 'catalogue', id: stolen, revision: 1, name: 'NEW', entry: elsewhere };
    const kept = await awa.post('operator/drafts/connector', moved);
    assert.deepEqual(
      [kept.code, kept.json.error.fields[0]],
      ['invalid', { field: 'apiKey', problem: 'missing' }],
    );
    const { text } = well(await awa.get(`operator/drafts/catalogue/${stolen}/text`));
    const redirected = text.replace(`127.0.0.1:${port}`, '127.0.0.1:1');
    const sent = well(
      await awa.post('operator/drafts/text', {
        kind: 'catalogue',
        id: stolen,
        revision: 1,
        text: redirected,
      }),
    );
    assert.deepEqual(
      [sent.revision, sent.problems[0].message],
      [null, 'belongs to another URL: enter the secret again'],
    );
    const imported = well(
      await awa.post('operator/drafts/import', { kind: 'catalogue', title: 'x', text: redirected }),
    );
    assert.equal(imported.id, null);
    assert.equal(
      well(
        await awa.post('operator/drafts/text', {
          kind: 'catalogue',
          id: stolen,
          revision: 1,
          text,
        }),
      ).revision,
      2,
    );
  } finally {
    provider.closeAllConnections();
    provider.close();
  }
});

test('the routing of SMS has drafts as well; all of it is in order for the doctor', async () => {
  const id = await open('sms-routing');
  const entry = {
    name: 'connection-a',
    connector: 'wire',
    keep: [],
    values: [
      { field: 'host', value: 'h' },
      { field: 'port', value: 1 },
    ],
  };
  well(
    await awa.post('operator/drafts/connector', {
      kind: 'sms-routing',
      id,
      revision: 1,
      name: null,
      entry,
    }),
  );
  const { text, revision } = well(await awa.get(`operator/drafts/sms-routing/${id}/text`));
  assert.equal(
    well(
      await awa.post('operator/drafts/text', {
        kind: 'sms-routing',
        id,
        revision,
        text: `${text}x`,
      }),
    ).revision,
    null,
  );
  const { approvalRequestId } = await publish(awa, id, 'sms-routing');
  assert.equal(
    well(
      await moussa.post('operator/approval-requests/approve', { id: approvalRequestId, note: '' }),
    ).state,
    'done',
  );
  assert.equal(
    well(await awa.get('operator/documents/sms-routing')).connectors[0].name,
    'connection-a',
  );
  assert.deepEqual(well(await awa.get('operator/documents/catalogue')).destinations, []);
  const { forms, service } = well(await awa.get('operator/connectors/forms'));
  assert.ok(forms.some(({ connector }: { connector: string }) => connector === 'gsma'));
  assert.ok(service.kind.includes('bill_pay'));
  assert.deepEqual(
    service.requiredFields.find(({ name }: { name: string }) => name === 'billReference').label,
    { fr: 'Référence de facture', en: 'Bill reference' },
  );
  const broken = (await runDoctor(portal.db.database)).checks.filter(
    ({ violations }) => violations > 0,
  );
  assert.deepEqual(broken, []);
});

test('a carrier connection by SMPP has its authority in lines; its password goes to no other port, and not in clear', async () => {
  const kind = 'sms-routing';
  const authority = readFileSync(testAuthorityFile, 'utf8');
  const carrier = {
    host: 'smsc.opa.sn',
    port: 2775,
    systemId: 'jokko',
    tls: true,
    tlsCa: authority,
  };
  const save = async (id: number, config: object, keep: string[]) => {
    const values = Object.entries(config).map(([field, value]) => ({
      field,
      value: value as string | number | boolean,
    }));
    const { revision, connectors } = await look(id, kind);
    const name = connectors.some((each: { name: string }) => each.name === 'opa') ? 'opa' : null;
    return awa.post('operator/drafts/connector', {
      kind,
      id,
      revision,
      name,
      entry: { name: 'opa', connector: 'smpp', values, keep },
    });
  };
  const id = await open(kind);
  well(await save(id, { ...carrier, password: 'pass', systemId: 'one\ntwo' }, []));
  assert.deepEqual(
    (await look(id, kind)).problems.map(
      ({ field, message }: { field: string; message: string }) => [field, message],
    ),
    [['config.systemId', 'must be one line']],
  );
  well(await save(id, { ...carrier, password: 'pass' }, []));
  assert.deepEqual((await look(id, kind)).problems, []);
  const { approvalRequestId } = await publish(awa, id, kind);
  assert.equal(
    well(
      await moussa.post('operator/approval-requests/approve', { id: approvalRequestId, note: '' }),
    ).state,
    'done',
  );

  const stolen = await open(kind);
  const { tls: _, ...inClear } = carrier;
  const { tlsCa: _ca, ...byAnyAuthority } = carrier;
  for (const config of [
    { ...carrier, port: 2776 },
    { ...carrier, tls: false },
    inClear,
    byAnyAuthority,
    { ...carrier, tlsServername: 'x.example' },
  ]) {
    const { code: refusal, json } = await save(stolen, config, ['password']);
    assert.deepEqual(
      [refusal, json.error?.fields],
      ['invalid', [{ field: 'password', problem: 'missing' }]],
      JSON.stringify(config),
    );
  }
  const { text } = well(await awa.get(`operator/drafts/${kind}/${stolen}/text`));
  const moved = text.replace('"port": 2775', '"port": 2776');
  assert.notEqual(moved, text);
  const sent = well(
    await awa.post('operator/drafts/text', { kind, id: stolen, revision: 1, text: moved }),
  );
  assert.deepEqual(
    [sent.revision, sent.problems[0].message],
    [null, 'belongs to another URL: enter the secret again'],
  );
  well(await save(stolen, { ...carrier, window: 20 }, ['password']));
});

test('a form of the portal knows every member of a service, so that none is lost by saving', () => {
  assert.deepEqual(
    Object.keys(serviceEntrySchema.properties).sort(),
    Object.keys(ServiceEntry.properties).sort(),
  );
  assert.deepEqual(
    Object.keys(serviceEntrySchema.properties.price.properties).sort(),
    Object.keys(PriceEntry.properties).sort(),
  );
});
