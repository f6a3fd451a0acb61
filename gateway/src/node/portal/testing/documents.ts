// Configuration documents of the tests: the real kinds with the tests' connectors; providers are
// reached by the real transport.

import { smsConnectors } from '@jokko/connectors';
import { catalogueDocument } from '../../../payments/catalogue/index.ts';
import { testSettings } from '../../../payments/catalogue/testing.ts';
import { routingDocument } from '../../../messaging/routing/index.ts';
import { testSettings as testConnectionSettings } from '../../../messaging/routing/testing.ts';
import {
  carrierConnectionSecretContext,
  routeSecretContext,
  type Secrets,
} from '../../../platform/secrets/index.ts';
import { secretBox } from '../../start/connectors.ts';
import { createOutbound } from '../../../platform/outbound/http-client.ts';
import { secureContextOf } from '../../../platform/outbound/tls.ts';

/** For tests in which none comes into force. */
export const plainDocuments = {
  catalogue: catalogueDocument(testSettings),
  'sms-routing': routingDocument(testConnectionSettings),
};

export function testDocuments(keys: Secrets) {
  const secureContext = secureContextOf(undefined);
  const { call, close } = createOutbound({ connections: 2, secureContext });
  const smsSettings = {
    ...testConnectionSettings,
    connectors: { ...testConnectionSettings.connectors, ...smsConnectors },
    secrets: secretBox(keys, carrierConnectionSecretContext),
  };
  const forPortal = {
    documents: {
      catalogue: catalogueDocument({
        ...testSettings,
        secrets: secretBox(keys, routeSecretContext),
      }),
      'sms-routing': routingDocument(smsSettings),
    },
    connectors: testSettings.connectors,
    smsSettings,
    connectionTests: {
      secureContext,
      call,
      openPlace: () => Promise.reject(new Error('no files are exchanged here')),
    },
    noticeUrl: (route: string) =>
      Promise.resolve(`http://127.0.0.1/providers/${encodeURIComponent(route)}/secret`),
    smsNoticeUrl: (connection: string) =>
      Promise.resolve(`http://127.0.0.1/sms/${encodeURIComponent(connection)}/secret`),
  } as const;
  return { forPortal, close };
}
