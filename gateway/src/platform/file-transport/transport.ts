// Interface of the places where files are exchanged with a provider, and what both kinds of place
// have in common: which names are files at all, and how much is read.

export interface ListedFile {
  name: string;
  bytes: number;
}

/**
 * `notSent`: certain, nothing that the provider would take is there. `unknown`: it may be; the same
 * bytes may be put under the same name again.
 */
export type PutResult = 'done' | { notSent: string } | { unknown: string };

/** One visit. Every call may throw; what was put before stays. */
export interface FileTransport {
  /** What the provider has put, by name; at most `filesListedMax`. */
  list(): Promise<ListedFile[]>;
  read(name: string): Promise<Buffer>;
  /**
   * Writes under a temporary name and renames, so that the provider never takes half a file. The
   * same bytes under a name that is there already are done. `mayLeave` is asked before the file
   * gets its name.
   */
  put(name: string, bytes: Buffer, mayLeave: () => boolean): Promise<PutResult>;
  /** Moves a file that was read out of the way; does nothing where the provider does so. */
  archive(name: string, as: string): Promise<void>;
  close(): Promise<void>;
}

/** The most of one listing; the others come when these are read. */
export const filesListedMax = 100;
/** Larger ones are left where they are. */
export const fileBytesMax = 16 * 1_048_576;

/** Files that are still being written have such endings by custom. */
const temporary = /\.(part|tmp|filepart|writing)$/i;
const plainName = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

export const temporarySuffix = '.part';

/** Whether a name is that of a whole file, without any way out of its folder. */
export const isFileName = (name: string): boolean => plainName.test(name) && !temporary.test(name);

/** Throws for a name that could lead elsewhere. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error('not the name of a file to exchange');
}

export function listed(files: readonly ListedFile[]): ListedFile[] {
  return files
    .filter(({ name, bytes }) => isFileName(name) && bytes <= fileBytesMax)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, filesListedMax);
}
