// Does every page say everything in both languages? The compiler sees that no text is missing; this sees that none is empty or left in the other
// language, and that French has its own spaces and signs.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { createServer, type ViteDevServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The same word in both languages. */
const alike = new Set([
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
  'jk_test_…',
]);

let vite: ViteDevServer;
before(async () => {
  vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
});
after(() => vite.close());

type Leaf = [name: string, text: string];
/** No text takes more. */
const valuesMax = 8;

function* leaves(dictionary: object, name = ''): Generator<Leaf> {
  for (const [key, value] of Object.entries(dictionary) as [string, unknown][]) {
    const path = name === '' ? key : `${name}.${key}`;
    if (typeof value === 'string') yield [path, value];
    else if (typeof value === 'function')
      yield [path, (value as (...values: unknown[]) => string)(...Array.from({ length: valuesMax }, () => 2))];
    else yield* leaves(value as object, path);
  }
}

async function dictionaries(): Promise<[string, { fr: object; en: object }][]> {
  const found: [string, { fr: object; en: object }][] = [];
  const files = globSync('src/**/{*texts,navigation}.ts', { cwd: root });
  for (const file of files) {
    const module = (await vite.ssrLoadModule(`/${file}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'object' && value !== null && 'fr' in value && 'en' in value)
        found.push([`${file} ${name}`, value as { fr: object; en: object }]);
    }
  }
  return found;
}

test('every text is there in both languages, is not empty, and is not the other language’s', async () => {
  const all = await dictionaries();
  assert.ok(all.length >= 6, 'dictionaries were found');
  const faults: string[] = [];
  for (const [where, { fr, en }] of all) {
    const french = new Map(leaves(fr));
    const english = new Map(leaves(en));
    assert.deepEqual([...english.keys()].toSorted(), [...french.keys()].toSorted(), where);
    for (const [name, text] of french) {
      const other = english.get(name) ?? '';
      if (text.trim() === '' || other.trim() === '') faults.push(`${where} ${name}: empty`);
      if (text === other && /[a-z]{4}/.test(text) && !alike.has(text)) faults.push(`${where} ${name}: "${text}" in both languages`);
      if (/« | [»:;!?]/.test(text)) faults.push(`${where} ${name}: a line may break before a sign in "${text}"`);
      if (/\p{L}'\p{L}/u.test(text)) faults.push(`${where} ${name}: a typewriter's apostrophe in "${text}"`);
      if (/\w[!?;]/.test(text.replace(/https?:\S+|.*\r\n/g, '')))
        faults.push(`${where} ${name}: a space is missing before a sign in "${text}"`);
    }
  }
  assert.deepEqual(faults, []);
});
