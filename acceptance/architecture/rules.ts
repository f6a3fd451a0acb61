// The import rules of the tree as data. architecture.test.ts checks every import against them.

/**
 * A file that `from` fits may import its own workspace part and whatever `to` fits. Ends in
 * `index.ts`: only the door.
 */
export interface Arrow {
  from: string;
  to: readonly string[];
  /** What may be imported with `import type` only. */
  types?: readonly string[];
}

/** The workspaces. What is inside the gateway is ruled by `groups` and by nouns.ts. */
export const workspaces: readonly Arrow[] = [
  { from: 'contract/**', to: [] },
  { from: 'connectors/kit/**', to: ['contract/src/index.ts'] },
  {
    from: 'connectors/*/**',
    to: ['connectors/kit/{,carrier/,xml/,bank-statement/}index.ts', 'contract/src/index.ts'],
  },
  { from: 'connectors/*.ts', to: ['connectors/*/index.ts'] },
  // An independent reading of each protocol: nothing of ours.
  { from: 'simulator/**', to: [] },
  {
    from: 'portal/**',
    to: [
      'contract/src/{code-help,curl,defined,error-classes,ledger-verbs,number-text,sms/text}.ts',
      'contract/src/messages/{french-signs,integration-test,length-of-time,suggestions}.ts',
      'contract/src/portal/{alert-names,approval-files,approval-kinds,story-words,task-names}.ts',
      'contract/src/portal/audit-{actions,fields,subjects}.ts',
    ],
    types: ['contract/src/index.ts', 'contract/src/portal/index.ts'],
  },
  { from: 'acceptance/**', to: ['contract/src/index.ts'] },
  { from: 'bench/**', to: ['contract/src/index.ts'] },
  { from: 'docs/site/**', to: ['contract/src/{index,curl,html}.ts'] },
  { from: 'sdks/dev/**', to: [] },
  { from: 'sdks/medusa/**', to: ['sdks/typescript/src/index.ts'] },
  { from: 'sdks/typescript/**', to: ['contract/src/signing/index.ts'] },
];

/** The rooms of the gateway, from the bottom up, and the rooms each may import. */
export const groups: { readonly [group: string]: readonly string[] } = {
  platform: [],
  payments: ['platform'],
  messaging: [
    'platform',
    // What both kinds of traffic share: who calls, their money, how they are told.
    'payments/accounts',
    'payments/callbacks',
    'payments/ledger',
    'payments/request-log',
  ],
  backoffice: ['platform', 'payments', 'messaging'],
  cli: ['platform'],
  node: ['platform', 'payments', 'messaging', 'backoffice', 'cli'],
};

/**
 * The files of a room that speak to the outside. They stand with their noun and may meet more of
 * its group than its rules do.
 */
export const edges = ['http', 'cli', 'checks', 'metrics'] as const;

/** Names, by type only, what the node hands to the commands of all nouns. */
export const commandContext = 'gateway/src/cli/context.ts';

/** Black-box tests and benchmarks enter the product in these places only. */
export const entrances: readonly Arrow[] = [
  { from: 'scripts/run-{tests,mutants}.ts', to: ['gateway/src/node/doctor/testing/cluster.ts'] },
  {
    from: 'acceptance/h-worst-{beside,bodies,signed-in}.long.test.ts',
    to: ['contract/src/portal/index.ts', 'gateway/src/platform/spreadsheet/testing/book.ts'],
  },
  // Waiting, and time that stands: nothing of the product.
  { from: 'bench/test/load.test.ts', to: ['acceptance/harness/{held-time,until}.ts'] },
  { from: 'connectors/kit/conformance/sms/play.ts', to: ['acceptance/harness/held-time.ts'] },
  { from: 'acceptance/harness/command-host.ts', to: ['gateway/src/main.ts'] },
  {
    from: 'acceptance/harness/node-host.ts',
    to: [
      'gateway/src/cli/{errors,output}.ts',
      'gateway/src/node/{commands/cli-serve-node,config/config,start/start-node}.ts',
      'gateway/src/platform/log.ts',
    ],
  },
  {
    from: 'acceptance/harness/installation.ts',
    to: [
      'gateway/src/node/doctor/testing/data-dir.ts',
      'gateway/src/node/doctor/testing/postgres.ts',
    ],
  },
  { from: 'acceptance/sdks/medusa.test.ts', to: ['sdks/{medusa,typescript}/src/*.ts'] },
  { from: 'acceptance/shop/express.long.test.ts', to: ['sdks/typescript/src/{index,express}.ts'] },
  {
    from: 'acceptance/shop/shop-database.ts',
    to: ['gateway/src/node/doctor/testing/cluster.ts'],
  },
  {
    from: 'acceptance/harness/database.ts',
    to: ['gateway/src/platform/db/database.ts', 'gateway/src/platform/db/embedded.ts'],
  },
  {
    // What the program says of its own version.
    from: 'acceptance/install/versions.test.ts',
    to: ['connectors/kit/user-agent.ts', 'gateway/src/platform/version.ts'],
  },
  {
    // It reads and writes whole databases, and people act in them.
    from: 'acceptance/releases/**',
    to: [
      'connectors/{bank-file,orange-sonatel}/test/sandbox-config.ts',
      'gateway/src/node/doctor/testing/postgres.ts',
      'gateway/src/node/portal/testing/authenticator.ts',
      'gateway/src/payments/operations/model/states.ts',
      'gateway/src/platform/db/{connect,database,migrate,migration-files}.ts',
      'gateway/src/platform/db/testing/schema-dump.ts',
      'gateway/src/platform/mail/testing.ts',
    ],
  },
  {
    // It takes copies of its database.
    from: 'acceptance/crash/restored.long.test.ts',
    to: ['gateway/src/node/doctor/testing/postgres.ts'],
  },
  {
    // Its cells are in clusters of their own.
    from: 'acceptance/crash/{cells,cell-move}.long.test.ts',
    to: ['gateway/src/node/doctor/testing/postgres.ts'],
  },
  {
    // No protocol of the sandbox has a bank whose frame says nothing, or a card on another node.
    from: 'acceptance/portal/payer-steps.long.test.ts',
    to: [
      'gateway/src/payments/payment-pages/http-deep.ts',
      'gateway/src/platform/http/secure-answers.ts',
    ],
  },
  {
    // Where its e-mails arrive.
    from: 'acceptance/portal/alerts.long.test.ts',
    to: ['gateway/src/platform/mail/testing.ts'],
  },
  {
    // Where its e-mails arrive.
    from: 'acceptance/portal/incidents.long.test.ts',
    to: ['gateway/src/platform/mail/testing.ts'],
  },
  {
    // Where its e-mails arrive.
    from: 'acceptance/portal/finance-day.long.test.ts',
    to: ['gateway/src/platform/mail/testing.ts'],
  },
  {
    // Where its e-mails arrive.
    from: 'acceptance/portal/outage.long.test.ts',
    to: ['gateway/src/platform/mail/testing.ts'],
  },
  {
    // Where its e-mails arrive.
    from: 'acceptance/portal/told-by-mail.long.test.ts',
    to: ['gateway/src/platform/mail/testing.ts'],
  },
  {
    // Accounts at the simulated providers.
    from: 'acceptance/{o11-steps,p-bank-files,p-prompt-wallets}.long.test.ts',
    to: ['connectors/*/test/sandbox-config.ts'],
  },
  {
    // It is several nodes in one process, and takes the place of their network, clocks and
    // connections.
    from: 'acceptance/simulation/*.ts',
    to: [
      'connectors/kit/index.ts',
      'gateway/src/backoffice/recovery/index.ts',
      'gateway/src/node/config/config.ts',
      'gateway/src/node/start/*.ts',
      'gateway/src/node/doctor/index.ts',
      'gateway/src/node/doctor/testing/postgres.ts',
      'gateway/src/payments/{*/index,api/http-answer}.ts',
      'gateway/src/payments/operations/http-*.ts',
      'gateway/src/payments/operations/testing.ts',
      'gateway/src/platform/db/*.ts',
      'gateway/src/platform/environment.ts',
      'gateway/src/platform/log.ts',
      'gateway/src/platform/outbound/*.ts',
      'gateway/src/platform/secrets/index.ts',
    ],
  },
  {
    from: 'acceptance/portal/visual/*.ts',
    to: ['portal/src/routes.ts', 'portal/build/read-messages.ts'],
  },
  {
    from: 'bench/src/stack/**',
    to: [
      'gateway/src/platform/db/embedded{,-home}.ts',
      'gateway/src/platform/db/postmaster.ts',
      'gateway/src/platform/log.ts',
    ],
  },
  { from: 'scripts/rules-page.ts', to: ['docs/rules/*.ts'] },
  { from: 'acceptance/architecture/where.test.ts', to: ['scripts/where-page.ts'] },
  { from: 'acceptance/architecture/decisions.test.ts', to: ['scripts/decisions-page.ts'] },
  {
    from: 'acceptance/architecture/cited-rules.test.ts',
    to: ['docs/rules/families.ts', 'scripts/rule{-citations,s-page}.ts'],
  },
  {
    from: 'scripts/sdk-tables.ts',
    to: ['contract/src/code-help.ts', 'contract/src/kinds/index.ts'],
  },
  {
    from: 'scripts/npm-package/pack-{php,python}.ts',
    to: ['gateway/src/platform/spreadsheet/write-zip.ts'],
  },
  {
    from: 'scripts/generate-docs.mjs',
    to: [
      'gateway/src/cli/reference.ts',
      'gateway/src/node/commands/command-list.ts',
      'gateway/src/node/config/settings.ts',
    ],
  },
  // It runs on the fixture of the conformance suite.
  { from: 'bench/src/scenarios/connectors.ts', to: ['connectors/kit/conformance/index.ts'] },
  {
    from: 'bench/src/stack/accounts.ts',
    to: [
      'gateway/src/payments/accounts/index.ts',
      'gateway/src/node/config/config.ts',
      'gateway/src/node/start/installation.ts',
    ],
  },
  { from: 'bench/src/user.ts', to: ['acceptance/portal/one-time-code.ts'] },
  { from: 'bench/src/stored.ts', to: ['gateway/src/platform/db/scattered-ids.ts'] },
];

/**
 * What reads the bytes of a file that somebody has sent: loaded in a thread of its own, by
 * `read-thread.ts`, and by nothing else. What it is to read costs that thread, and no other file of
 * the product opens a ZIP or splits a CSV.
 */
export const readInThread =
  'gateway/src/platform/spreadsheet/{csv-rows,sheet-rows,xlsx-book,zip,separator,encoding,number-form}.ts';
export const readingThread = 'gateway/src/platform/spreadsheet/read-thread.ts';
/** Statements of banks that users hand over are read by this thread alone. */
export const bankReading = 'connectors/kit/bank-statement/index.ts';
export const bankReader = 'gateway/src/backoffice/reconciliation/read-bank.ts';
export const bankReadingThread = 'gateway/src/backoffice/reconciliation/read-bank-thread.ts';

/** Which files may use a package, so that one part can be exchanged without touching the others. */
export const packages: { readonly [name: string]: readonly string[] } = {
  pg: ['gateway/src/platform/db/**', 'bench/**'],
  'fast-check': ['scripts/test-run/seed.ts'],
  'oxc-parser': ['scripts/{expressions,mutants}/*.ts'],
  '@eslint-community/regexpp': ['scripts/expressions/pump.ts'],
  undici: ['gateway/src/platform/outbound/**', 'acceptance/harness/callback-stream.ts'],
  // Text that readers copy.
  standardwebhooks: ['docs/site/src/receivers.ts'],
  marked: ['docs/site/src/{markdown,plain}.ts'],
  minisearch: ['docs/site/src/search.ts'],
  fastify: ['gateway/src/**/http*.ts', 'gateway/src/platform/http/**', 'bench/**'],
  pino: ['gateway/src/platform/log.ts'],
  'prom-client': ['gateway/src/platform/metrics.ts'],
  commander: ['gateway/src/cli/**'],
  typebox: [
    'contract/**',
    'gateway/src/platform/documents/**',
    'gateway/src/payments/catalogue/**',
    'gateway/src/messaging/routing/**',
    'acceptance/harness/**',
  ],
  'ipaddr.js': [
    'gateway/src/platform/outbound/**',
    'gateway/src/platform/http/guards/**',
    'gateway/src/payments/{accounts,status-limits}/**',
  ],
  yaml: ['acceptance/install/**'],
  'csv-parse': ['gateway/src/platform/spreadsheet/csv-rows.ts'],
  saxes: ['connectors/kit/xml/**'],
  'ssh2-sftp-client': ['gateway/src/platform/file-transport/**'],
  ssh2: ['gateway/src/platform/file-transport/**'],
  nodemailer: ['gateway/src/platform/mail/**'],
  pdfkit: [
    'gateway/src/platform/print/tables-pdf.ts',
    'gateway/src/payments/ledger/statement-*.ts',
    'gateway/src/backoffice/transactions/evidence-pdf.ts',
  ],
  uqr: [
    'gateway/src/payments/payment-pages/**',
    'gateway/src/platform/http/portal/**',
    'portal/src/ui/qr-code.tsx',
  ],
  react: ['portal/src/**'],
  'react-dom': ['portal/src/main.tsx', 'portal/src/ui/action-dialog.tsx'],
  '@tanstack/react-query': ['portal/src/api/**'],
  'react-aria-components': ['portal/src/ui/menu-list.tsx'],
  smpp: ['acceptance/harness/carrier.ts'],
  uplot: ['portal/src/ui/chart-canvas.tsx', 'portal/src/ui/chart-values.ts'],
  '@simplewebauthn/browser': ['portal/src/**'],
  '@simplewebauthn/server': ['gateway/src/backoffice/users/**'],
  vite: ['portal/vite.config.ts', 'portal/build/**'],
  rolldown: ['scripts/npm-package/pack-{dev,medusa,typescript}.ts'],
  '@medusajs/framework': ['sdks/medusa/src/**'],
  // Not installed: an example that runs with the one of its reader.
  express: ['sdks/typescript/examples/express.ts'],
  '@modelcontextprotocol/server': ['sdks/dev/src/mcp/**'],
  '@vitejs/plugin-react': ['portal/vite.config.ts'],
  'playwright-core': ['acceptance/portal/**'],
  '@sparticuz/chromium': ['acceptance/portal/**'],
  'axe-core': ['acceptance/portal/**'],
  '@stoplight/spectral-core': ['acceptance/openapi/check.ts'],
  '@stoplight/spectral-parsers': ['acceptance/openapi/check.ts'],
  '@stoplight/spectral-rulesets': ['acceptance/openapi/check.ts'],
  'openapi-fetch': ['acceptance/openapi/twenty-calls.ts'],
};
