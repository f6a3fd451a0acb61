// Writes the pages that come from declarations, comments and heads of files (docs/cli.md,
// docs/configuration.md, docs/architecture/where.md, RULES.md, decisions/README.md) and the tables
// of the SDKs: `npm run docs`. Tests compare the committed files with them.

import { writeFileSync } from 'node:fs';
import { commandReference } from '../gateway/src/cli/reference.ts';
import { nouns } from '../gateway/src/node/commands/command-list.ts';
import { configurationReference } from '../gateway/src/node/config/settings.ts';
import { decisionsPage } from './decisions-page.ts';
import { rulesPage } from './rules-page.ts';
import { wherePage } from './where-page.ts';
import { sdkTableFolders, sdkTablesText } from './sdk-tables.ts';

const docs = new URL('../docs/', import.meta.url);

writeFileSync(new URL('cli.md', docs), await commandReference(nouns));
writeFileSync(new URL('configuration.md', docs), configurationReference());
writeFileSync(new URL('architecture/where.md', docs), wherePage());
writeFileSync(new URL('../decisions/README.md', docs), decisionsPage());
writeFileSync(new URL('../RULES.md', docs), rulesPage());
for (const folder of sdkTableFolders)
  writeFileSync(new URL(`../${folder}/tables.json`, import.meta.url), sdkTablesText);
