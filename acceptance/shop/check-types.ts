// Compiles the plug-in against Medusa's own types. In the gate it is compiled against its own
// description of them (sdks/medusa/src/medusa.d.ts).

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** `medusa`: folder of `installMedusa`. Throws with what the compiler says. */
export async function checkTypes(medusa: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-shop-types-'));
  const framework = join(medusa, 'node_modules/@medusajs/framework/dist');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      typeRoots: [join(root, 'node_modules/@types')],
      paths: {
        '@medusajs/framework/utils': [join(framework, 'utils/index.d.ts')],
        '@medusajs/framework/types': [join(framework, 'types/index.d.ts')],
      },
    },
    files: [join(root, 'sdks/medusa/src/index.ts')],
    include: [],
  };
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout ?? String(error), { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
