// What must be true before an MTN MoMo route carries real money; docs/providers/mtn-momo.md
// explains each item.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'contract',
    check: 'person',
    text: {
      fr: 'Le contrat couvre Collection et Disbursement dans ce pays, et les clés de production sont saisies.',
      en: 'The contract covers Collection and Disbursement in this country, and the production keys are entered.',
    },
  },
  {
    id: 'credentials',
    check: 'connection',
    text: {
      fr: 'Le test de connexion lit le solde en production.',
      en: 'The connection test reads the balance in production.',
    },
  },
  {
    id: 'our-addresses',
    check: 'person',
    text: {
      fr: 'MTN a autorisé les adresses IP de sortie de tous les serveurs (sinon HTTP 403).',
      en: 'MTN has allowed the outgoing IP addresses of all servers (HTTP 403 otherwise).',
    },
  },
  {
    id: 'callback-host',
    check: 'notice',
    text: {
      fr: 'Le nom d’hôte des notifications est enregistré (providerCallbackHost) et une notification est arrivée.',
      en: 'The host name of notices is registered (providerCallbackHost), and a notice has come.',
    },
  },
  {
    id: 'payment',
    check: ['collection', 'payout'],
    text: {
      fr: 'Un encaissement et un paiement ont réussi.',
      en: 'A collection and a payout have succeeded.',
    },
  },
  {
    id: 'refund',
    check: 'refund',
    text: {
      fr: 'Un encaissement a été remboursé.',
      en: 'A collection has been refunded.',
    },
  },
  {
    id: 'balance',
    check: ['balance', 'funded'],
    text: {
      fr: 'Le compte Disbursement est approvisionné et son solde est lu.',
      en: 'The Disbursement account is funded, and its balance can be read.',
    },
  },
];
