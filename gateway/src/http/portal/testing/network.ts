// Which network does a test's portal speak to? None: it asks nobody, and takes on whatever comes.

import { createDirectory } from '../../../domain/accounts/index.ts';
import type { Providers } from '../../../domain/operations/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import type { Shed } from '../../guards/admission.ts';
import type { PortalDeps } from '../index.ts';

const nobody: Providers = {
  of: () => null,
  intentOf: () => {
    throw new Error('nobody is called here');
  },
  isNoticeSecret: () => false,
};

/** `load.shed`: what every call is told from then on; null lets it in. */
export function testNetwork({ database, secrets }: PeopleDeps) {
  const load: { shed: Shed | null } = { shed: null };
  const network: Pick<PortalDeps, 'admission' | 'directory' | 'providers'> = {
    admission: { enter: () => load.shed, leave: () => undefined },
    directory: createDirectory(database, secrets),
    providers: nobody,
  };
  return { load, network };
}
