// H5: proves that the strict parser reads what JSON.parse reads, and refuses everything that two
// parsers could read differently.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { machine, runIn } from '../../environment.ts';
import {
  containersMax,
  depthMax,
  membersMax,
  namesMax,
  parseLongJson,
  parseStrictJson,
  type JsonProblem,
} from './strict-json.ts';

const forbiddenNames = ['__proto__', 'constructor', 'prototype'];

/**
 * A value as JSON can hold it; only names and characters that the parser refuses on purpose are
 * left out.
 */
const jsonValues = fc
  .jsonValue({ stringUnit: 'binary', maxDepth: 6 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => !holdsRefused(value));

function holdsRefused(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => forbiddenNames.includes(name) || holdsRefused(name) || holdsRefused(member),
  );
}
function problemOf(text: string): JsonProblem | null {
  const result = parseStrictJson(text);
  return result.ok ? null : result.problem;
}
const typeOf = (text: string) => problemOf(text)?.type ?? 'read';

test('H5 every JSON value is read as JSON.parse reads it, compact or with spaces', () => {
  fc.assert(
    fc.property(jsonValues, fc.constantFrom(0, 1, '\t', '\r\n '), (value, space) => {
      const text = JSON.stringify(value, null, space);
      assert.deepEqual(parseStrictJson(text), { ok: true, value });
    }),
    { numRuns: 500 },
  );
});

test('H5 a text that JSON.parse refuses is refused, and one that is read has the same value', () => {
  const bits = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    '"b"',
    '1',
    '-',
    '.5',
    'e3',
    '0',
    'true',
    'null',
    ' ',
    '\\u00',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const strict = parseStrictJson(text);
      let plain: { value: unknown } | null = null;
      try {
        plain = { value: JSON.parse(text) };
      } catch {
        // Refused: so must ours be.
      }
      if (plain === null) assert.ok(!strict.ok, text);
      else if (strict.ok) assert.deepEqual(strict.value, plain.value);
      else assert.notEqual(strict.problem.type, 'notJson', text);
    }),
    { numRuns: 3_000 },
  );
});

test('H5 every double that is printed in full is read', () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (number) => {
      const expected = number === 0 ? 0 : number;
      assert.deepEqual(parseStrictJson(JSON.stringify(number)), { ok: true, value: expected });
      const exponential = expected.toExponential();
      assert.deepEqual(parseStrictJson(exponential), { ok: true, value: expected });
    }),
  );
});

test('H5 an integer up to 2^53 is read; a larger one only when printing it gives back the digits that came', () => {
  const safe = fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n });
  const large = fc.bigInt({ min: 2n ** 53n, max: 2n ** 60n });
  fc.assert(
    fc.property(safe, (integer) =>
      assert.deepEqual(parseStrictJson(String(integer)), { ok: true, value: Number(integer) }),
    ),
  );
  fc.assert(
    fc.property(large, (integer) => {
      const printsBack = String(Number(integer)) === String(integer);
      assert.equal(typeOf(String(integer)), printsBack ? 'read' : 'inexactNumber');
    }),
  );
});

const inexact = [
  '-0',
  '-0.0',
  '-0e5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '5.0000000000000001',
  '0.1000000000000000055',
  '1e309',
  '-0E+9',
  '-0e99',
  '3e-324',
  '1234e-325',
  '0.30000000000000001',
  '9007199254740993e0',
  '900719925474098.3',
  '9007199254740983e-1',
];
const exact = [
  '0',
  '0.0',
  '0e5',
  '1.0',
  '1e2',
  '1E+2',
  '100e-2',
  '9007199254740992',
  '0.1',
  '1.10',
  '123456789012345.5',
  '5e-324',
  '1e308',
  '0e99',
  '0.00e-999',
  '1e9',
  '-1E9',
  '123456789012345e22',
  '1e23',
  '123456789012345e-23',
  '1234567890123456e-1',
  '10E-311',
];
test('H5 a number that is not exactly representable is refused, and one that is only spelled oddly is read', () => {
  for (const text of inexact) assert.equal(typeOf(text), 'inexactNumber', text);
  for (const text of exact)
    assert.deepEqual(parseStrictJson(text), { ok: true, value: Number(text) }, text);
});

/**
 * The decimal that a literal writes: a whole number, and the power of ten that it is multiplied by.
 */
function decimalOf(literal: string): [bigint, number] {
  const [number, exponent = '0'] = literal.toLowerCase().split('e');
  const [whole, fraction = ''] = number!.split('.');
  return [BigInt(whole! + fraction), Number(exponent) - fraction.length];
}
function areEqual(one: string, other: string): boolean {
  const [[a, powerOfA], [b, powerOfB]] = [decimalOf(one), decimalOf(other)];
  const least = Math.min(powerOfA, powerOfB);
  return a * 10n ** BigInt(powerOfA - least) === b * 10n ** BigInt(powerOfB - least);
}

test('H5 however a number is spelled, it is read when its double prints the same decimal, and no other one is', () => {
  const digits = fc.stringMatching(/^[0-9]{1,18}$/);
  const literals = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,17}$/)),
      fc.option(digits),
      fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+'), fc.integer({ min: 0, max: 330 }))),
      fc.boolean(),
    )
    .map(([sign, whole, fraction, power, isSmall]) => {
      const exponent =
        power === null ? '' : isSmall ? `e-${power[1]}` : `${power[0]}${String(power[1])}`;
      return `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent}`;
    })
    .filter((literal) => literal.length <= 40);
  fc.assert(
    fc.property(literals, (literal) => {
      const value = Number(literal);
      const isExact =
        Number.isFinite(value) && !Object.is(value, -0) && areEqual(literal, String(value));
      assert.equal(typeOf(literal), isExact ? 'read' : 'inexactNumber', literal);
      if (isExact) assert.deepEqual(parseStrictJson(literal), { ok: true, value });
    }),
    { numRuns: 3_000 },
  );
});

test('H5 a member that comes twice is refused, however its name is spelled', () => {
  assert.deepEqual(problemOf('{"amount":1,"amount":1}'), {
    type: 'duplicateMember',
    name: 'amount',
  });
  assert.deepEqual(problemOf('{"a":{"b":1,"\\u0062":2}}'), { type: 'duplicateMember', name: 'b' });
  assert.equal(typeOf('[{"a":1},{"a":2}]'), 'read');
  assert.equal(
    typeOf('{"toString":1,"hasOwnProperty":2}'),
    'read',
    'names that every object inherits are no duplicates',
  );
});

test('H5 names that would change a prototype are refused, however spelled, and the object stays plain', () => {
  for (const name of forbiddenNames) {
    assert.deepEqual(problemOf(`{"${name}":{}}`), { type: 'forbiddenMember', name });
    const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
    assert.deepEqual(problemOf(`{"x":[{"${escaped}":1}]}`), { type: 'forbiddenMember', name });
  }
  assert.equal(typeOf('{"__proto":1,"Constructor":2}'), 'read');
});

test('H5 20 levels are read, 21 are not, however they are mixed', () => {
  const nested = (depth: number) => {
    const open = Array.from({ length: depth }, (_, level) =>
      level % 2 === 0 ? '[' : '{"a":',
    ).join('');
    const close = Array.from({ length: depth }, (_, level) =>
      level % 2 === 0 ? ']' : '}',
    ).toReversed();
    return `${open}${depth % 2 === 0 ? '1' : ''}${close.join('')}`;
  };
  assert.equal(typeOf(nested(depthMax)), 'read');
  assert.deepEqual(problemOf(nested(depthMax + 1)), { type: 'tooDeep', max: 20 });
  assert.equal(typeOf(`[${'[],'.repeat(50)}[]]`), 'read', 'a level that was closed does not count');
  assert.equal(typeOf('['.repeat(200_000)), 'tooDeep', 'found before the stack ends');
});

test('H5 200 members of one object are read, 201 are not', () => {
  const object = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join()}}`;
  assert.equal(typeOf(object(membersMax)), 'read');
  assert.deepEqual(problemOf(object(membersMax + 1)), { type: 'tooManyMembers', max: 200 });
  assert.equal(typeOf(`[${object(200)},${object(200)}]`), 'read', 'counted for each object');
});

test('H5 5,000 different names of a text are read, 5,001 are not', () => {
  const objects = (names: number) =>
    `[${Array.from({ length: names }, (_, index) => `{"m":1,"m${index}":1}`).join()}]`;
  assert.equal(typeOf(objects(namesMax - 1)), 'read');
  assert.deepEqual(problemOf(objects(namesMax)), { type: 'tooManyNames', max: 5_000 });
});

test('H5 10,000 objects and lists of a text are read, 10,001 are not', () => {
  const lists = (count: number) => `[${Array.from({ length: count - 1 }, () => '{}').join()}]`;
  assert.equal(typeOf(lists(containersMax)), 'read');
  assert.deepEqual(problemOf(lists(containersMax + 1)), { type: 'tooManyObjects', max: 10_000 });
});

test('H5 a body with a long list is read as any other', async () => {
  const read = { list: [1, ' a ', { b: ['c'] }, []], other: { d: null }, e: 'f' };
  for (const value of [read, {}, { list: [] }, [1], 'text'])
    for (const space of [0, 2])
      assert.deepEqual(await parseLongJson(JSON.stringify(value, null, space)), {
        ok: true,
        value,
      });
});

test('H5 a member or an element of a long list has room for 65,536 characters, all of them may have more', async () => {
  const typeOfLong = async (text: string) => {
    const result = await parseLongJson(text);
    return result.ok ? 'read' : result.problem.type;
  };
  const fill = (unit: string, length: number) => unit.repeat(length / unit.length);
  const places: [string, (filled: string) => string][] = [
    ['a member', (filled) => `{"a":"${filled}","b":[1]}`],
    ['a member of the last', (filled) => `{"b":[1],"a":{"c":["${filled}"]}}`],
    ['an element', (filled) => `{"a":[1,"${filled}"]}`],
    ['a member of an element', (filled) => `{"a":[{"b":"${filled}"}]}`],
    ['a name', (filled) => `{"${filled}":1}`],
  ];
  for (const [name, around] of places)
    for (const unit of ['a', '\\u0061', ' ']) {
      assert.equal(await typeOfLong(around(fill(unit, 65_400))), 'read', `${name} of ${unit}`);
      assert.equal(await typeOfLong(around(fill(unit, 65_544))), 'tooLong', `${name} of ${unit}`);
    }
  for (const text of ['{"a":[1 ,1]}', ' {"a":[]}', '{"a":[1]} ', '{"a": 1}', '{"a":[1] ,"b":1}'])
    assert.equal(await typeOfLong(text.replace(' ', fill(' ', 65_544))), 'tooLong', text);
  assert.equal(await typeOfLong(fill(' ', 200_000)), 'tooLong');
  const elements = `{"a":[${Array(50)
    .fill(`"${fill('a', 60_000)}"`)
    .join(' , ')}]}`;
  assert.equal(await typeOfLong(elements), 'read', 'counted for each element');
});

test('H5 others have their turn within a body of many long members, lists or elements', async () => {
  const text = 'a'.repeat(60_000);
  const turnsOf = async (body: object): Promise<number> => {
    let turns = 0;
    const own = { ...machine, othersTurn: () => Promise.resolve(void turns++) };
    await runIn(own, () => parseLongJson(JSON.stringify(body)));
    return turns;
  };
  const many = Array.from({ length: 20 }, (_, index) => [`m${index}`, text]);
  assert.ok((await turnsOf(Object.fromEntries(many) as object)) >= 9);
  assert.ok((await turnsOf({ list: many.map(([, each]) => each) })) >= 9);
  const short = many.map(([name, each]) => [name, [each]]);
  assert.ok((await turnsOf(Object.fromEntries(short) as object)) >= 9);
});

test('H5 a number of 40 characters is read, a longer one is refused before anything is computed', () => {
  assert.equal(typeOf(`1.${'0'.repeat(38)}`), 'read');
  assert.equal(typeOf(`1.${'0'.repeat(39)}`), 'inexactNumber');
  assert.equal(typeOf(`{"amount":1.${'0'.repeat(1_000_000)}1}`), 'inexactNumber');
});

test('H5 NUL and half surrogate pairs are refused: the database stores neither', () => {
  for (const text of ['"\\u0000"', '{"a\\u0000":1}', '"\\ud800"', '"x\\udc00\\ud800"'])
    assert.equal(typeOf(text), 'forbiddenCharacter', text);
  assert.deepEqual(parseStrictJson('"\\ud83d\\ude00"'), { ok: true, value: '😀' });
});

const malformed = [
  '',
  ' ',
  '{',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  "{'a':1}",
  '01',
  '1.',
  '.5',
  '+1',
  '0x10',
  'NaN',
  'Infinity',
  'undefined',
  'tru',
  '1 2',
  '{} x',
];
const malformedStrings = [
  '"',
  '"\\',
  '"\\"',
  '"\\x41"',
  '"\\u12"',
  '"a\nb"',
  '"\u0000"',
  '"a\\\n"',
  '\ufeff1',
];
test('H5 what is no JSON is refused', () => {
  for (const text of [...malformed, ...malformedStrings])
    assert.equal(typeOf(text), 'notJson', JSON.stringify(text));
});
