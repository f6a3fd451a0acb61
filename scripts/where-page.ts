// Writes docs/architecture/where.md: each folder of the gateway in the first sentence of its
// index.ts. `npm run docs` writes it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../gateway/src');

/** Folders whose files are entered one by one: they have no index.ts that could say it. */
const openFolders: Readonly<Record<string, string>> = {
  'payments/api': 'The pipeline of every endpoint: body, key, signature, limits, answer.',
  'messaging/api': 'The pipeline of the endpoints of SMS.',
  'backoffice/developers': 'A developer’s page, as the operator sees it.',
  'backoffice/overview': 'Search, overview, status page, and the health of services.',
  'backoffice/sandbox-phone': 'The payer’s phone of the sandbox, as its page holds it.',
  'backoffice/saved-filters': 'Filters of lists that a user has saved.',
  'backoffice/sms': 'SMS of all developers, for the operator.',
  'backoffice/transactions': 'Transactions and requests as users see them, with their evidence.',
  'platform/db': 'Connections, group commit, migrations, partitions, servers, time.',
  'platform/doctor': 'The frame of the checks, and the pace at which they read.',
  'platform/http': 'The server, its guards, and the frame of the portal’s interface.',
  'platform/limited-thread': 'A thread with a bound of memory and time, for files of others.',
  'platform/outbound': 'Calls to others: which addresses, by which connection, with which pin.',
  'platform/print': 'Tables as PDF.',
  'platform/system': 'What the process asks of its machine: deadlines, memory, core files.',
};

const opening = /^(?:Entry point|Public API|Public interface) of (?:the )?/;

/** `payments/ledger` → its first sentence; empty: it says none. */
function sentenceOf(folder: string): string {
  const index = join(source, folder, 'index.ts');
  if (!existsSync(index)) return openFolders[folder] ?? '';
  const comment = (/^(?:\/\/ .*\n)+/.exec(readFileSync(index, 'utf8'))?.[0] ?? '')
    .replaceAll(/^\/\/ /gm, '')
    .replaceAll('\n', ' ')
    .replace(opening, '')
    .replace(/ ?Entry point of the noun\.\s*$/, '')
    .trim();
  const first = /^.+?\.(?= [A-Z]|$)/.exec(comment)?.[0] ?? '';
  return first.slice(0, 1).toUpperCase() + first.slice(1);
}

export interface Folder {
  name: string;
  sentence: string;
}

export function readFolders(): Folder[] {
  return ['payments', 'messaging', 'backoffice', 'platform'].flatMap((group) =>
    readdirSync(join(source, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => `${group}/${name}`)
      .toSorted()
      .map((name) => ({ name, sentence: sentenceOf(name) })),
  );
}

export function wherePage(): string {
  const rows = readFolders().map(({ name, sentence }) => `| \`${name}/\` | ${sentence} |`);
  return `# Where things are

The folders below \`gateway/src/\`, each in the first sentence of its \`index.ts\`. \`npm run docs\`
writes this page.

| folder | what it is |
|---|---|
${rows.join('\n')}
`;
}
