// The command that tests a route, or an SMS carrier connection, as it is configured: it goes to the
// provider step by step.

import { tryConfigured } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, flag } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';

const tryNamed = defineCommand({
  name: 'try',
  summary: 'Test the connection of a route to its provider, with a harmless request.',
  arguments: { name: argument('NAME', 'Name of the route.', readText) },
  options: { sms: flag('NAME is a carrier connection of the SMS routing.') },
  async run({ database, withConnectors }, { name, sms }) {
    const steps = await withConnectors(sms ? 'sms-routing' : 'catalogue', (document, deps) =>
      tryConfigured({ ...deps, session: database }, document, name),
    );
    if (steps === null)
      throw new Refusal(`there is no ${sms ? 'carrier connection' : 'route'} ${name}`);
    return { name, ok: steps.every((step) => step.ok), steps };
  },
  present: ({ steps }) =>
    table(
      steps,
      {
        step: ({ step }) => step,
        result: ({ ok }) => (ok ? 'ok' : 'FAILED'),
        time: ({ step, tookMs }) => (step === 'configuration' ? '' : `${tookMs} ms`),
        detail: ({ why, detail }) =>
          [why, detail].filter((text) => text !== null && text !== '').join(': '),
      },
      '',
    ),
  hasFailed: ({ ok }) => !ok,
});

export const commands = [tryNamed];
