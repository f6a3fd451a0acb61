// Writes docs/cli.md and docs/configuration.md from their declarations: `npm run docs`. A test compares the committed files with them.

import { writeFileSync } from 'node:fs';
import { commandReference } from '../gateway/src/cli/reference.ts';
import { nouns } from '../gateway/src/node/command-list.ts';
import { configurationReference } from '../gateway/src/node/settings.ts';

const docs = new URL('../docs/', import.meta.url);

writeFileSync(new URL('cli.md', docs), await commandReference(nouns));
writeFileSync(new URL('configuration.md', docs), configurationReference());
