// Bodies and headers of the worst kinds: what a reader that takes quadratic time, or all of it at
// once, is slow with.

const kib = 1_024;

export const fill = (kibs: number, unit: string): string =>
  unit.repeat(Math.floor((kibs * kib) / Buffer.byteLength(unit)));
/** Objects whose names no text has had. */
function manyNames(kibs: number): string {
  const text = `a${(names++).toString(36)}`;
  const object = (index: number) =>
    `{${Array.from({ length: 199 }, (_, member) => `"${text}${(index * 199 + member).toString(36)}":1`).join()}},`;
  let objects = '';
  for (let index = 0; objects.length < kibs * kib; index += 1) objects += object(index);
  return objects;
}
let names = 0;

/** JSON of each bad kind, of about `kibs` kB. */
export const worstBodies = (kibs: number): Record<string, string> => ({
  'a long number': `{"amount":1.${fill(kibs, '0')}1}`,
  'a long whole number': `{"amount":${fill(kibs, '9')}}`,
  'a long exponent': `{"amount":1e${fill(kibs, '9')}}`,
  'many numbers': `{"a":[${fill(kibs, '1.0000000000000000000000000000000000001,')}1]}`,
  'many short numbers': `{"a":[${fill(kibs, '1,')}1]}`,
  'many short exponents': `{"a":[${fill(kibs, '1e9,')}1]}`,
  'many numbers that are 0': `{"a":[${fill(kibs, '0e99,')}1]}`,
  'many numbers that are nearly 0': `{"a":[${fill(kibs, '5e-324,')}1]}`,
  'many numbers of as many digits as there are': `{"a":[${fill(kibs, '0.12345678901234567,')}1]}`,
  'many members': `{${fill(kibs, '"a":1,')}"b":1}`,
  'many names': `{"a":[${manyNames(kibs)}{}]}`,
  'many objects': `{"a":[${fill(kibs, '{},')}{}]}`,
  deep: `${fill(kibs / 2, '{"a":')}1${fill(kibs / 8, '}')}`,
  'deep lists': `${fill(kibs / 2, '[')}${fill(kibs / 2, ']')}`,
  'a long text': `{"apiKey":"${fill(kibs, 'a')}"}`,
  'a text of escapes': `{"phone":"${fill(kibs, '\\u0061')}"}`,
  'a text of digits': `{"phone":"${fill(kibs, '4 ')}"}`,
  'a text of marks': `{"content":"a${fill(kibs, '\u0301')}"}`,
  'a text of letters beyond the first plane': `{"name":"${fill(kibs, '😀')}"}`,
  'an address': `{"callbackUrl":"https://${fill(kibs, 'h')}\\n"}`,
  'spaces alone': fill(kibs, ' '),
  'no end': `{"a":"${fill(kibs, 'b')}`,
  'many fields of a form': fill(kibs, 'a=b&'),
  'the escapes of a form': `content=${fill(kibs, '%C3%A9')}`,
  'half escapes of a form': `content=${fill(kibs, '%')}`,
  'the plus signs of a form': `content=${fill(kibs, '+')}`,
});
export const worstHeaders: Record<string, string> = {
  'accept-encoding': fill(14, ' '),
  'accept-language': fill(14, 'fr;q=0.'),
  authorization: `Bearer ${fill(14, ' ')}x`,
  cookie: fill(14, 'a=b; '),
  'x-forwarded-for': fill(14, '1.1.1.1, '),
  forwarded: fill(14, 'for=1.1.1.1;'),
  'if-none-match': fill(14, '"a", '),
  range: `bytes=${fill(14, '0-1,')}`,
  secretkey: fill(14, 'a'),
  'content-type': `application/json;${fill(14, ' ;')}`,
};
