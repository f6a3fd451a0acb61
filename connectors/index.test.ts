// Proves that every folder of connectors is in the list, under its own name, with a form in both
// languages.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { paymentConnectors, smsConnectors } from './index.ts';

const listed = [...Object.values(paymentConnectors), ...Object.values(smsConnectors)];

test('every folder beside the kit is a connector of the list, under its name', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['kit', 'node_modules'].includes(entry.name))
    .map(({ name }) => name);
  assert.deepEqual(listed.map(({ name }) => name).toSorted(), folders.toSorted());
});

test('every connector has a form whose fields are named once and labelled in both languages', () => {
  for (const { name, configForm } of listed) {
    const fields = configForm.map((field) => field.name);
    assert.equal(new Set(fields).size, fields.length, name);
    for (const { label, hint = label } of configForm)
      assert.ok(label.fr && label.en && hint.fr && hint.en, `${name}: ${label.en}`);
  }
});

test('each field of a carrier over HTTP says where its value is found, or what it changes', () => {
  const overHttp = Object.values(smsConnectors).filter(({ configForm }) =>
    configForm.some(({ name }) => name === 'baseUrl'),
  );
  assert.equal(overHttp.length, 4);
  for (const { name, configForm } of overHttp)
    for (const field of configForm) assert.ok(field.hint, `${name}: ${field.name}`);
});
