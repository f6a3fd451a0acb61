// `jokko secrets status`: under which key-encryption keys are the secrets sealed, and can the old ones go?

import { readSecretsStatus } from '../domain/secrets/index.ts';
import type { SecretsStatus } from '../domain/secrets/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'secrets status',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database, secrets }) => {
      const status = await readSecretsStatus(database, secrets);
      output.result(status, () => tell(status));
      return 0;
    });
  },
};

function tell({ keyId, loadedKeyIds, counts, old, nodes }: SecretsStatus): string {
  const isLoaded = (id: string): string => (loadedKeyIds.includes(id) ? 'old' : 'NOT LOADED');
  return [
    `sealing key ${keyId}${loadedKeyIds.length > 1 ? `, opening too: ${loadedKeyIds.slice(1).join(', ')}` : ''}`,
    ...counts.map(
      (count) =>
        `${String(count.values).padStart(8)}  ${count.column}  under ${count.keyId} (${count.keyId === keyId ? 'current' : isLoaded(count.keyId)})`,
    ),
    ...nodes.map((node) => `node ${node.nodeId} has ${node.keyIds.join(', ')}`),
    old === 0
      ? 'everything is sealed under the current key: JOKKO_SECRET_KEY_OLD is not needed'
      : `${old} value(s) are left to seal again: jokko secrets rewrap`,
  ].join('\n');
}
