// GET balance: what is available in the account's main currency?

import type { FastifyInstance } from 'fastify';
import { codes, texts, toJsonNumber } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import { loadBalances } from '../../domain/ledger/index.ts';
import { envelopeForm } from '../present/refusal.ts';
import { registerEndpoint, type EndpointDeps } from './endpoint.ts';

export function registerBalance(app: FastifyInstance, deps: EndpointDeps & { database: Session }): void {
  const settings = { method: 'GET', path: '/api-services/balance', refusalForm: envelopeForm, load: 'read' } as const;
  registerEndpoint(app, deps, settings, async ({ account }) => {
    const balances = await loadBalances(deps.database, [account.id]);
    const available = balances.find(({ currency }) => currency === account.currency)?.available ?? 0n;
    const data = { currency: account.currency, balance: toJsonNumber(available) };
    return { body: { code: codes.done, msg: texts[account.language].success(), error: false, data } };
  });
}
