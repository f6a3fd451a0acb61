// Every environment variable of the gateway with its default and meaning. config.ts reads no other;
// docs/configuration.md is generated from here.

export interface Setting {
  /** What applies where it is not set, as a user reads it. */
  default: string;
  /** One or two sentences, Markdown. */
  meaning: string;
}

const settingGroups = {
  Network: {
    PORT: {
      default: '8080',
      meaning: 'The port the gateway listens on; 0 takes a free one.',
    },
    HOST: {
      default: '127.0.0.1',
      meaning: 'The address the gateway listens on.',
    },
    PUBLIC_URL: {
      default: 'the listening address',
      meaning:
        'The base of the links that payers receive: scheme, host and port. A path is refused, since pages, redirects and cookies begin at the root of the host.',
    },
    TLS_CERT: {
      default: 'none',
      meaning:
        'PEM file of the certificate. Live mode beyond loopback needs it, or `TRUSTED_PROXIES`.',
    },
    TLS_KEY: {
      default: 'none',
      meaning: 'PEM file of the private key of `TLS_CERT`.',
    },
    TRUSTED_PROXIES: {
      default: 'none',
      meaning:
        'Addresses and CIDR ranges whose `X-Forwarded-For` is used, with or without ports and brackets. A proxy that is not listed is reported in the log and by `jokko health`.',
    },
    CORS_ORIGINS: {
      default: 'none',
      meaning:
        'Sites whose pages may read the GET routes and use the SMS interface, `POST /api/send-sms` included: `https://site.example,…`, or `*`.',
    },
    OPS_PORT: {
      default: 'the main port',
      meaning:
        'A separate port for health, readiness and metrics. With `serve --processes` the next processes take the next ports.',
    },
    OPS_HOST: {
      default: '127.0.0.1',
      meaning: 'The address that `OPS_PORT` listens on.',
    },
    LOG_LEVEL: {
      default: 'info',
      meaning: 'trace, debug, info, warn, error, fatal or silent. JSON lines on standard error.',
    },
  },
  'Installation and nodes': {
    JOKKO_MODE: {
      default: 'sandbox',
      meaning:
        "`sandbox`, `rehearsal` or `live`. In rehearsal the rules of live apply, routes lead to the providers' own test environments, and money is never settled: see [Rehearsal](operations.md#rehearsal). The mode of a database cannot be changed.",
    },
    DATA_DIR: {
      default: './data',
      meaning: 'Directory of the embedded database, the simulator and the keys of the sandbox.',
    },
    JOKKO_BANK_FILES_DIR: {
      default: '`DATA_DIR`/bank-files',
      meaning:
        'Directory with a folder for each bank that exchanges payment files over one. The same for all nodes.',
    },
    DATABASE_URL: {
      default: 'the embedded database',
      meaning:
        'Your own PostgreSQL, 15 or newer. Several servers are separated by commas: see [Failover](operations.md#failover).',
    },
    JOKKO_SECRET_KEY: {
      default: 'generated in the sandbox',
      meaning:
        'The key-encryption key, base64 of 32 bytes: `openssl rand -base64 32`. The same on all nodes; without it no secret in the database can be opened.',
    },
    JOKKO_SECRET_KEY_OLD: {
      default: 'none',
      meaning:
        'Earlier key-encryption keys, separated by commas, that only open what they sealed: see [Changing the key-encryption key](operations.md#changing-the-key-encryption-key).',
    },
    DATABASE_URL_FILE: {
      default: 'none',
      meaning: 'A file that holds `DATABASE_URL`, for a secret that a platform mounts.',
    },
    JOKKO_SECRET_KEY_FILE: {
      default: 'none',
      meaning: 'A file that holds `JOKKO_SECRET_KEY`.',
    },
    JOKKO_SECRET_KEY_OLD_FILE: {
      default: 'none',
      meaning: 'A file that holds `JOKKO_SECRET_KEY_OLD`.',
    },
    JOKKO_NODE_ID: {
      default: 'host name and port',
      meaning:
        'Unique among running nodes. A node restarted under its id continues its work at once. With `serve --processes` the first process has this id, the next ones have it with `-2`, `-3`…',
    },
    JOKKO_PEER_HOST: {
      default: "`HOST`, or the machine's first address",
      meaning:
        'The address or name at which other nodes reach this one. Nodes hand requests on to the node that the account belongs to, encrypted; where one cannot be reached, each does its own.',
    },
    JOKKO_PEER_PORT: {
      default: 'a free one',
      meaning:
        'The port for it, or `off`: nothing is handed on between nodes. With `serve --processes` the next processes take the next ports.',
    },
    JOKKO_LEASE_MS: {
      default: '30000 in the sandbox, else 75000',
      meaning:
        'Time after which other nodes take over the work of a dead node. Live mode and rehearsal start only if it is 15 s longer than the answer time-out of each route.',
    },
    JOKKO_SUPERVISED: {
      default: 'what systemd and Kubernetes tell',
      meaning:
        '`on`: a node that must begin anew ends with exit code 75, and whoever supervises it starts it again. `off`: it becomes a fresh run itself.',
    },
    JOKKO_DRAIN_SECONDS: {
      default: '0',
      meaning:
        'How long a node that is to stop goes on serving, while `/readyz` is 503 and every answer closes its connection, so that load balancers turn to the other nodes first. At most 15.',
    },
  },
  Connectors: {
    JOKKO_CONNECTORS: {
      default: 'none',
      meaning:
        'Connectors of your own: folders (`./my-connector`) or installed packages, separated by commas. The same on all nodes, and for the `jokko` command. Their code runs inside the gateway: see [Your own connector](providers/own.md).',
    },
  },
  Portal: {
    JOKKO_PORTAL_REGISTRATION: {
      default: 'on in the sandbox, off in live mode',
      meaning: 'Whether developers may sign up in the portal: `on` or `off`.',
    },
    JOKKO_NEW_MEMBER_HOURS: {
      default: '24 in live mode, 0 in the sandbox',
      meaning:
        'Hours until the approvals of a new member count, unless another owner attests to them before. Applies to who joins from then on.',
    },
    JOKKO_PUBLIC_STATUS: {
      default: 'off',
      meaning: 'Whether `/status` shows the status of the services without sign-in: `on` or `off`.',
    },
  },
  Notifications: {
    JOKKO_SMTP_URL: {
      default: 'none',
      meaning:
        'The mail server that e-mails to people go through: `smtp://user:password@mail.example:587` (STARTTLS, required beyond loopback) or `smtps://user:password@mail.example:465`. Without it nobody gets e-mail, and one-time links are shown once to whoever creates them.',
    },
    JOKKO_SMTP_URL_FILE: {
      default: 'none',
      meaning: 'A file that holds `JOKKO_SMTP_URL`.',
    },
    JOKKO_MAIL_FROM: {
      default: 'none',
      meaning:
        'The sender of these e-mails: an address, or `Name <address>`. Needed with `JOKKO_SMTP_URL`.',
    },
  },
  'Outbound calls': {
    JOKKO_DNS_SERVERS: {
      default: "the system's",
      meaning: 'Name servers for callback addresses.',
    },
    JOKKO_OUTBOUND_ALLOW: {
      default: 'none',
      meaning:
        'Private networks that callbacks may reach: addresses and CIDR ranges, `10.1.0.0/16,192.168.7.7`. In live mode callbacks may reach public addresses only; in a sandbox that only this machine reaches also loopback (`HOST` is loopback, `PUBLIC_URL` too or not set, no `TRUSTED_PROXIES`, and no request came through a proxy or under another name). The address of `PUBLIC_URL` itself is refused unless listed. The ports of the gateway, other nodes, all databases, the mail server and the simulator are always refused.',
    },
    JOKKO_EXTRA_CA: {
      default: 'none',
      meaning:
        'PEM file of additional trusted certificate authorities, for callbacks and providers.',
    },
  },
  Retention: {
    JOKKO_CALLBACK_LOG_DAYS: {
      default: '30',
      meaning: 'How long the responses of callback receivers are kept in the delivery log.',
    },
    JOKKO_CALLBACK_ATTEMPT_DAYS: {
      default: '90',
      meaning:
        'How long failed attempts are kept after their callback is delivered or abandoned. The successful attempt is kept.',
    },
    JOKKO_SEND_JOURNAL_DAYS: {
      default: '35',
      meaning:
        'How long the send journal below `DATA_DIR` is kept. Longer than the oldest backup that may be restored.',
    },
    JOKKO_SMS_PART_DAYS: {
      default: '30',
      meaning: 'How long message ids of carriers are kept after the final state of a message.',
    },
    JOKKO_SMS_TEXT_DAYS: {
      default: '30',
      meaning:
        'How long texts of messages are kept after all recipients have a final state (outbound) or their callbacks are delivered or abandoned (inbound).',
    },
    JOKKO_PERSONAL_DATA_DAYS: {
      default: '0 (always)',
      meaning:
        'How long phone numbers, names, client data and bodies stay in operations that are finished; at least 40. Then a keyed hash takes the place of the number: see [Privacy](privacy.md).',
    },
    JOKKO_SMS_DAYS: {
      default: '365',
      meaning:
        'How long messages are kept, outbound and inbound. Ledger entries and opt-outs are kept.',
    },
  },
  Limits: {
    JOKKO_IN_FLIGHT: {
      default: '4096',
      meaning:
        'Requests in progress on one node. Initiations take at most 80%, status queries 60%, requests whose key is not cached 25%. Excess requests are rejected before anything is stored, with `Retry-After`.',
    },
    JOKKO_ACCOUNT_IN_FLIGHT: {
      default: '512',
      meaning:
        'Requests in progress of one account; half of all if another account has requests waiting.',
    },
    JOKKO_ACCOUNT_RATE: {
      default: '0 (no limit)',
      meaning:
        'Requests per second of one account on one node. `jokko account set ID --rate-limit 50/s` sets it for one account.',
    },
    JOKKO_ACCOUNT_BURST: {
      default: 'the rate',
      meaning: 'Requests that an account may send at once after a pause.',
    },
    JOKKO_LOOK_UPS_PER_MINUTE: {
      default: '3',
      meaning:
        'Status queries for one transaction from one address (an IPv6 /64 counts as one), on all nodes together.',
    },
    JOKKO_LOOK_UP_REFUSALS: {
      default: '200',
      meaning:
        'How many rejected status queries within `JOKKO_LOOK_UP_REFUSAL_SECONDS` put account and address on the blacklist (`jokko blacklist list`, `blacklist release ADDRESS`).',
    },
    JOKKO_LOOK_UP_REFUSAL_SECONDS: {
      default: '600',
      meaning: 'The window of `JOKKO_LOOK_UP_REFUSALS`.',
    },
    JOKKO_LOOK_UP_BLOCK_SECONDS: {
      default: '600',
      meaning: 'How long an address stays on the blacklist.',
    },
  },
  Simulator: {
    SIMULATOR_URL: {
      default: 'started by `serve`',
      meaning: 'A simulator that runs elsewhere.',
    },
    SIMULATOR_PORT: {
      default: 'a free one',
      meaning: 'The HTTP port of the simulator that `serve` starts.',
    },
    SIMULATOR_SMPP_PORT: {
      default: 'a free one',
      meaning: 'The SMPP port of the simulator, here or at `SIMULATOR_URL`.',
    },
    SIM_ANSWER: {
      default: 'async',
      meaning:
        'Whether the simulator answers payments with a result (`sync`) or reports it later (`async`).',
    },
    SIM_DELAY_MS: {
      default: '1000',
      meaning: 'How long the simulator takes.',
    },
    SIM_API_KEY: {
      default: 'sandbox-api-key',
      meaning: "The simulator's API key.",
    },
    SIM_NOTICE_SECRET: {
      default: 'sandbox-notice-secret',
      meaning: 'The secret that signs the notices of the simulator.',
    },
    SIM_SMPP_SYSTEM_ID: {
      default: 'jokko',
      meaning: "The system id of the simulator's SMPP account.",
    },
    SIM_SMPP_PASSWORD: {
      default: 'secret',
      meaning: "The password of the simulator's SMPP account.",
    },
  },
} as const satisfies { readonly [group: string]: { readonly [name: string]: Setting } };

type Groups = typeof settingGroups;
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/** docs/configuration.md. */
export function configurationReference(): string {
  const groups: [string, Record<string, Setting>][] = Object.entries(settingGroups);
  const tables = groups.map(([group, settings]) => {
    const rows = Object.entries(settings).map(
      ([name, setting]) => `| \`${name}\` | ${setting.default} | ${setting.meaning} |`,
    );
    return [`## ${group}`, '', '| variable | default | meaning |', '|---|---|---|', ...rows].join(
      '\n',
    );
  });
  const lead = [
    '# Configuration',
    '',
    '<!-- Generated from gateway/src/node/config/settings.ts by `npm run docs`. -->',
    '',
    'The gateway is configured by environment variables. All configuration errors are reported together,',
    'by name.',
  ].join('\n');
  return `${[lead, ...tables].join('\n\n')}\n`;
}
