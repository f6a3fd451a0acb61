// Loads the connectors that JOKKO_CONNECTORS names, and checks each before anything is asked of it.
// Code that is loaded runs in this process with its rights; what is guarded against are its
// mistakes.

import { pathToFileURL } from 'node:url';
import {
  connectorProblems,
  looksLikeSmsConnector,
  smsConnectorProblems,
  type Connector,
  type SmsConnector,
} from '@jokko/connectors/kit';
import { findConnectorPackage, type ConnectorPackage } from './find-package.ts';
import { textOf, type Report } from './guard-call.ts';
import { guardSmsConnector } from './guard-sms.ts';
import { guardConnector } from './guard.ts';

type Exported =
  { carries: 'payments'; connector: Connector } | { carries: 'SMS'; connector: SmsConnector };

export type OwnConnector = Exported & { package: ConnectorPackage };

export interface LoadOptions {
  /** Relative paths begin here, and packages are installed below it. */
  base: string;
  /** Names that the program's own connectors have. */
  taken: readonly string[];
  report: Report;
}

/** All of them, guarded, or every problem with any of them. */
export async function loadOwnConnectors(
  given: readonly string[],
  { base, taken, report }: LoadOptions,
): Promise<{ loaded: OwnConnector[]; problems: string[] }> {
  const loaded: OwnConnector[] = [];
  const problems: string[] = [];
  const names = new Map(taken.map((name) => [name, 'the program']));
  for (const each of given) {
    try {
      const found = findConnectorPackage(each, base);
      const exported = await importConnector(found);
      const { name } = exported.connector;
      const owner = names.get(name);
      if (owner !== undefined)
        throw new Error(`${each}: the name "${name}" is taken by ${owner}; choose another one`);
      names.set(name, each);
      loaded.push({ ...guarded(exported, report), package: found });
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { loaded, problems };
}

const guarded = (exported: Exported, report: Report): Exported =>
  exported.carries === 'SMS'
    ? { ...exported, connector: guardSmsConnector(exported.connector, report) }
    : { ...exported, connector: guardConnector(exported.connector, report) };

/**
 * The connector that the package exports as `default` or as `connector`; its shape says what it
 * carries. Throws a sentence that names what is wrong.
 */
async function importConnector({ given, entry }: ConnectorPackage): Promise<Exported> {
  const exported = await importModule(given, entry);
  const value = exported['connector'] ?? exported['default'];
  const isSms = looksLikeSmsConnector(value);
  const problems = isSms ? smsConnectorProblems(value) : connectorProblems(value);
  if (problems.length > 0)
    throw new Error(
      `${given} is no connector:\n${problems.map((each) => `    ${each}`).join('\n')}`,
    );
  return isSms
    ? { carries: 'SMS', connector: value as SmsConnector }
    : { carries: 'payments', connector: value as Connector };
}

/** Everything that a module of a package exports. */
async function importModule(
  given: string,
  file: string,
): Promise<{ readonly [name: string]: unknown }> {
  await import('@jokko/connectors/offer-kit');
  try {
    return (await import(pathToFileURL(file).href)) as { readonly [name: string]: unknown };
  } catch (error) {
    throw new Error(`${given} could not be loaded: ${causeOf(error)}`);
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return textOf(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return `${error.message}: Node strips types only; enums, namespaces and parameter properties are refused`;
  return textOf(error.message);
}
