// X1: proves that a form means the same as the same members in JSON.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readBody } from './http-read-body.ts';

const formType = 'application/x-www-form-urlencoded';
const read = (text: string | Buffer, type?: string) =>
  readBody(Buffer.from(text as string), { 'content-type': type }, 'fr');
const members = (text: string | Buffer, type = formType) => {
  const result = read(text, type);
  return result.ok ? { ...result.body } : result.problem;
};

test('X1 property: a form that a browser makes is read as it was written', () => {
  const texts = fc
    .oneof(
      fc.string(),
      fc.uint16Array({ min: 1 }).map((units) => String.fromCharCode(...units).toWellFormed()),
    )
    .filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.array(fc.stringMatching(/^\+?[\d .-]{1,15}$/), { minLength: 1 }),
      fc.constantFrom('msisdn', 'msisdn[]'),
      (sender, content, numbers, name) => {
        const form = new URLSearchParams([
          ['sender', sender],
          ['content', content],
          ...numbers.map((number) => [name, number] as [string, string]),
        ]);
        const body = members(form.toString()) as { msisdn: string[] };
        // A space before a digit stands for a plus that nobody encoded.
        const expected = numbers.map((number) =>
          /^ \d/.test(number) ? `+${number.slice(1)}` : number,
        );
        assert.deepEqual(body, { sender, content, msisdn: expected });
      },
    ),
  );
});

test('X1 numbered, unnumbered and single recipients keep their order', () => {
  assert.deepEqual(members('msisdn[1]=b&msisdn[0]=a&msisdn[]=c&msisdn=d'), {
    msisdn: ['b', 'a', 'c', 'd'],
  });
  assert.deepEqual(members('msisdn%5B0%5D=a'), { msisdn: ['a'] });
  assert.deepEqual(members('msisdn[vip]=a&msisdn[a b]=b&=c&d'), {
    msisdn: ['a', 'b'],
    '': 'c',
    d: '',
  });
});

test('X1 character sets: the one that is named, UTF-8 else', () => {
  assert.deepEqual(members('content=%C3%A9', `${formType}; charset="utf-8"`), { content: 'é' });
  for (const charset of ['windows-1252', 'ISO-8859-1', 'iso-8859-15', 'latin1'])
    for (const content of ['%E9t%E9', '\xe9t\xe9'])
      assert.deepEqual(
        members(Buffer.from(`content=${content}`, 'latin1'), `${formType};charset=${charset}`),
        { content: 'été' },
        charset,
      );
  assert.deepEqual(members('content=%80', `${formType};charset=windows-1252`), { content: '€' });
  assert.deepEqual(members('content=%A4', `${formType};charset=iso-8859-15`), { content: '€' });
  assert.match(String(members('content=%E9')), /UTF-8/);
  assert.deepEqual(members('content=100%&x=%zz'), { content: '100%', x: '%zz' });
});

test('X1 character sets: JSON is read by the one that its type names', () => {
  const json = Buffer.from('{"content":"été"}', 'latin1');
  const type = 'application/json; charset=ISO-8859-1';
  assert.deepEqual(members(json, type), { content: 'été' });
  assert.equal(read(json, 'application/json').ok, false, 'invalid as UTF-8');
  assert.deepEqual(members('{"content":"été"}', 'application/json; charset=utf8'), {
    content: 'été',
  });
});

test('X1 character sets: any other is refused by its name, for forms and JSON', () => {
  for (const charset of ['klingon', 'UTF-16', 'utf-16le', 'shift_jis', 'UTF-7', 'x'.repeat(900)])
    for (const [text, type] of [
      ['content=x', formType],
      ['{"content":"x"}', 'application/json'],
    ] as const) {
      const problem = String(members(text, `${type}; charset=${charset}`));
      assert.ok(problem.includes(` ${charset.slice(0, 40)} `), problem);
      assert.match(problem, /UTF-8, ISO-8859-1, ISO-8859-15, windows-1252/);
    }
});

test('X1 what two readers could read differently is refused', () => {
  assert.match(String(members('sender=a&sender=b')), /sender/);
  assert.match(String(members('content=%00')), /NUL|U\+0000|caract/i);
  assert.deepEqual(
    members('__proto__=a&constructor=b'),
    JSON.parse('{"__proto__":"a","constructor":"b"}'),
  );
});

test('H5 a form has as many members as a list of recipients needs, and no more', () => {
  const numbers = Array.from({ length: 10_000 }, () => 'msisdn[]=1').join('&');
  assert.equal(
    (members(`${numbers}&sender=a&content=b&app_key=c`) as { msisdn: string[] }).msisdn.length,
    10_000,
  );
  assert.match(
    String(
      members(`${numbers}${Array.from({ length: 11 }, (_, index) => `&m${index}=`).join('')}`),
    ),
    /10.?010/,
  );
});

test('X1 a form of files and parts is refused by its name', () => {
  assert.match(
    String(
      members(
        '--x\r\nContent-Disposition: form-data; name="sender"\r\n',
        'multipart/form-data; boundary=x',
      ),
    ),
    /multipart/,
  );
});

test('X1 JSON is found by its first character, whatever the type says', () => {
  for (const type of ['application/json', 'text/plain; charset=utf-8', formType, 'x/y'])
    assert.deepEqual(members('{"a":"b"}', type), { a: 'b' });
  for (const begin of ['\ufeff', ' ', '\r\n\t', '\ufeff\n'])
    assert.deepEqual(members(`${begin}{"a":"b"}`), { a: 'b' }, JSON.stringify(begin));
  assert.equal(read('{"a":1', formType).ok, false);
  assert.equal(
    read(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json').ok,
    false,
  );
});
