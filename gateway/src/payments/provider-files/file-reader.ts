// What reading a provider's file gives, word by word. Files are read in a thread
// (node/file-reader): one of 16 MB takes seconds, and what leaves the thread is data, some hundred
// words at a time.

import type {
  FileDoubt,
  FileEvent,
  ProviderEvent,
  ReceivedFile,
  StatementDay,
  StatementLine,
} from '@jokko/connectors/kit';

/** The connector, by its name, and its configuration. */
export interface FileSource {
  connector: string;
  config: { [field: string]: unknown };
}

export type FileWord = { event: ProviderEvent } | { fileEvent: FileEvent } | { doubt: FileDoubt };

/** What is said of the file as a whole. */
export type FileEnd =
  | {
      kind: 'read';
      type: string;
      /** For people: what proves nothing, and what was left alone. Null: nothing. */
      told: string | null;
      days: string[];
      coveredDays: string[];
    }
  | { kind: 'refused'; reason: string };

export interface FileReader {
  /**
   * No word is told of a file that is refused. Throws a ThreadCut where it takes too much time or
   * memory.
   */
  read(source: FileSource, file: ReceivedFile): AsyncGenerator<FileWord, FileEnd>;
  /** Throws while no file covers the day. */
  statement(
    source: FileSource,
    files: readonly ReceivedFile[],
    day: string,
  ): AsyncGenerator<StatementLine, StatementDay>;
}
