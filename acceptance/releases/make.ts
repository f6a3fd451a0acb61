// `npm run release:dump -- VERSION`: fills an installation of this tree and keeps its database, and
// the keys that open it, for the upgrades of later versions.

import { writeFileSync } from 'node:fs';
import { fillRelease } from './fill/index.ts';
import { fileOf } from './releases.ts';

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('name the version: npm run release:dump -- 0.2.0');
const { dump, keys } = await fillRelease();
writeFileSync(fileOf(version, '.sql.gz'), dump);
writeFileSync(fileOf(version, '.keys.json'), `${JSON.stringify(keys, null, 2)}\n`);
process.stdout.write(`${version}: ${dump.length} bytes\n`);
process.exit(0);
