// Network fixture of the portal tests: calls no provider, and admits every request.

import { createDirectory } from '../../../payments/accounts/index.ts';
import type { Providers } from '../../../payments/operations/index.ts';
import type { UsersDeps } from '../../../backoffice/users/index.ts';
import type { Shed } from '../../../platform/http/guards/admission.ts';
import type { PortalDeps } from '../http-index.ts';

const nobody: Providers = {
  of: () => null,
  intentOf: () => {
    throw new Error('nobody is called here');
  },
  isNoticeSecret: () => false,
};

/** `load.shed`: what every call is told from then on; null lets it in. */
export function testNetwork({ database, secrets }: UsersDeps) {
  const load: { shed: Shed | null } = { shed: null };
  const network: Pick<PortalDeps, 'admission' | 'directory' | 'providers'> = {
    admission: { enter: () => load.shed, leave: () => undefined },
    directory: createDirectory(database, secrets),
    providers: nobody,
  };
  return { load, network };
}
