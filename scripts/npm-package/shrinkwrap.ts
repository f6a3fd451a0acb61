// Makes the lock file of the package: the part of package-lock.json that its dependencies need, so
// that everybody installs the versions that were tested. npm obeys npm-shrinkwrap.json of an
// installed package.

interface LockEntry {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  dependencies?: { [name: string]: string };
  optionalDependencies?: { [name: string]: string };
  peerDependencies?: { [name: string]: string };
}

export interface Lock {
  packages: { [place: string]: LockEntry };
}

interface Manifest {
  name: string;
  version: string;
  dependencies: { [name: string]: string };
  engines: { [name: string]: string };
}

/** The exact version of a package as a workspace gets it. */
export function versionOf(lock: Lock, workspace: string, name: string): string {
  const version = lock.packages[findPlace(lock, workspace, name) ?? '']?.version;
  if (version === undefined)
    throw new Error(`${workspace} imports ${name}, which is not installed`);
  return version;
}

/** `origins`: for each dependency the workspace whose copy is meant. */
export function makeShrinkwrap(
  lock: Lock,
  manifest: Manifest,
  origins: ReadonlyMap<string, string>,
): object {
  const packages: { [place: string]: object } = {};
  const places = new Set([...origins].map(([name, from]) => findPlace(lock, from, name)!));
  // Grows while it is walked through.
  for (const place of places) {
    const entry = lock.packages[place]!;
    const { dev: _dev, devOptional: _devOptional, peer: _peer, ...kept } = entry;
    packages[atTop(place)] = kept;
    const needed = { ...entry.dependencies, ...entry.optionalDependencies };
    for (const name of Object.keys(needed)) {
      const found = findPlace(lock, place, name);
      if (found !== null) places.add(found);
    }
  }
  const { name, version, dependencies, engines } = manifest;
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, dependencies, engines }, ...packages },
  };
}

/** A workspace's own copy moves to the top: there is one program in the package. */
const atTop = (place: string): string => place.slice(place.indexOf('node_modules/'));

/** Where Node finds a package from a place on: beside it, or further up. */
function findPlace(lock: Lock, from: string, name: string): string | null {
  for (let place = from; ; place = upFrom(place)) {
    const found = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (lock.packages[found] !== undefined) return found;
    if (place === '') return null;
  }
}

function upFrom(place: string): string {
  const end = place.lastIndexOf('/node_modules/');
  return end < 0 ? '' : place.slice(0, end);
}
