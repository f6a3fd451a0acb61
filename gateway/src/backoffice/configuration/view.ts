// Summarises a draft: its differences from what is in force, its problems by entry and field, and
// whether a second user is needed.

import type { Session } from '../../platform/db/database.ts';
import {
  changesBetween,
  comparisonOf,
  configuredEntries,
  formatDocument,
  isRecord,
  secretsElsewhere,
} from '../../platform/documents/index.ts';
import type { Change, DocumentProblem, OperatorDocument } from '../../platform/documents/index.ts';
import { findDraft, type Draft } from './store.ts';

/** The problem of a secret that would go to another address than the one it was written for. */
export const secretKeptElsewhere = 'belongs to another URL: enter the secret again';

export interface ViewedProblem {
  part: string;
  /** The entry's name; empty where a part as a whole is meant. */
  entry: string;
  /** Within the entry: `price.percent`. */
  field: string;
  message: string;
}
export interface DraftView {
  draft: Draft;
  /** The version in force; 0: none. */
  inForce: number;
  changes: Change[];
  problems: ViewedProblem[];
  needsSecond: boolean;
}

/** Null: there is no such draft. */
export async function viewDraft(
  session: Session,
  document: OperatorDocument,
  id: number,
): Promise<DraftView | null> {
  const draft = await findDraft(session, document, id);
  if (draft === null) return null;
  const newest = await document.versions.newest(session);
  const inForce = newest === null ? document.empty : (JSON.parse(newest.text) as object);
  const judged = judge(document, inForce, draft.document);
  const obstacles =
    judged.problems.length > 0 ? [] : await document.obstacles(session, draft.document);
  const problems = [
    ...judged.problems,
    ...obstacles.map((problem) => viewed(problem, draft.document, document)),
  ];
  return { draft, inForce: newest?.version ?? 0, ...judged, problems };
}

/** What a document would change, and what is wrong with it. Pure. */
function judge(
  document: OperatorDocument,
  inForce: object,
  next: object,
): Pick<DraftView, 'changes' | 'problems' | 'needsSecond'> {
  const changes = changesBetween(inForce, next, document.parts, comparisonOf(document.sources));
  const read = document.read(formatDocument(next));
  const problems = [
    ...(read.ok ? [] : read.problems.map((problem) => viewed(problem, next, document))),
    ...movedSecrets(document, inForce, next),
  ];
  return { changes, problems, needsSecond: changes.some((change) => !document.isHarmless(change)) };
}

/** `services[3].price.percent` → the service's code and `price.percent`. */
function viewed(
  { field, message }: DocumentProblem,
  next: object,
  { parts }: OperatorDocument,
): ViewedProblem {
  const [, part = field, index = '', rest = ''] = /^(\w+)\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  const nameOf = parts[part];
  const entry = (next as { [part: string]: unknown[] | undefined })[part]?.[Number(index)];
  if (index === '' || typeof nameOf !== 'function') {
    const [first = '', second = '', ...others] = field.split('.');
    return { part: first, entry: second, field: others.join('.'), message };
  }
  return { part, entry: isRecord(entry) ? nameOf(entry) : '', field: rest, message };
}

function movedSecrets(document: OperatorDocument, inForce: object, next: object): ViewedProblem[] {
  const part = document.connectorPart;
  const known = configuredEntries(inForce, part);
  return configuredEntries(next, part).flatMap((entry) =>
    secretsElsewhere(known, entry, document).map((field) => ({
      part,
      entry: entry.name,
      field: `config.${field}`,
      message: secretKeptElsewhere,
    })),
  );
}

/**
 * Problems of sealed secrets in a text that somebody sends: only those are taken that stand in
 * `known` documents beside the same address. A ciphertext that was found elsewhere would otherwise
 * be opened for any sender.
 */
export function foreignSecrets(
  document: OperatorDocument,
  known: readonly object[],
  sent: object,
): DocumentProblem[] {
  const part = document.connectorPart;
  const entries = known.flatMap((each) => configuredEntries(each, part));
  return configuredEntries(sent, part).flatMap((entry, at) =>
    secretsElsewhere(entries, entry, document, true).map((field) => ({
      line: 1,
      field: `${part}[${at}].config.${field}`,
      message: secretKeptElsewhere,
    })),
  );
}
