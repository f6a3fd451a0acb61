// Proves that an XML document is decoded by what it declares, and that what would have to be
// expanded, guessed or held without bounds is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml } from '../xml/read-xml.ts';

const label = 'VIREMENT ÉMIS — œuvre €';
const declared = (encoding: string, text = label): string =>
  `<?xml version="1.0" encoding="${encoding}"?><a:Doc xmlns:a="urn:x"><a:Inf>${text}</a:Inf></a:Doc>`;
/** Windows-1252 where it differs from the first 256 characters of Unicode. */
const windows = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll('—', '\x97').replaceAll('œ', '\x9c').replaceAll('€', '\x80'),
    'latin1',
  );
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const mark = '\ufeff';

function read(bytes: Buffer): string {
  const document = readXml(bytes);
  return 'refused' in document ? document.refused : document.children[0]!.text;
}

test('a document is decoded by its mark, by its declaration, else as UTF-8', () => {
  const forms: { [name: string]: Buffer } = {
    utf8: Buffer.from(declared('UTF-8')),
    'utf8 with a mark': Buffer.from(mark + declared('UTF-8')),
    'nothing declared': Buffer.from(declared('x').replace(/ encoding="x"/, '')),
    'windows-1252': windows(declared('windows-1252')),
    'in single quotes': windows(declared('WINDOWS-1252').replaceAll('"', "'")),
    'utf-16 with a mark': utf16(mark + declared('UTF-16')),
    'utf-16 the other way round': utf16(mark + declared('UTF-16')).swap16(),
    'utf-16 without a mark': utf16(declared('UTF-16')),
    'blank lines before it': Buffer.from(`\r\n \n${declared('UTF-8')}`),
    'blank lines before older letters': windows(`\n${declared('windows-1252')}`),
    // Written by programs that name what their own texts are kept in.
    'utf-16 declared, and written as utf-8': Buffer.from(declared('utf-16')),
  };
  for (const [name, bytes] of Object.entries(forms)) assert.equal(read(bytes), label, name);
  const latin = Buffer.from(declared('ISO-8859-1', 'VIREMENT ÉMIS'), 'latin1');
  assert.equal(read(latin), 'VIREMENT ÉMIS');
  const nine = Buffer.from(declared('iso-8859-15', '100 \xa4'), 'latin1');
  assert.equal(read(nine), '100 €');
});

test('letters that the declared encoding does not have, and an encoding that nobody knows, are refused', () => {
  assert.equal(read(windows(declared('UTF-8'))), 'not in UTF-8');
  assert.equal(read(Buffer.from(declared('EBCDIC-XX'))), 'in the unknown encoding ebcdic-xx');
});

test('nothing is expanded or fetched, and depth and size are bounded', () => {
  const inside = (text: string): string => read(Buffer.from(`<D><I>${text}</I></D>`));
  assert.equal(inside('A &amp; B &#233;<![CDATA[<c>]]><!-- d -->'), 'A & B é<c>');
  assert.equal(inside('&boom;'), 'not well-formed XML');
  assert.equal(
    read(Buffer.from('<!DOCTYPE D [<!ENTITY b "x">]><D><I>&b;</I></D>')),
    'has a document type',
  );
  assert.equal(inside('<a>'.repeat(5_000)), 'deeper than 64 elements');
  assert.equal(inside(`${'<a>'.repeat(60)}${'</a>'.repeat(60)}`), '');
  assert.equal(inside('<a/>'.repeat(1_000_001)), 'more than 1000000 elements');
  assert.equal(read(Buffer.alloc(16 * 1_048_576 + 1, 0x20)), 'larger than 16777216 bytes');
  for (const broken of ['<a>', '</a>', '<a b=1/>', '<a b="1" b="2"/>', '<', '&', ']]>'])
    assert.equal(inside(broken), 'not well-formed XML', broken);
  assert.equal(read(Buffer.from('<D/><D/>')), 'not well-formed XML');
});
