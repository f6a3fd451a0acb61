// `jokko secrets rewrap`: seals every secret under JOKKO_SECRET_KEY. May be stopped at any moment and run again.

import { noteAudit } from '../domain/audit/index.ts';
import { rewrap } from '../domain/secrets/index.ts';
import type { NodeKeys } from '../domain/secrets/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command, Output } from './command.ts';

const progressEveryMs = 1_000;
const placesShownMax = 10;

export const command: Command = {
  usage: 'secrets rewrap',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database, secrets }) => {
      const result = await rewrap(database, secrets, progressLine(output));
      const values = 'values' in result ? result.values : 0;
      if (values > 0)
        await noteAudit(database, {
          who: { kind: 'command' },
          action: 'secrets.rewrap',
          new: { values, to: secrets.keyIds[0], whole: result.ok },
        });
      if (!result.ok && result.refusal === 'nodes without the key') throw new Refusal(tellNodes(secrets.keyIds[0], result.nodes));
      if (!result.ok) {
        const places = result.places.slice(0, placesShownMax).join(', ');
        throw new Refusal(
          `${result.values} value(s) were sealed again, ${result.places.length} could not be opened with the keys in JOKKO_SECRET_KEY and JOKKO_SECRET_KEY_OLD: ${places}`,
        );
      }
      const { keyId } = result;
      output.result({ keyId, rewrapped: values, old: 0 }, () =>
        values === 0
          ? `everything was sealed under ${keyId} already`
          : `${values} value(s) were sealed again; everything is under ${keyId}: JOKKO_SECRET_KEY_OLD can go`,
      );
      return 0;
    });
  },
};

function tellNodes(keyId: string, nodes: NodeKeys[]): string {
  const list = nodes.map((node) => `${node.nodeId} (${node.keyIds.join(', ') || 'unknown'})`).join(', ');
  return `nothing was changed: these running nodes do not seal under ${keyId}: ${list}. Start them with the new JOKKO_SECRET_KEY and the old key in JOKKO_SECRET_KEY_OLD first`;
}

/** On standard error, so that the result stays alone on standard output. */
function progressLine({ json, aside }: Output): (progress: { done: number; of: number }) => void {
  let toldAt = performance.now();
  return ({ done, of }) => {
    if (json || performance.now() - toldAt < progressEveryMs) return;
    toldAt = performance.now();
    aside(`${done} of ${of}`);
  };
}
