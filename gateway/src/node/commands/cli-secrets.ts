// The commands of the encryption of stored secrets: under which keys they are sealed, and sealing
// them under a new one. Secrets stand in the database, and in the send journals of this machine.

import { countSegments, resealSegments } from '../../payments/send-journal/index.ts';
import { readSecretsStatus, rewrap } from '../../platform/secrets/index.ts';
import type { NodeKeys, Rewrapped, SecretsStatus } from '../../platform/secrets/index.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { openAllCells } from '../../cli/each-cell.ts';
import { Refusal } from '../../cli/errors.ts';
import type { Output } from '../../cli/output.ts';
import { table } from '../../cli/table.ts';
import { environment } from '../../platform/environment.ts';
import { journalsOf } from './cli-recover.ts';

const progressEveryMs = 1_000;
const placesShownMax = 10;

const status = defineCommand({
  name: 'status',
  summary: 'Show under which key-encryption keys the stored secrets are sealed.',
  details: 'Those in the database, and the keys of the send journals below the DATA_DIR at hand.',
  run: readStatus,
  present: describe,
});

/** Reads the secrets of all cells; the column of a further one has its number. */
async function readStatus(context: CommandContext): Promise<SecretsStatus> {
  const [home, ...further] = await openAllCells(context);
  const status = await readStatusOf(home!.context);
  for (const { cell, context: there } of further) {
    const { counts, nodes, old } = await readStatusOf(there);
    status.counts.push(
      ...counts.map((count) => ({ ...count, column: `cell ${cell}: ${count.column}` })),
    );
    status.nodes.push(
      ...nodes.map((node) => ({ ...node, nodeId: `${node.nodeId} (cell ${cell})` })),
    );
    status.old += old;
  }
  return status;
}

async function readStatusOf(context: CommandContext): Promise<SecretsStatus> {
  const { database, secrets } = context;
  const inDatabase = await readSecretsStatus(database, secrets);
  const segments = await countSegments(await journalsOf(context));
  const counts = [...segments].map(([keyId, values]) => ({
    column: 'send journals',
    keyId,
    values,
  }));
  const old = counts
    .filter(({ keyId }) => keyId !== inDatabase.keyId)
    .reduce((sum, { values }) => sum + values, inDatabase.old);
  return { ...inDatabase, counts: [...inDatabase.counts, ...counts], old };
}

function describe({ keyId, loadedKeyIds, counts, old, nodes }: SecretsStatus): string {
  const [, ...opening] = loadedKeyIds;
  const stateOf = (id: string): string => {
    if (id === keyId) return 'current';
    return loadedKeyIds.includes(id) ? 'old' : 'NOT LOADED';
  };
  const columns = {
    values: ({ values }: SecretsStatus['counts'][number]) => values,
    column: ({ column }: SecretsStatus['counts'][number]) => column,
    key: (count: SecretsStatus['counts'][number]) => count.keyId,
    state: (count: SecretsStatus['counts'][number]) => stateOf(count.keyId),
  };
  return [
    `Sealing key: ${keyId}`,
    ...(opening.length === 0 ? [] : [`Also opens: ${opening.join(', ')}`]),
    '',
    table(counts, columns, 'No secrets are stored.'),
    '',
    ...nodes.map((node) => `Node ${node.nodeId} has ${node.keyIds.join(', ')}.`),
    old === 0
      ? 'Everything is sealed under the current key: JOKKO_SECRET_KEY_OLD is not needed.'
      : `${old} values are sealed under an old key: run \`jokko secrets rewrap\`.`,
  ].join('\n');
}

const rewrapAll = defineCommand({
  name: 'rewrap',
  summary: 'Seal all stored secrets under JOKKO_SECRET_KEY.',
  details: [
    'It can be stopped and run again. The send journals are those below the DATA_DIR at hand:',
    'where nodes run on several machines, run it on each.',
  ].join(' '),
  async run(context) {
    const { secrets } = context;
    const result = await rewrapCells(context);
    if (result.ok) return { keyId: result.keyId, rewrapped: result.values, old: 0 };
    if (result.refusal === 'nodes without the key')
      throw new Refusal(nodesText(secrets.keyIds[0], result.nodes));
    const places = result.places.slice(0, placesShownMax).join(', ');
    throw new Refusal(
      `${result.values} values were sealed again, ${result.places.length} could not be opened with the keys in JOKKO_SECRET_KEY and JOKKO_SECRET_KEY_OLD: ${places}`,
    );
  },
  present: ({ keyId, rewrapped }) =>
    rewrapped === 0
      ? `Everything was sealed under ${keyId} already.`
      : `${rewrapped} values were sealed again. Everything is under ${keyId}: JOKKO_SECRET_KEY_OLD is no longer needed.`,
});

/**
 * Each cell is sealed with the pepper of its own under the same key. Ends with the first that is
 * not done whole.
 */
async function rewrapCells(context: CommandContext): Promise<Rewrapped> {
  let values = 0;
  for (const { context: there } of await openAllCells(context)) {
    const result = await rewrapEverything(there);
    const here = 'values' in result ? result.values : 0;
    values += here;
    if (here > 0)
      await there.noteAudit({
        action: 'secrets.rewrap',
        new: { values: here, to: there.secrets.keyIds[0], whole: result.ok },
      });
    if (!result.ok) return result.refusal === 'unopened' ? { ...result, values } : result;
  }
  return { ok: true, keyId: context.secrets.keyIds[0], values };
}

/** The database first: it refuses while nodes would go on sealing under another key. */
async function rewrapEverything(context: CommandContext): Promise<Rewrapped> {
  const { database, secrets, progress } = context;
  const result = await rewrap(database, secrets, everySecond(progress));
  if (!result.ok) return result;
  const { segments, unopened } = await resealSegments(await journalsOf(context), secrets);
  const values = result.values + segments;
  return unopened.length === 0
    ? { ...result, values }
    : { ok: false, refusal: 'unopened', values, places: unopened };
}

function nodesText(keyId: string, nodes: NodeKeys[]): string {
  const list = nodes
    .map((node) => `${node.nodeId} (${node.keyIds.join(', ') || 'unknown'})`)
    .join(', ');
  return `nothing was changed: these running nodes do not seal under ${keyId}: ${list}. Start them with the new JOKKO_SECRET_KEY and the old key in JOKKO_SECRET_KEY_OLD first`;
}

function everySecond(
  progress: Output['progress'],
): (progress: { done: number; of: number }) => void {
  let reportedAt = environment.monotonic();
  return ({ done, of }) => {
    if (environment.monotonic() - reportedAt < progressEveryMs) return;
    reportedAt = environment.monotonic();
    progress(`${done} of ${of}`);
  };
}

export const commands = [status, rewrapAll];
