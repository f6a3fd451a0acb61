// Test support for catalogue texts: the real connectors, a secret box that can be read back, and
// the sandbox's catalogue.

import { paymentConnectors } from '@jokko/connectors';
import { compileCatalogue } from './compile.ts';
import { defaultCatalogueText, type Catalogue } from './index.ts';
import { readCatalogue } from './validate.ts';
import type { RouteSettings } from './route-rules.ts';
import { simulatorAccounts } from './simulator-accounts.ts';

const mark = 'sealed by the test:';

export const testSettings: RouteSettings = {
  mode: 'sandbox',
  connectors: paymentConnectors,
  variables: {
    ...simulatorAccounts,
    SIMULATOR_URL: 'http://127.0.0.1:4000',
    SIMULATOR_API_KEY: 'key',
    SIMULATOR_NOTICE_SECRET: 'notice-secret',
  },
  secrets: {
    seal: (plain) => Buffer.from(mark + plain).toString('base64'),
    open: (sealed) => {
      const text = Buffer.from(sealed, 'base64').toString();
      return text.startsWith(mark) ? text.slice(mark.length) : null;
    },
  },
};

let compiled: Catalogue | null = null;

/**
 * The sandbox's catalogue, as version 1. Always the same one: to read it takes some 15 ms, and a
 * node reads it once, too.
 */
export function testCatalogue(): Catalogue {
  return (compiled ??= readDefault());
}

function readDefault(): Catalogue {
  const read = readCatalogue(defaultCatalogueText(), testSettings);
  if (!read.ok)
    throw new Error(`the default catalogue is not usable: ${JSON.stringify(read.problems[0])}`);
  return compileCatalogue(read.document, 1, testSettings);
}
