// Proves what may go into a payment file, and the exact file that orders become.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configuration } from '../config.ts';
import { ibanOfRib } from '../iban.ts';
import { isParty, prepare, validate } from '../orders.ts';
import { assemble } from '../pain001.ts';
import { endToEndOf, oursOf } from '@jokko/connectors/kit/bank-statement';
import { childAt, readXml, textAt } from '@jokko/connectors/kit/xml';
import type { XmlElement } from '@jokko/connectors/kit/xml';
import { fileReference, intent, order, otherRef, ourRef } from './samples.ts';
import { sandboxConfig } from './sandbox-config.ts';

const madeAtMs = Date.parse('2026-11-23T10:00:00Z');
const live = { ...sandboxConfig, sandbox: false };
const rib = 'SN0100152000048500003035';
const ofRib = (given: string) =>
  ({ ...intent, extra: { ...intent.extra, rib: given } }) as typeof intent;

/** Names in the order of the document, each with its own children's. */
function outline({ name, children }: XmlElement): string {
  return children.length === 0 ? name : `${name}(${children.map(outline).join(' ')})`;
}
function file(config = sandboxConfig, orders = [order()]): XmlElement {
  const { bytes } = assemble(config, orders, { reference: fileReference, madeAtMs });
  const read = readXml(bytes);
  assert.ok(!('refused' in read));
  return read;
}

test('a RIB is checked by its key; the sandbox takes 00', () => {
  assert.equal(validate(live, ofRib(rib)), null);
  assert.equal(validate(live, ofRib(`${rib.slice(0, -2)}36`))?.catalogueId, 44);
  assert.equal(validate(sandboxConfig, intent), null);
});

test('an amount that the currency cannot express is refused, and so is none', () => {
  for (const amount of [0n, -10_000n, 5_000n, 13_500_001n])
    assert.equal(validate(live, { ...ofRib(rib), amount })?.provider, 'amount', String(amount));
});

test('the IBAN of a RIB is built with its check digits', () => {
  for (const iban of [
    'SN08SN0100152000048500003035',
    'SN12K00100152000025690007542',
    'CI93CI0080111301134291200589',
    'BJ66BJ0610100100144390000769',
    'ML13ML0160120102600100668497',
  ])
    assert.equal(ibanOfRib(iban.slice(4), iban.slice(0, 2)), iban);
});

test('our reference becomes an EndToEndId of 32 characters and comes back', () => {
  assert.match(endToEndOf(ourRef), /^[0-9A-F]{32}$/);
  assert.equal(oursOf(endToEndOf(ourRef)), ourRef);
  assert.equal(oursOf(endToEndOf(ourRef).toLowerCase()), ourRef);
  for (const other of ['', 'NOTPROVIDED', '0B9E', `${endToEndOf(ourRef)}0`])
    assert.equal(oursOf(other), null);
});

test('pain.001.001.03 has its elements in the order of the schema', () => {
  assert.equal(
    outline(file()),
    'Document(CstmrCdtTrfInitn(GrpHdr(MsgId CreDtTm NbOfTxs CtrlSum InitgPty(Nm)) ' +
      'PmtInf(PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum ReqdExctnDt Dbtr(Nm) DbtrAcct(Id(IBAN)) DbtrAgt(FinInstnId(BIC)) ChrgBr ' +
      'CdtTrfTxInf(PmtId(InstrId EndToEndId) Amt(InstdAmt) CdtrAgt(FinInstnId(ClrSysMmbId(MmbId))) Cdtr(Nm) CdtrAcct(Id(IBAN)) RmtInf(Ustrd)))))',
  );
});

test('pain.001.001.09 has its own bank and date elements', () => {
  const document = file({ ...sandboxConfig, messageVersion: '001.001.09', accountForm: 'rib' });
  const payment = childAt(document, 'CstmrCdtTrfInitn/PmtInf')!;
  assert.equal(textAt(payment, 'ReqdExctnDt/Dt'), '2026-11-23');
  assert.equal(textAt(payment, 'DbtrAgt/FinInstnId/BICFI'), 'JOKKSNDA');
  assert.equal(textAt(payment, 'DbtrAcct/Id/Othr/Id'), rib);
  assert.equal(document.attributes['xmlns'], 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
});

test('counts and sums are of the whole file, and the same input gives the same bytes', () => {
  const orders = [order(), order(otherRef)];
  const header = childAt(file(sandboxConfig, orders), 'CstmrCdtTrfInitn/GrpHdr')!;
  assert.equal(textAt(header, 'NbOfTxs'), '2');
  assert.equal(textAt(header, 'CtrlSum'), '2700');
  const make = () => assemble(sandboxConfig, orders, { reference: fileReference, madeAtMs });
  assert.deepEqual(make(), make());
  assert.equal(make().name, `${fileReference}.xml`);
});

test('names and texts are brought into the characters that banks take', () => {
  const named = {
    ...intent,
    extra: {
      ...intent.extra,
      firstName: 'Aïssatou',
      lastName: 'N’Diaye & Fils <SA>',
      description: 'Loyer n° 12 – été €',
    },
  } as typeof intent;
  const { bytes } = assemble(sandboxConfig, [prepare(sandboxConfig, named, ourRef)], {
    reference: fileReference,
    madeAtMs,
  });
  assert.match(bytes.toString(), /<Nm>Aissatou N'Diaye Fils SA<\/Nm>/);
  assert.match(bytes.toString(), /<Ustrd>Loyer n 12 ete<\/Ustrd>/);
});

test('a name keeps every letter, or the order is refused with the true cause', () => {
  const named = (firstName: string, lastName: string) =>
    ({ ...intent, extra: { ...intent.extra, firstName, lastName } }) as typeof intent;
  const nameIn = (firstName: string, lastName: string): string =>
    (
      JSON.parse(prepare(sandboxConfig, named(firstName, lastName), ourRef).body) as {
        name: string;
      }
    ).name;
  for (const [first, last, expected] of [
    ['Ɓooyi Ƴero', 'Ñaŋ Ƙane', 'Booyi Yero Nan Kane'],
    ['Ẹniọlá', 'Ṣógbàńgbé', 'Eniola Sogbangbe'],
    ['Kɔfi', 'Aʋevɔ Ɖeɖi Ƒiaɣa', 'Kofi Avevo Dedi Fiaga'],
    ['ＡＭＩＮＡ', 'Mbəla', 'AMINA Mbela'],
    ['\u202aSœur Łucie\u202c', 'Nʼ\u200bDiaye', "Soeur Lucie N'Diaye"],
  ] as const)
    assert.equal(nameIn(first, last), expected);
  for (const [first, last] of [
    ['محمد', 'Fall'],
    ['ߊߡߊߘߎ', 'ߖߊ߬ߟߏ߫'],
    ['𞤀𞤥𞤢𞤣𞤵', 'Bah'],
    ['Иван', 'Diop'],
    ['-', '?'],
  ] as const) {
    const refusal = validate(sandboxConfig, named(first, last));
    assert.deepEqual(
      [refusal?.provider, refusal?.message],
      [
        'creditor name',
        'The name of the recipient must be in Latin letters: banks read no others.',
      ],
      first,
    );
  }
  const long = named('A'.repeat(70), 'B');
  assert.match(validate(sandboxConfig, long)?.message ?? '', /longer than the 70 characters/);
});

test('a party is the creditor’s account as RIB or IBAN, and no other', () => {
  const theirs = ofRib(rib);
  for (const party of [rib, 'SN08SN0100152000048500003035', 'SN08 SN01 0015 2000 0485 0000 3035'])
    assert.ok(isParty(theirs, party));
  assert.ok(!isParty(theirs, 'CI93CI0080111301134291200589'));
});

test('a configuration names every unusable field at once', () => {
  assert.deepEqual(configuration.checkConfig(sandboxConfig), []);
  const fields = (given: object): string[] =>
    configuration.checkConfig({ ...sandboxConfig, ...given }).map(({ field }) => field);
  assert.deepEqual(fields({ folder: '../etc' }), ['folder']);
  assert.deepEqual(fields({ transport: 'sftp' }), [
    'host',
    'user',
    'privateKey',
    'hostKey',
    'toBank',
    'fromBank',
  ]);
  assert.deepEqual(
    fields({
      transport: 'sftp',
      host: 'bank.example',
      user: 'jokko',
      password: 'p',
      hostKey: `SHA256:${'A'.repeat(43)}`,
      toBank: 'in/../..',
      fromBank: '/out',
    }),
    ['toBank'],
  );
  assert.deepEqual(fields({ debtorAccount: 'SN09SN0100152000048500003035' }), ['debtorAccount']);
  assert.deepEqual(fields({ opensAt: '15:00', cutOff: '14:30', holidays: '25/12/2026' }), [
    'cutOff',
    'holidays',
  ]);
  assert.deepEqual(fields({ chargeBearer: 'X', bic: 'jokk', everyMinutes: 1.5 }), [
    'bic',
    'chargeBearer',
    'everyMinutes',
  ]);
});
