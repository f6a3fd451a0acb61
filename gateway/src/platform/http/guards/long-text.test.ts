// A large object that is read around its long text, against the reader that takes all of it at
// once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieceLength } from '../../json-in-pieces.ts';
import { readJsonObject } from './json-object.ts';
import { readJsonWithLongText } from './long-text.ts';

const how = { member: 'file', restMaxBytes: 1_024 };
const read = (text: string | Buffer) => readJsonWithLongText(Buffer.from(text), {}, how);
const long = (unit: string): string => unit.repeat(Math.ceil((2.5 * pieceLength) / unit.length));

async function assertAlike(text: string | Buffer, what: string): Promise<void> {
  const [found, expected] = [await read(text), readJsonObject(Buffer.from(text), {})];
  if (!found.ok || !expected.ok) return assert.deepEqual(found, expected, what);
  assert.deepEqual(Object.keys(found.value), Object.keys(expected.value), what);
  // Without a difference of megabytes.
  for (const name in expected.value)
    assert.ok(isSame(found.value[name], expected.value[name]), `${what}: ${name}`);
}
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

test('H5 what is read around a long text is what the whole holds', async () => {
  for (const unit of [
    'QUJD',
    'QU\\/D',
    '\\u0041',
    '\\n',
    '\\\\',
    '\\"',
    'é',
    '😀',
    'a\\\\\\"',
    'x\\ud83d\\ude00',
  ])
    for (const begin of ['', 'b', 'bc', 'bcd', 'bcde', 'bcdef'])
      await assertAlike(`{"a":[1,{"file":"x"}],"file":"${begin}${long(unit)}","z":"é"}`, unit);
  const file = long('QUJD');
  for (const [what, text] of Object.entries({
    spaces: ` \n{ "a" : 1 , "file" : "${file}" , "z" : 2 } \n`,
    'an order mark': `\ufeff{"file":"${file}"}`,
    'the name as another text': `{"a":"file","b":["file"],"file":"${file}"}`,
    'the name within': `{"a":{"file":"x"},"file":"${file}"}`,
  }))
    await assertAlike(text, what);
});

test('H5 a fault around a long text stands where it stands in the whole', async () => {
  const file = long('QUJD');
  for (const [what, text] of Object.entries({
    before: `{"é":1,,"file":"${file}"}`,
    behind: `{"é":1,"file":"${file}",}`,
    'at the end': `{"file":"${file}"`,
    'no colon': `{"file" "${file}"}`,
    'no end': `{"file":"${file}`,
    twice: `{"file":"${file}","file":"x"}`,
    'twice, the first is short': `{"file":"x","file":"${'a'.repeat(900)}"}`,
    'a list': `["file":"${file}"]`,
  }))
    await assertAlike(text, what);
  await assertAlike(Buffer.from(`{"file":"${file}\xff"}`, 'latin1'), 'no UTF-8');
  await assertAlike(`{"é":1,"file":"${file}\\x${file}"}`, 'a wrong escape');
  assert.deepEqual(
    await read(`{"é":1,"file":"${file}\n${file}"}`),
    { ok: false, problem: { type: 'notJson', at: '{"é":1,"file":"'.length } },
    'a line end',
  );
});

test('H5 a character that no text may hold is none of a long one', async () => {
  const file = long('QUJD');
  for (const escape of ['\\u0000', '\\ud83d', '\\ude00', '\\ude00\\ud83d'])
    for (const text of [
      escape,
      `${escape}${file}`,
      `${file}${escape}`,
      `${file}${escape}${file}`,
    ]) {
      const given = `{"file":"${text}${file}","z":1}`;
      await assertAlike(given, escape);
      assert.deepEqual(await read(given), { ok: false, problem: { type: 'forbiddenCharacter' } });
    }
});

test('H5 nothing but that text of the outermost object may be long', async () => {
  const file = long('QUJD');
  for (const text of [
    `{"other":"${file}"}`,
    `{"a":{"file":"${file}"}}`,
    `{"a":"file","b":"${file}"}`,
    `{"file":"${file}","b":"${'a'.repeat(1_024)}"}`,
    `{"file":"x","other":"${file}"}`,
    `{"fil\\u0065":"${file}"}`,
    `{"file":["${file}"]}`,
  ])
    assert.deepEqual(await read(text), { ok: false, problem: { type: 'beside' } });
  assert.deepEqual(await read(`file=${file}`), { ok: false, problem: { type: 'form' } });
});
