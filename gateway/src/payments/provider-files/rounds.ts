// One round of a node over all routes whose orders leave in files. One living node works on a
// route; the others find its lease taken.

import { environment } from '../../platform/environment.ts';
import type { FileTransport } from '../../platform/file-transport/index.ts';
import { collect, createCuts, type Cuts } from './collect.ts';
import type { FileAccount, FileDeps, FileRoute } from './deps.ts';
import { formBatch, giveBackStrays } from './form-batch.ts';
import { sendBatches } from './send-batch.ts';
import { leaseRoute } from './store.ts';

/** A server is not to be connected to every second; folders cost nothing. */
const visitSftpMs = 60_000;

export function createFileRounds(deps: FileDeps): { runOnce(): Promise<boolean> } {
  const visitedAt = new Map<string, number>();
  const cuts = createCuts();
  return {
    async runOnce() {
      for (const account of listAccounts(deps)) {
        try {
          await workOn(deps, account, { visitedAt, cuts });
        } catch (error) {
          const { route } = account.routes[0]!;
          deps.log('error', 'files of a provider not exchanged', { route, reason: String(error) });
        }
      }
      return false;
    },
  };
}

/** Routes that lead to the same account of ours, together: they share a place. */
function listAccounts(deps: FileDeps): FileAccount[] {
  const catalogue = deps.catalogue();
  const routes = catalogue.routes.flatMap(({ name }): FileRoute[] => {
    const provider = deps.providers.of(catalogue, name);
    const files = provider?.connector.files;
    return provider === null || files === undefined ? [] : [{ route: name, provider, files }];
  });
  const grouped = Map.groupBy(routes, ({ provider }) => provider.counterparty);
  return [...grouped.values()].map((same) => ({
    routes: same.toSorted((one, other) => (one.route < other.route ? -1 : 1)),
    place: same[0]!.files.place(same[0]!.provider.config),
  }));
}

async function workOn(
  deps: FileDeps,
  account: FileAccount,
  { visitedAt, cuts }: { visitedAt: Map<string, number>; cuts: Cuts },
): Promise<void> {
  const first = account.routes[0]!.route;
  if (!(await leaseRoute(deps.database, first, deps.node))) return;
  let transport: FileTransport | null = null;
  const open = async (): Promise<FileTransport> =>
    (transport ??= await deps.openPlace(account.place));
  try {
    for (const route of account.routes) {
      if (route.route !== first && !(await leaseRoute(deps.database, route.route, deps.node)))
        continue;
      await giveBackStrays(deps, route.route);
      await formBatch(deps, route);
      await sendBatches(deps, route, open);
    }
    if (isVisitDue(account, visitedAt.get(first))) {
      visitedAt.set(first, environment.monotonic());
      await collect(deps, account, await open(), cuts);
    }
  } finally {
    await (transport as FileTransport | null)?.close();
  }
}

function isVisitDue({ place }: FileAccount, visitedAt: number | undefined): boolean {
  return (
    place.kind === 'folder' ||
    visitedAt === undefined ||
    environment.monotonic() - visitedAt >= visitSftpMs
  );
}
