// Checks the messages of every area. The compiler sees that none is missing; this sees that none is
// empty or left in the other language, and that French has its own spaces and signs.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readMessages } from '../build/read-messages.ts';

/** The same word in both languages. */
const alike = new Set([
  ...['callback', 'catalogue, version', 'incident', 'invitation', 'route', 'service'],
  ...['session', 'transaction'],
  'Jokko',
  'Navigation',
  'Code',
  'Type',
  'Mode',
  'Source',
  'Actions',
  'Action',
  'Administration',
  'Notifications',
  'Messages',
  'Service',
  'Services',
  'Description',
  'Date',
  'Audit',
  'Incidents',
  'Transactions',
  'Transaction',
  'Total',
  'Commission',
  'Commissions',
  'Support',
  'IP',
  'URL',
  'SMS',
  'Sessions',
  'Permissions',
  'Documentation',
  'Destination',
  'Volume',
  'Client',
  'Provision',
  'Message',
  'Message(s)',
  'Signature',
  'Conversation',
  'Impossible',
  'Route',
  'Signatures',
  'Secret',
  'plus',
  'Activations',
  'Invariant',
  'Violations',
  'E-mail',
  'Callbacks',
  'Transaction 2',
  '2 services',
  'Active',
  'Catalogue',
  'Configuration',
  'Destinations',
  'Maximum',
  'Minimum',
  'Notes',
  'Table',
  'Version',
  'Version 2',
  'Versions',
  'Routes',
  'absent',
  'secret',
  'X-Request-Id',
  'Applications',
  'Segments',
  'Inactive',
  'Float',
  'jk_test_…',
]);

/** No message takes more. */
const valuesMax = 8;

const sample = (message: string | ((...values: unknown[]) => string)): string =>
  typeof message === 'string' ? message : message(...Array.from({ length: valuesMax }, () => 2));

test('every message is there in both languages, is not empty, and is not the other language’s', async () => {
  const messages = await readMessages();
  assert.ok(messages.length >= 1_000, 'messages were found');
  const faults: string[] = [];
  for (const { name, fr, en } of messages) {
    const french = sample(fr);
    const english = sample(en);
    if (french.trim() === '' || english.trim() === '') faults.push(`${name}: empty`);
    if (french === english && /[a-z]{4}/.test(french) && !alike.has(french))
      faults.push(`${name}: "${french}" in both languages`);
    if (/« | [»:;!?]/.test(french))
      faults.push(`${name}: a line may break before a sign in "${french}"`);
    if (/\p{L}'\p{L}/u.test(french))
      faults.push(`${name}: a typewriter's apostrophe in "${french}"`);
    if (/\w[!?;]/.test(french.replace(/https?:\S+|.*\r\n/g, '')))
      faults.push(`${name}: a space is missing before a sign in "${french}"`);
  }
  assert.deepEqual(faults, []);
});

/**
 * Words that said something else, or nothing, to those who read them. The provider is not the
 * operator.
 */
const retired = [
  ...[/all together/i, /share out/i, /little by little/i, /\btold\b/i, /look(?:s|ed)? after/i],
  ...[/\bmissing within\b/i, /\bvouched\b/i, /operator is down/i, /says so/i],
  ...[/opérateur est en panne/i, /santé des opérateurs/i, /tous les opérateurs/i, /ne le dit/i],
];

test('no message uses a word that was retired', async () => {
  const faults = (await readMessages()).flatMap(({ name, fr, en }) =>
    [sample(fr), sample(en)]
      .filter((text) => retired.some((word) => word.test(text)))
      .map((text) => `${name}: ${text}`),
  );
  assert.deepEqual(faults, []);
});

test('the accessible name of a control contains what it shows: `removeOf` contains `remove`', async () => {
  const messages = await readMessages();
  const shown = new Map(messages.map((message) => [message.name, message]));
  const faults: string[] = [];
  for (const { name, fr, en } of messages) {
    const short = shown.get(name.replace(/(?:One|Of)$/, ''));
    if (short === undefined || typeof fr !== 'function') continue;
    if (!sample(fr).includes(sample(short.fr)) || !sample(en).includes(sample(short.en)))
      faults.push(name);
  }
  assert.deepEqual(faults, []);
});

test('no page writes a colon between two texts itself: French has a space before it, English none', () => {
  const pages = new URL('../src/', import.meta.url);
  for (const file of globSync('**/*.tsx', { cwd: pages })) {
    const text = readFileSync(new URL(file, pages), 'utf8');
    // `{label} : {value}` as JSX, or the same within a template.
    const found = /^\s*\{[\w.()]+\} :(?:\s*\{|$)|\$\{[^{}]*\} : /m.exec(text);
    assert.equal(found, null, `${file}: ${found?.[0]}`);
  }
});
