// Proves that the values of service kinds agree with each other, with their examples and with the
// forms of the interface.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  checkOperation,
  kindOfCode,
  kindOfExtra,
  requiredFields,
  sandboxDigitMembers,
  serviceKinds,
  typeOperationOf,
  typeServiceOfCode,
  type ReadContext,
} from '../src/index.ts';

const context: ReadContext = {
  service: { link: 'none', currency: 'XOF' },
  transactionId: '1000000000001',
  clientData: null,
  accountName: 'Shop',
  returnsToUs: false,
  sandbox: true,
  recent: { sendData: null, reference: null },
};
const sha256 = (text: string): string => hash('sha256', text);
const anyDigits = (count: number): string => '1'.repeat(count);

describe('service kinds', () => {
  for (const kind of serviceKinds) {
    const { name, sample, examples, form, sandbox } = kind;

    it(`${name}: its type, direction and code belong together`, () => {
      for (const type of kind.typeServices)
        assert.equal(typeOperationOf[type], kind.direction, type);
      assert.equal(kindOfCode(sample.codeService).name, name);
      assert.equal(typeServiceOfCode(sample.codeService), kind.typeServices[0]);
    });

    it(`${name}: its examples are requests that it reads`, () => {
      for (const { body } of examples) {
        assert.deepEqual(checkOperation(body, name), []);
        assert.equal(kindOfCode(String(body['codeService'])).name, name);
        const read = kind.read(body, context);
        assert.ok(read.ok, JSON.stringify(read));
        assert.equal(read.extra.type, kind.extraType);
      }
    });

    it(`${name}: its sample is its own, and ends in the digits that it is given`, () => {
      const extra = sample.extra('9012', anyDigits);
      assert.equal(kindOfExtra(extra, kind.direction), name);
      const digits = sandbox.digits(extra);
      assert.equal(digits === null, sandbox.digitsMember === null);
      if (digits !== null) assert.match(digits, /9012$/);
      const again = kind.fingerprint(structuredClone(extra), sha256);
      assert.deepEqual(kind.fingerprint(extra, sha256), again);
    });

    it(`${name}: what it names are members of its form`, () => {
      const members = Object.keys(form.fields);
      const unknown = form.required.filter((member) => !members.includes(member));
      assert.deepEqual(unknown, []);
      if (sandbox.digitsMember !== null) {
        assert.ok(members.includes(sandbox.digitsMember));
        assert.ok(sandboxDigitMembers.includes(sandbox.digitsMember));
      }
      for (const field of Object.keys(kind.requiredFields)) assert.ok(field in requiredFields);
    });
  }

  it('have names, and endings of codes, of their own', () => {
    for (const all of [
      serviceKinds.map(({ name }): string => name),
      serviceKinds.flatMap(({ codes }) => codes.endings),
      serviceKinds.flatMap(({ examples }) => examples.map(({ name }) => name)),
    ])
      assert.equal(new Set(all).size, all.length, all.join());
  });
});
