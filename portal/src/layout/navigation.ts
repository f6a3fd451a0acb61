// The side navigation: a line for each page, shown to whoever may call the page's main route. A new
// page adds its line here and its name in `navigationMessages`.

import type { RouteName } from '@jokko/contract/portal';
import { t } from '../language/message.ts';
import type { IconName } from '../ui/icon.tsx';

export const navigationMessages = {
  home: t('Accueil', 'Home'),
  transactions: t('Transactions', 'Transactions'),
  statement: t('Solde et relevé', 'Balance and statement'),
  paymentLinks: t('Liens de paiement', 'Payment links'),
  payouts: t('Paiements groupés', 'Bulk payouts'),
  allPayouts: t('Paiements groupés', 'Bulk payouts'),
  settlements: t('Reversements', 'Settlements'),
  settlementQueue: t('Reversements', 'Settlements'),
  floats: t('Float', 'Float'),
  sms: t('SMS', 'SMS'),
  allSms: t('SMS', 'SMS'),
  alerts: t('Alertes', 'Alerts'),
  incidents: t('Incidents', 'Incidents'),
  overview: t('Vue d’ensemble', 'Overview'),
  pricePlans: t('Grilles tarifaires', 'Price plans'),
  developers: t('Développeurs', 'Developers'),
  cases: t('Dossiers', 'Cases'),
  health: t('Santé du système', 'System health'),
  serviceHealth: t('Santé des fournisseurs', 'Provider health'),
  routes: t('Routes', 'Routes'),
  destinationQueues: t('Livraison des callbacks', 'Callback delivery'),
  refunds: t('Remboursements', 'Refunds'),
  catalogue: t('Catalogue', 'Catalogue'),
  smsRouting: t('Routage SMS', 'SMS routing'),
  connectors: t('Connecteurs', 'Connectors'),
  errorTexts: t('Messages d’erreur', 'Error messages'),
  approvals: t('Approbations', 'Approvals'),
  audit: t('Journal d’audit', 'Audit log'),
  blacklist: t('Liste noire', 'Blacklist'),
  providerInbox: t('Notifications non rapprochées', 'Unmatched notices'),
  reconciliation: t('Rapprochement', 'Reconciliation'),
  revenue: t('Revenus', 'Revenue'),
  morningProofs: t('Preuves du matin', 'Morning proofs'),
  reportSchedules: t('Rapports par e-mail', 'Reports by email'),
  keys: t('Clés API', 'API keys'),
  signing: t('Signatures', 'Signatures'),
  requests: t('Requêtes', 'Requests'),
  inquiries: t('Consultations', 'Inquiries'),
  status: t('État des services', 'Service status'),
  callbacks: t('Callbacks', 'Callbacks'),
  pins: t('Épinglage TLS', 'TLS pinning'),
  services: t('Services', 'Services'),
  serviceRequests: t('Activations', 'Activations'),
  documentation: t('Documentation', 'Documentation'),
  sandbox: t('Bac à sable', 'Sandbox'),
  claims: t('Réclamations', 'Claims'),
  claimQueue: t('Réclamations', 'Claims'),
  team: t('Équipe', 'Team'),
};

export interface NavigationItem {
  to: string;
  label: keyof typeof navigationMessages;
  icon: IconName;
  /** The route without which the page would be empty; null: for everybody who is signed in. */
  needs: RouteName | null;
}
export type NavigationGroup =
  'work' | 'build' | 'money' | 'developers' | 'network' | 'control' | 'settings';

/**
 * Pages in their groups; groups without a page for this user are left out. `null` stands above the
 * groups.
 */
export const navigation: Record<
  'developer' | 'operator',
  readonly { group: NavigationGroup | null; items: readonly NavigationItem[] }[]
> = {
  developer: [
    { group: null, items: [{ to: '/', label: 'home', icon: 'home', needs: null }] },
    {
      group: 'work',
      items: [
        { to: '/transactions', label: 'transactions', icon: 'arrows', needs: 'GET transactions' },
        {
          to: '/payment-links',
          label: 'paymentLinks',
          icon: 'globe',
          needs: 'GET payment-links',
        },
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
        { to: '/inquiries', label: 'inquiries', icon: 'search', needs: 'GET inquiries' },
        { to: '/requests', label: 'requests', icon: 'code', needs: 'GET request-log' },
        { to: '/callbacks', label: 'callbacks', icon: 'send', needs: 'GET callbacks' },
        { to: '/pins', label: 'pins', icon: 'fingerprint', needs: 'GET pins' },
        { to: '/services', label: 'services', icon: 'layers', needs: 'GET services' },
        { to: '/docs', label: 'documentation', icon: 'book', needs: 'GET home/first-call' },
        { to: '/sandbox', label: 'sandbox', icon: 'flask', needs: 'GET sandbox' },
        { to: '/status', label: 'status', icon: 'pulse', needs: 'GET status' },
      ],
    },
    {
      group: 'settings',
      items: [{ to: '/team', label: 'team', icon: 'users', needs: 'GET team' }],
    },
  ],
  operator: [
    {
      group: null,
      items: [
        { to: '/', label: 'home', icon: 'home', needs: null },
        { to: '/overview', label: 'overview', icon: 'chart', needs: 'GET operator/overview' },
        {
          to: '/transactions',
          label: 'transactions',
          icon: 'arrows',
          needs: 'GET operator/transactions',
        },
        { to: '/all-sms', label: 'allSms', icon: 'chat', needs: 'GET operator/sms' },
        {
          to: '/developers',
          label: 'developers',
          icon: 'building',
          needs: 'GET operator/developers',
        },
        {
          to: '/approvals',
          label: 'approvals',
          icon: 'check-circle',
          needs: 'GET operator/approval-requests',
        },
        { to: '/cases', label: 'cases', icon: 'scale', needs: 'GET operator/cases' },
        { to: '/claim-queue', label: 'claimQueue', icon: 'flag', needs: 'GET operator/claims' },
        { to: '/routes', label: 'routes', icon: 'route', needs: 'GET operator/breakers' },
        { to: '/floats', label: 'floats', icon: 'wallet', needs: 'GET operator/floats' },
        { to: '/alerts', label: 'alerts', icon: 'alert', needs: 'GET operator/alerts' },
        { to: '/incidents', label: 'incidents', icon: 'info', needs: 'GET operator/incidents' },
      ],
    },
    {
      group: 'network',
      items: [
        {
          to: '/service-health',
          label: 'serviceHealth',
          icon: 'pulse',
          needs: 'GET operator/service-health',
        },
        {
          to: '/destination-queues',
          label: 'destinationQueues',
          icon: 'send',
          needs: 'GET operator/destination-queues',
        },
        {
          to: '/provider-inbox',
          label: 'providerInbox',
          icon: 'list',
          needs: 'GET operator/provider-inbox',
        },
        {
          to: '/catalogue',
          label: 'catalogue',
          icon: 'layers',
          needs: 'GET operator/documents/:kind',
        },
        {
          to: '/sms-routing',
          label: 'smsRouting',
          icon: 'route',
          needs: 'GET operator/documents/:kind',
        },
        { to: '/connectors', label: 'connectors', icon: 'plug', needs: 'GET operator/connectors' },
        {
          to: '/error-texts',
          label: 'errorTexts',
          icon: 'chat',
          needs: 'GET operator/error-texts',
        },
      ],
    },
    {
      group: 'money',
      items: [
        {
          to: '/settlement-queue',
          label: 'settlementQueue',
          icon: 'building',
          needs: 'GET operator/settlements',
        },
        { to: '/all-payouts', label: 'allPayouts', icon: 'wallet', needs: 'GET operator/payouts' },
        { to: '/revenue', label: 'revenue', icon: 'chart', needs: 'GET operator/revenue' },
        {
          to: '/reconciliation',
          label: 'reconciliation',
          icon: 'scale',
          needs: 'GET operator/reconciliation',
        },
        {
          to: '/morning-proofs',
          label: 'morningProofs',
          icon: 'check-circle',
          needs: 'GET operator/morning-proofs',
        },
        {
          to: '/report-schedules',
          label: 'reportSchedules',
          icon: 'send',
          needs: 'GET operator/report-schedules',
        },
      ],
    },
    {
      group: 'developers',
      items: [
        {
          to: '/price-plans',
          label: 'pricePlans',
          icon: 'wallet',
          needs: 'GET operator/price-plans',
        },
        {
          to: '/service-requests',
          label: 'serviceRequests',
          icon: 'layers',
          needs: 'GET service-requests',
        },
      ],
    },
    {
      group: 'control',
      items: [
        { to: '/audit', label: 'audit', icon: 'file', needs: 'GET operator/audit' },
        { to: '/health', label: 'health', icon: 'pulse', needs: 'GET operator/health' },
        { to: '/blacklist', label: 'blacklist', icon: 'ban', needs: 'GET operator/blacklist' },
        { to: '/team', label: 'team', icon: 'users', needs: 'GET team' },
      ],
    },
  ],
};

/** So many entries fit on a screen of 900 px: who sees more has groups folded. */
export const unfoldedMax = 12;

/**
 * One of these a user must be able to call to see anything at a path or below it; none: it is for
 * everybody.
 */
export function neededAt(path: string): RouteName[] {
  const at = `/${path.split('/')[1] ?? ''}`;
  const items = [...navigation.developer, ...navigation.operator]
    .flatMap((group) => group.items)
    .filter(({ to }) => to === at);
  return items.flatMap(({ needs }) => needs ?? []);
}
