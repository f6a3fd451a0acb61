// One list of fields gives the form, the check and the settings of a configuration.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  account,
  choice,
  fields,
  hinted,
  httpFields,
  int,
  like,
  optional,
  secret,
  text,
  url,
  withDefault,
} from '../index.ts';
import type { ConfigOf } from '../index.ts';

const configuration = fields(
  {
    baseUrl: url(),
    apiKey: secret('Clé API', 'API key'),
    merchant: account('Marchand', 'Merchant', like(/^\d{3}$/, 'must be three digits')),
    note: hinted(
      optional(text('Note', 'Note', like(/^[a-z]+$/, 'must be small letters'))),
      'Au même endroit.',
      'In the same place.',
    ),
    language: optional(choice('Langue', 'Language', ['fr', 'en'])),
    window: withDefault(int(1, 9, 'Fenêtre', 'Window'), 4),
    ...httpFields(15_000),
  },
  ({ note, language }, refuse) => {
    if (note && !language) refuse('language', 'is needed with a note');
  },
);
type Config = ConfigOf<typeof configuration>;

const usable: Config = { baseUrl: 'http://a/', apiKey: 'k', merchant: '123', sandbox: false };
const problemsOf = (change: object): string[] =>
  configuration
    .checkConfig({ ...usable, ...change })
    .map(({ field, message }) => `${field} ${message}`);

test('the form lists the fields in their order, with labels, marks and what is required', () => {
  const { configForm } = configuration;
  assert.deepEqual(
    configForm.map(({ name, required }) => (required ? name : `${name}?`)),
    'baseUrl apiKey merchant note? language? window? sandbox timeoutMs? ratePerSec?'.split(' '),
  );
  assert.deepEqual(configForm.slice(2, 5), [
    {
      name: 'merchant',
      type: 'text',
      label: { fr: 'Marchand', en: 'Merchant' },
      required: true,
      account: true,
    },
    {
      name: 'note',
      type: 'text',
      label: { fr: 'Note', en: 'Note' },
      hint: { fr: 'Au même endroit.', en: 'In the same place.' },
      required: false,
    },
    {
      name: 'language',
      type: 'choice',
      label: { fr: 'Langue', en: 'Language' },
      required: false,
      choices: ['fr', 'en'],
    },
  ]);
  const fallbacks = configForm.flatMap(({ name, fallback }) =>
    fallback === undefined ? [] : [[name, fallback]],
  );
  assert.deepEqual(fallbacks, [
    ['window', 4],
    ['timeoutMs', 15_000],
  ]);
});

test('each unusable field is named with why, and problems are in the order of the form', () => {
  assert.deepEqual(problemsOf({}), []);
  assert.deepEqual(problemsOf({ note: '', language: 'fr', window: 9, ratePerSec: 0.5 }), []);
  assert.deepEqual(
    problemsOf({
      baseUrl: 'ftp://a',
      apiKey: '',
      merchant: undefined,
      note: 'A',
      language: '',
      window: 10,
      sandbox: 'no',
      timeoutMs: 99,
      ratePerSec: 0,
    }),
    [
      'baseUrl must be an http or https URL',
      'apiKey must not be empty',
      'merchant must be three digits',
      'note must be small letters',
      'language must be one of fr, en',
      'language is needed with a note',
      'window must be a whole number from 1 to 9',
      'sandbox must be true or false',
      'timeoutMs must be a whole number from 100 to 60000',
      'ratePerSec must be a number above 0',
    ],
  );
});

test('settings are made once for each configuration, with the defaults', () => {
  let made = 0;
  const settingsOf = configuration.settings(({ window, timeoutMs, note }) => {
    made += 1;
    return { window, timeoutMs, note };
  });
  assert.deepEqual(settingsOf(usable), { window: 4, timeoutMs: 15_000, note: undefined });
  assert.equal(settingsOf(usable), settingsOf(usable));
  assert.equal(made, 1);
  assert.equal(settingsOf({ ...usable, window: 2 }).window, 2);
  assert.equal(made, 2);
});
