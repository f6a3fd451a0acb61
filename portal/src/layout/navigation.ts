// What does the side navigation lead to? A line for each page; it is shown to whoever may call the page's main route. A new page adds its line
// here and its name in `navigationTexts`.

import type { RouteName } from '@jokko/contract/portal';
import { defineTexts } from '../language/index.ts';
import type { IconName } from '../ui/icon.tsx';

export const navigationTexts = defineTexts(
  {
    home: 'Accueil',
    transactions: 'Transactions',
    statement: 'Solde et relevé',
    payouts: 'Paiements groupés',
    allPayouts: 'Paiements groupés',
    settlements: 'Reversements',
    settlementQueue: 'Reversements',
    floats: 'Flottes',
    sms: 'SMS',
    overview: "Vue d'ensemble",
    developers: 'Développeurs',
    cases: 'Cas à trancher',
    health: 'Santé',
    callbackLanes: 'Livraison',
    refunds: 'Remboursements',
    catalogue: 'Catalogue',
    smsRouting: 'Routage SMS',
    connectors: 'Connecteurs',
    errorTexts: "Textes d'erreur",
    approvals: 'Approbations',
    audit: "Journal d'audit",
    blacklist: 'Liste noire',
    reconciliation: 'Rapprochement',
    keys: 'Clés API',
    signing: 'Signatures',
    requests: 'Requêtes',
    lookUps: 'Consultations',
    status: 'État des services',
    callbacks: 'Callbacks',
    pins: 'Empreintes',
    services: 'Services',
    serviceRequests: 'Activations',
    reference: 'Référence',
    sandbox: 'Bac à sable',
    claims: 'Réclamations',
    claimQueue: 'Réclamations',
    team: 'Équipe',
  },
  {
    home: 'Home',
    transactions: 'Transactions',
    statement: 'Balance and statement',
    payouts: 'Bulk payouts',
    allPayouts: 'Bulk payouts',
    settlements: 'Settlements',
    settlementQueue: 'Settlements',
    floats: 'Floats',
    sms: 'SMS',
    overview: 'Overview',
    developers: 'Developers',
    cases: 'Cases',
    health: 'Health',
    callbackLanes: 'Deliveries',
    refunds: 'Refunds',
    catalogue: 'Catalogue',
    smsRouting: 'SMS routing',
    connectors: 'Connectors',
    errorTexts: 'Error texts',
    approvals: 'Approvals',
    audit: 'Audit log',
    blacklist: 'Blacklist',
    reconciliation: 'Reconciliation',
    keys: 'API keys',
    signing: 'Signatures',
    requests: 'Requests',
    lookUps: 'Look-ups',
    status: 'Status',
    callbacks: 'Callbacks',
    pins: 'Certificate pins',
    services: 'Services',
    serviceRequests: 'Activations',
    reference: 'API reference',
    sandbox: 'Sandbox',
    claims: 'Claims',
    claimQueue: 'Claims',
    team: 'Team',
  },
);

export interface NavigationItem {
  to: string;
  label: keyof (typeof navigationTexts)['fr'];
  icon: IconName;
  /** The route without which the page would be empty; null: for everybody who is signed in. */
  needs: RouteName | null;
}
export type NavigationGroup = 'work' | 'build' | 'money' | 'operations' | 'developers' | 'network' | 'control' | 'settings';

/** Pages in their groups; groups without a page for this person are left out. `null` stands above the groups. */
export const navigation: Record<'developer' | 'operator', readonly { group: NavigationGroup | null; items: readonly NavigationItem[] }[]> =
  {
    developer: [
      { group: null, items: [{ to: '/', label: 'home', icon: 'home', needs: null }] },
      {
        group: 'work',
        items: [
          { to: '/transactions', label: 'transactions', icon: 'arrows', needs: 'GET transactions' },
          { to: '/payouts', label: 'payouts', icon: 'wallet', needs: 'GET payouts' },
          { to: '/claims', label: 'claims', icon: 'flag', needs: 'GET claims' },
          { to: '/sms', label: 'sms', icon: 'chat', needs: 'GET sms/batches' },
        ],
      },
      {
        group: 'money',
        items: [
          { to: '/statement', label: 'statement', icon: 'wallet', needs: 'GET statement' },
          { to: '/settlements', label: 'settlements', icon: 'building', needs: 'GET settlements' },
          { to: '/refunds', label: 'refunds', icon: 'undo', needs: 'GET refunds' },
        ],
      },
      {
        group: 'build',
        items: [
          { to: '/keys', label: 'keys', icon: 'key', needs: 'GET keys' },
          { to: '/signing', label: 'signing', icon: 'lock', needs: 'GET signing' },
          { to: '/look-ups', label: 'lookUps', icon: 'search', needs: 'GET look-ups' },
          { to: '/requests', label: 'requests', icon: 'code', needs: 'GET requests' },
          { to: '/callbacks', label: 'callbacks', icon: 'send', needs: 'GET callbacks' },
          { to: '/pins', label: 'pins', icon: 'fingerprint', needs: 'GET pins' },
          { to: '/services', label: 'services', icon: 'layers', needs: 'GET services' },
          { to: '/reference', label: 'reference', icon: 'book', needs: 'GET home/first-call' },
          { to: '/sandbox', label: 'sandbox', icon: 'flask', needs: 'GET sandbox' },
          { to: '/status', label: 'status', icon: 'pulse', needs: 'GET status' },
        ],
      },
      {
        group: 'settings',
        items: [{ to: '/team', label: 'team', icon: 'people', needs: 'GET team' }],
      },
    ],
    operator: [
      { group: null, items: [{ to: '/', label: 'home', icon: 'home', needs: null }] },
      {
        group: 'operations',
        items: [
          { to: '/overview', label: 'overview', icon: 'chart', needs: 'GET operator/overview' },
          { to: '/transactions', label: 'transactions', icon: 'arrows', needs: 'GET operator/transactions' },
          { to: '/all-payouts', label: 'allPayouts', icon: 'wallet', needs: 'GET operator/payouts' },
          { to: '/claim-queue', label: 'claimQueue', icon: 'flag', needs: 'GET operator/claims' },
          { to: '/callback-lanes', label: 'callbackLanes', icon: 'send', needs: 'GET operator/callback-lanes' },
          { to: '/cases', label: 'cases', icon: 'scale', needs: 'GET operator/cases' },
        ],
      },
      {
        group: 'developers',
        items: [
          { to: '/developers', label: 'developers', icon: 'building', needs: 'GET operator/developers' },
          { to: '/service-requests', label: 'serviceRequests', icon: 'layers', needs: 'GET service-requests' },
        ],
      },
      {
        group: 'network',
        items: [
          { to: '/catalogue', label: 'catalogue', icon: 'layers', needs: 'GET operator/documents/:kind' },
          { to: '/sms-routing', label: 'smsRouting', icon: 'route', needs: 'GET operator/documents/:kind' },
          { to: '/connectors', label: 'connectors', icon: 'plug', needs: 'GET operator/connectors' },
          { to: '/error-texts', label: 'errorTexts', icon: 'chat', needs: 'GET operator/error-texts' },
        ],
      },
      {
        group: 'money',
        items: [
          { to: '/settlement-queue', label: 'settlementQueue', icon: 'building', needs: 'GET operator/settlements' },
          { to: '/floats', label: 'floats', icon: 'wallet', needs: 'GET operator/floats' },
        ],
      },
      {
        group: 'control',
        items: [
          { to: '/approvals', label: 'approvals', icon: 'check-circle', needs: 'GET operator/wishes' },
          { to: '/reconciliation', label: 'reconciliation', icon: 'scale', needs: 'GET operator/reconciliation' },
          { to: '/audit', label: 'audit', icon: 'file', needs: 'GET operator/audit' },
          { to: '/health', label: 'health', icon: 'pulse', needs: 'GET operator/health' },
          { to: '/blacklist', label: 'blacklist', icon: 'ban', needs: 'GET operator/blacklist' },
        ],
      },
      {
        group: 'settings',
        items: [{ to: '/team', label: 'team', icon: 'people', needs: 'GET team' }],
      },
    ],
  };

/** One of these a person must be able to call to see anything at a path or below it; none: it is for everybody. */
export function neededAt(path: string): RouteName[] {
  const at = `/${path.split('/')[1] ?? ''}`;
  const items = [...navigation.developer, ...navigation.operator].flatMap((group) => group.items).filter(({ to }) => to === at);
  return items.flatMap(({ needs }) => needs ?? []);
}
