// Which documents does the operator keep in tests? The real kinds with the tests' connectors; providers are reached by the real transport.

import { catalogueDocument } from '../../../domain/catalogue/index.ts';
import { testSettings } from '../../../domain/catalogue/testing.ts';
import { routingDocument } from '../../../domain/sms-routing/index.ts';
import { testSettings as testLinkSettings } from '../../../domain/sms-routing/testing.ts';
import { linkSecretContext, routeSecretContext, type Secrets } from '../../../domain/secrets/index.ts';
import { secretBox, smsConnectorOf } from '../../../connectors.ts';
import { createOutbound } from '../../../outbound/http-client.ts';
import { secureContextOf } from '../../../outbound/tls.ts';

export function testDocuments(keys: Secrets) {
  const secureContext = secureContextOf(undefined);
  const { call, close } = createOutbound({ connections: 2, secureContext });
  return {
    documents: {
      catalogue: catalogueDocument({ ...testSettings, secrets: secretBox(keys, routeSecretContext) }),
      'sms-routing': routingDocument({
        ...testLinkSettings,
        connectors: { ...testLinkSettings.connectors, smpp: smsConnectorOf('smpp')! },
        secrets: secretBox(keys, linkSecretContext),
      }),
    },
    trials: { secureContext, call },
    close,
  } as const;
}
