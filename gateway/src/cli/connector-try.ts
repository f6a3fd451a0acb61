// `jokko connector try`: does a route, or a link of SMS, work as it is configured? Goes to the provider step by step and asks it something harmless.

import type { Config } from '../config.ts';
import { operatorDocuments } from '../connectors.ts';
import type { OperatorDocument } from '../domain/documents/index.ts';
import { tryConnector, type TriedStep } from '../domain/trials/index.ts';
import { createOutbound } from '../outbound/http-client.ts';
import { trustOf } from '../receivers.ts';
import { withExpectedSimulator } from '../simulator-process.ts';
import { readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

interface Entry {
  name: string;
  connector: string;
  config: { [field: string]: unknown };
}

export const command: Command = {
  usage: 'connector try NAME [--sms]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { sms: { type: 'boolean' } }, ['NAME']);
    const name = positionals[0] ?? '';
    return withInstallation(async ({ config, database, secrets }) => {
      const kept = operatorDocuments(withExpectedSimulator(config), secrets);
      const document = values.sms === true ? kept['sms-routing'] : kept.catalogue;
      const entry = await findEntry(database, document, name);
      if (entry === undefined) throw new Refusal(`there is no ${values.sms === true ? 'link' : 'route'} ${name}`);
      const steps = await tryIt(config, document, entry);
      const ok = steps.every((step) => step.ok);
      output.result({ name, ok, steps }, () => steps.map(lineOf).join('\n'));
      return ok ? 0 : 1;
    });
  },
};

async function tryIt(config: Config, { connectors, sources }: OperatorDocument, entry: Entry): Promise<TriedStep[]> {
  const secureContext = trustOf(config);
  const toProvider = createOutbound({ connections: 1, secureContext });
  try {
    return await tryConnector({ connectors, sources, secureContext, call: toProvider.call }, entry);
  } finally {
    await toProvider.close();
  }
}

async function findEntry(
  session: Parameters<OperatorDocument['versions']['newest']>[0],
  { versions, connectorPart }: OperatorDocument,
  name: string,
): Promise<Entry | undefined> {
  const newest = await versions.newest(session);
  const entries = newest === null ? [] : (JSON.parse(newest.text) as { [part: string]: Entry[] | undefined })[connectorPart];
  return entries?.find((entry) => entry.name === name);
}

function lineOf({ step, ok, detail, why, tookMs }: TriedStep): string {
  const said = [why, detail].filter((text) => text !== null && text !== '').join(': ');
  return `${step.padEnd(14)} ${ok ? 'ok    ' : 'FAILED'} ${step === 'configuration' ? '' : `${tookMs} ms  `}${said}`.trimEnd();
}
