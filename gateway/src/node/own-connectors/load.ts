// Loads the connectors that JOKKO_CONNECTORS names, and checks each before anything is asked of it. Code that is loaded runs in this process
// with its rights; what is guarded against are its mistakes.

import { pathToFileURL } from 'node:url';
import { connectorProblems, type Connector } from '@jokko/connectors/kit';
import { findConnectorPackage, type ConnectorPackage } from './find-package.ts';
import { textOf, type Report } from './guard-call.ts';
import { guardConnector } from './guard.ts';

export interface OwnConnector {
  connector: Connector;
  package: ConnectorPackage;
}

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
      const connector = await importConnector(found);
      const { name } = connector;
      const owner = names.get(name);
      if (owner !== undefined)
        throw new Error(`${each}: the name "${name}" is taken by ${owner}; choose another one`);
      names.set(name, each);
      loaded.push({ connector: guardConnector(connector, report), package: found });
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { loaded, problems };
}

/** The connector that the package exports as `default` or as `connector`. Throws a sentence that names what is wrong. */
async function importConnector({ given, entry }: ConnectorPackage): Promise<Connector> {
  const exported = await importModule(given, entry);
  const value = exported['connector'] ?? exported['default'];
  const problems = connectorProblems(value);
  if (problems.length > 0)
    throw new Error(
      `${given} is no connector:\n${problems.map((each) => `    ${each}`).join('\n')}`,
    );
  return value as Connector;
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
