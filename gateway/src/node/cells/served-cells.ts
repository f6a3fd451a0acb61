// Serves the further cells of the installation in this node: each has connections, a lease, a
// writer and tasks of its own over its database. One that is away is tried again and again, and
// delays nobody else; one that has moved is closed and opened at its new place.

import { within } from '../../platform/db/within.ts';
import { listen } from '../../platform/db/listen.ts';
import { openDatabase, type OpenDatabase } from '../../platform/db/database.ts';
import { environment, type Timer } from '../../platform/environment.ts';
import { ReadOnlyServer } from '../../platform/db/servers.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { prepareDatabase } from '../start/installation.ts';
import type { GatewayOptions } from '../start/options.ts';
import { databasesOf } from '../start/own-services.ts';
import { catalogueChannel } from '../../payments/catalogue/index.ts';
import { publishCatalogue } from './publish.ts';
import { openAbandoned } from './move/abandoned-fence.ts';
import { thawExpiredCells } from './move/store.ts';
import { cellChannel, listCells, notePublished, type Cell } from './store.ts';

/** What a cell is served by: whatever `open` made of its database. */
export interface Opened<Doors> {
  doors: Doors;
  close(): Promise<void>;
  /** What has not ended by itself is broken off, and nothing is sent any more. */
  abandon(): void;
}

export interface ServedCells<Doors> {
  /**
   * Null: the cell is away. Undefined: there is no such cell, so that the home database says what
   * it does not know.
   */
  of(cell: number): Doors | null | undefined;
  /** All cells that are known, with what serves them. */
  all(): { number: number; name: string; doors: Doors | null }[];
  close(): Promise<void>;
}

/** In case a notification was lost. */
const lookEveryMs = 30_000;
/** How often a cell that is away is tried. */
const tryEveryMs = 1_000;
/**
 * What is under way in a cell that is closed ends by then, or is found again by whoever has the
 * cell next.
 */
const closeMs = 5_000;
/** The same where its accounts wait for its switch to another server. */
const leaveMs = 1_200;
/** Where a cell is frozen, whether its command has died. */
const lookAtFrozenEveryMs = 1_000;

interface Serving<Doors> {
  cell: Cell;
  /** Null while it is away. */
  opened: Opened<Doors> | null;
  database: OpenDatabase | null;
  /** Aborted: it is not wanted any more. */
  stop: AbortController;
  done: Promise<void>;
}

/**
 * `open` starts what serves a cell; its options name the cell and call `end` when it must be
 * started again.
 */
export function serveCells<Doors>(
  options: GatewayOptions,
  open: (options: GatewayOptions) => Promise<Opened<Doors>>,
): ServedCells<Doors> {
  const { database, databaseUrl, secrets, log, services } = options;
  const serving = new Map<number, Serving<Doors>>();
  const warn = (error: unknown) => log.warn({ reason: String(error) }, 'cells not read');
  let looking: Promise<void> = Promise.resolve();
  let closed = false;

  async function look(): Promise<void> {
    if (closed) return;
    await thawExpiredCells(database);
    const cells = await listCells(database, secrets);
    services.put(
      'cells',
      cells.flatMap(({ url }) => databasesOf(url)),
    );
    for (const cell of cells) {
      const present = serving.get(cell.number);
      if (present?.cell.url === cell.url && present.cell.frozen === cell.frozen) {
        present.cell = cell;
        continue;
      }
      serving.set(cell.number, beginServing(options, cell, open, present));
    }
    if (cells.some(({ frozen }) => frozen)) lookAtFrozen();
    for (const each of serving.values()) publish(options, each).catch(warn);
  }
  // Its command may die, and tell nobody.
  let frozenTimer: Timer | undefined;
  const lookAtFrozen = (): void => {
    environment.stopTimer(frozenTimer);
    frozenTimer = environment.startTimer(lookSoon, lookAtFrozenEveryMs);
  };
  const lookSoon = (): void => void (looking = looking.then(look).catch(warn));
  const timer = environment.startTicker(lookSoon, lookEveryMs);
  timer.unref();
  const listener = listen(databaseUrl, [cellChannel, catalogueChannel], lookSoon);
  return {
    of(number) {
      const served = serving.get(number);
      return served === undefined ? undefined : (served.opened?.doors ?? null);
    },
    all: () =>
      [...serving.values()].map(({ cell: { number, name }, opened }) => ({
        number,
        name,
        doors: opened?.doors ?? null,
      })),
    async close() {
      closed = true;
      environment.stopTimer(timer);
      environment.stopTimer(frozenTimer);
      await listener.close();
      await looking;
      await Promise.all([...serving.values()].map(endServing));
    },
  };
}

/**
 * `former`: what serves the cell so far, at another place or under another state. It ends first.
 */
function beginServing<Doors>(
  options: GatewayOptions,
  cell: Cell,
  open: (options: GatewayOptions) => Promise<Opened<Doors>>,
  former?: Serving<Doors>,
): Serving<Doors> {
  const serving: Serving<Doors> = {
    cell,
    opened: null,
    database: null,
    stop: new AbortController(),
    done: Promise.resolve(),
  };
  const ended = former === undefined ? Promise.resolve() : endServing(former);
  serving.done = cell.frozen ? ended : ended.then(() => keepServing(options, serving, open));
  return serving;
}

/**
 * Opens the cell, and opens it again when it was away or lost its lease, until it is not wanted any
 * more.
 */
async function keepServing<Doors>(
  options: GatewayOptions,
  serving: Serving<Doors>,
  open: (options: GatewayOptions) => Promise<Opened<Doors>>,
): Promise<void> {
  const { cell, stop } = serving;
  const { log } = options;
  while (!stop.signal.aborted) {
    const ended = Promise.withResolvers<void>();
    const end = (): void => ended.resolve();
    stop.signal.addEventListener('abort', end, { once: true });
    const database = openDatabase(cell.url);
    try {
      const secrets = await prepareCell(options, cell, database);
      serving.opened = await open({
        ...options,
        config: configOfCell(options.config),
        cell: cell.number,
        database,
        databaseUrl: cell.url,
        secrets,
        end,
      });
      serving.database = database;
      log.info({ cell: cell.number }, 'the cell is served');
      await publish(options, serving);
      await ended.promise;
    } catch (error) {
      log.warn({ cell: cell.number, reason: String(error) }, 'the cell is away');
      if (error instanceof ReadOnlyServer) await openWhereAbandoned(options, cell);
    }
    stop.signal.removeEventListener('abort', end);
    const { opened } = serving;
    serving.opened = serving.database = null;
    if (opened !== null) await closeOpened(opened, stop.signal.aborted ? leaveMs : closeMs);
    await within(closeMs, database.close()).catch(() => {});
    if (!stop.signal.aborted)
      await environment.sleep(tryEveryMs, { signal: stop.signal }).catch(() => {});
  }
}

async function closeOpened({ close, abandon }: Opened<unknown>, timeoutMs: number): Promise<void> {
  const closed = close();
  await within(timeoutMs, closed).catch(() => {});
  // Nothing where all has ended. Another node, or this one again, may have the cell from now on.
  abandon();
}

async function openWhereAbandoned(options: GatewayOptions, cell: Cell): Promise<void> {
  try {
    if (await openAbandoned(options, cell))
      options.log.warn({ cell: cell.number }, 'the move of the cell was given up');
  } catch (error) {
    options.log.warn({ cell: cell.number, reason: String(error) }, 'the cell stays closed');
  }
}

/** Its calls leave from the first thread, and other nodes reach it on a port of its own. */
const configOfCell = (config: GatewayOptions['config']): GatewayOptions['config'] => ({
  ...config,
  peerPort: config.peerPort === null ? null : 0,
});

/** Its secrets are sealed under the same keys as everybody's. */
async function prepareCell(
  { config }: GatewayOptions,
  cell: Cell,
  database: OpenDatabase,
): Promise<Secrets> {
  const { secrets } = await prepareDatabase(config, cell.url, database);
  const [row] = await database.query<{ cell: number; fence: string | null }>({
    name: 'select_cell_number',
    text: 'select cell, fence from installation',
  });
  if (row?.cell !== cell.number)
    throw new Error(`its database says that it is cell ${row?.cell ?? '?'}`);
  if (row.fence !== null) throw new Error('its database was closed by a move');
  return secrets;
}

async function publish<Doors>(
  { database: home }: GatewayOptions,
  { cell, database }: Serving<Doors>,
): Promise<void> {
  if (database === null) return;
  const version = await publishCatalogue(home, database, cell.catalogueVersion);
  if (version > cell.catalogueVersion) await notePublished(home, cell.number, version);
}

async function endServing<Doors>({ stop, done }: Serving<Doors>): Promise<void> {
  stop.abort();
  await done;
}
