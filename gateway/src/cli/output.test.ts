// Checks that no text that somebody else wrote commands the terminal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './errors.ts';
import { createOutput } from './output.ts';
import { table } from './table.ts';
import { readName, sentence } from './values.ts';

const hostile = 'A\u001b[2J\u202eb\u009b';

function printed(json: boolean, print: (output: ReturnType<typeof createOutput>) => void): string {
  let text = '';
  const add = (piece: string) => void (text += piece);
  print(createOutput(json, { out: add, err: add }));
  return text;
}

test('people see each character of a result, a line of progress and an error', () => {
  const shown = 'A⟨U+001B⟩[2J⟨U+202E⟩b⟨U+009B⟩';
  assert.equal(
    printed(false, (output) => output.result(null, () => hostile)),
    `${shown}\n`,
  );
  assert.equal(
    printed(false, (output) => output.progress(hostile)),
    `${shown}\n`,
  );
  assert.equal(
    printed(false, (output) => output.error(hostile)),
    `jokko: ${shown}\n`,
  );
});

test('an error and a line of progress hold no secret of an address, and a result what was asked for', () => {
  const link = 'http://127.0.0.1:8080/reset#s3cr3t';
  for (const json of [false, true]) {
    const error = printed(json, (output) => output.error('no answer: smtp://u:s3cr3t@mail'));
    assert.match(error, /no answer: smtp:\/\/mail\//);
    assert.doesNotMatch(error, /s3cr3t/);
    const result = printed(json, (output) => output.result({ link }, () => link));
    assert.ok(result.includes(link));
  }
  assert.doesNotMatch(
    printed(false, (output) => output.progress(link)),
    /s3cr3t/,
  );
});

test('JSON keeps its value in letters that command nothing', () => {
  for (const text of [
    printed(true, (output) => output.result({ error: hostile }, () => '')),
    printed(true, (output) => output.error(hostile)),
  ]) {
    assert.match(text, /^[\x20-\x7e]+\n$/);
    assert.deepEqual(JSON.parse(text), { error: hostile });
  }
});

test('a line end in a cell begins no row', () => {
  const text = table([{ name: 'a\nID' }], { name: (row) => row.name }, '');
  assert.equal(text, 'NAME\na⟨U+000A⟩ID');
});

test('what is typed after a command is one line of characters that are seen', () => {
  for (const read of [readName, sentence(100)]) {
    assert.throws(() => read(hostile, '--name'), /--name .* U\+001B ESCAPE/);
    assert.throws(() => read('A\u200bwa', '--name'), UsageError);
    assert.equal(read(' Se\u0300ne ', '--name'), 'Sène');
  }
});
