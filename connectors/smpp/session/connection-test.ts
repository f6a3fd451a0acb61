// Tests the connection with one bind as a transmitter, so that no receipt is delivered to us, and
// an immediate unbind.

import type { ConnectionTestResult } from '@jokko/connectors/kit';
import type { Settings } from '../settings.ts';
import { openConnection, unbind } from './connection.ts';
import { createCounters } from './counters.ts';
import type { Down } from './down.ts';

const whyOf: { readonly [kind in Down['kind']]: 'no answer' | 'unknown us' | 'strange' } = {
  lost: 'no answer',
  absent: 'no answer',
  refused: 'unknown us',
  already_bound: 'strange',
  unbound: 'strange',
};

/** Resolves when the connection is gone again. */
export function tryBind(settings: Settings): Promise<ConnectionTestResult> {
  return new Promise((resolve) => {
    let bound = false;
    const connection = openConnection(settings, 'transmitter', createCounters(), {
      bound() {
        bound = true;
        unbind(connection);
      },
      delivery: () => {},
      moved: () => {},
      down({ kind, detail }) {
        resolve(
          bound
            ? { ok: true, said: 'bound as a transmitter' }
            : { ok: false, why: whyOf[kind], said: detail },
        );
      },
    });
  });
}
