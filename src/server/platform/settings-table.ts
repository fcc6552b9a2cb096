export type Setting = {
  /** The value of an unset setting; absent where being unset has a meaning of its own. */
  readonly default?: string
  /** What being unset means, where that is more than « none ». */
  readonly unset?: string
  /** What it does, in Markdown. */
  readonly does: string
  readonly example: string
  /** A secret value, or an address that may contain an account and its password: neither is ever shown. */
  readonly holds?: 'secret' | 'address'
  /** The setting whose value is in the file that this one names: see secret-files.ts. */
  readonly fileOf?: string
}
type Group = {
  readonly title: string
  readonly note?: string
  readonly settings: Readonly<Record<string, Setting>>
}

const document = 'a PDF file or an `https://` address (`http://` for an internal site)'

/** Every setting of the server: no other name can be read, and docs/settings.md is generated from this table. */
export const settingGroups = [
  {
    title: 'Where it listens and keeps its data',
    settings: {
      TROUSSEAU_DATA: {
        default: './data',
        does: 'The data folder: database, root key, lock, cache.',
        example: '/var/lib/trousseau',
      },
      TROUSSEAU_DATA_ON_SHARE: {
        default: 'off',
        does: '`on`: SQLite may be on a network share (NFS, SMB, sshfs, virtiofs…), where it can lose data. [operations.md](operations.md) says why.',
        example: 'on',
      },
      TROUSSEAU_HOST: {
        default: '127.0.0.1',
        does: 'The address to listen on: an IP address, or `localhost`.',
        example: '0.0.0.0',
      },
      TROUSSEAU_PORT: {
        default: '8420',
        does: 'The port to listen on, 0 to 65535. With 0 the system chooses one.',
        example: '8443',
      },
      TROUSSEAU_PUBLIC_URL: {
        unset: 'where it listens',
        does: 'The address that people type, without a path. Links and the same-origin check use it, never the `Host` header. Plain http is accepted on this machine only: elsewhere browsers store no session. Cookies are `Secure` unless it is plain http.',
        example: 'https://coffre.exemple.fr',
      },
      TROUSSEAU_TLS_CERT: {
        unset: 'no TLS',
        does: 'The certificate, a PEM file; needs `TROUSSEAU_TLS_KEY`. Without both, put a proxy that speaks TLS in front.',
        example: '/etc/trousseau/tls.crt',
      },
      TROUSSEAU_TLS_KEY: {
        unset: 'no TLS',
        does: 'The private key of that certificate, a PEM file.',
        example: '/etc/trousseau/tls.key',
      },
      TROUSSEAU_TRUSTED_PROXIES: {
        does: 'Addresses or networks, comma-separated, whose `X-Forwarded-For` is trusted.',
        example: '10.0.0.5, 10.1.0.0/16',
      },
      TROUSSEAU_INDEX_MEMORY: {
        default: '256',
        does: 'The memory for the decrypted indexes of chests in MiB, 16 to 65536: some 200 bytes an item. With less than all chests in use need, lists and searches read the database more often.',
        example: '1024',
      },
      TROUSSEAU_ATTACHMENT_MIB: {
        default: '10',
        does: 'The largest file that may be attached to an item in MiB, 1 to 100. A file must arrive within two minutes.',
        example: '25',
      },
      TROUSSEAU_ATTACHMENT_ITEM_MIB: {
        default: '50',
        does: 'The room for the files of one item in MiB, 1 to 10000; removed ones that can be restored count.',
        example: '100',
      },
      TROUSSEAU_ATTACHMENT_BANK_MIB: {
        default: '1024',
        does: 'The room for the files of all chests of a bank in MiB, 1 to 1000000, trash included. They are in the database, and so in its backups.',
        example: '10240',
      },
      DATABASE_URL: {
        unset: 'SQLite in the data folder',
        does: 'A PostgreSQL database, version 14 or newer, in UTF-8. Of several hosts, comma-separated, the one that accepts writes is used.',
        example: 'postgres://trousseau:secret@127.0.0.1:5432/trousseau',
        holds: 'address',
      },
      DATABASE_URL_FILE: {
        does: 'The file that holds it.',
        example: '/etc/trousseau/database-url',
        fileOf: 'DATABASE_URL',
      },
      TROUSSEAU_DRAIN_SECONDS: {
        unset: '10 on PostgreSQL, 0 on SQLite',
        does: 'Seconds for which a node still serves after SIGTERM while `/health/ready` already answers 503, 0 to 300. A balancer needs them to send people elsewhere. A second signal ends them.',
        example: '30',
      },
      TROUSSEAU_DATABASE_PGBOUNCER: {
        default: 'off',
        does: '`on` behind pgbouncer in transaction mode: statements have no names, and connections start without parameters, so that the limits of statements and locks are set in the database ([operations.md](operations.md)).',
        example: 'on',
      },
      TROUSSEAU_DATABASE_POOL: {
        default: '10',
        does: 'Connections of this node to PostgreSQL at most, 3 to 500. All nodes together must stay below `max_connections`.',
        example: '20',
      },
      TROUSSEAU_DATABASE_CONNECT_SECONDS: {
        default: '3',
        does: 'Seconds within which a new connection to PostgreSQL must be open, 1 to 60.',
        example: '5',
      },
      TROUSSEAU_DATABASE_ACQUIRE_SECONDS: {
        default: '10',
        does: 'Seconds for which a request waits for a free connection, 1 to 120.',
        example: '5',
      },
      TROUSSEAU_DATABASE_STATEMENT_SECONDS: {
        default: '30',
        does: 'Seconds after which PostgreSQL ends a statement, 5 to 3600. Migrations have no limit.',
        example: '60',
      },
      TROUSSEAU_DATABASE_LOCK_SECONDS: {
        default: '20',
        does: 'Seconds for which a statement waits for rows that another transaction changes, 1 to 3600.',
        example: '5',
      },
      TROUSSEAU_DATABASE_WAIT_SECONDS: {
        default: '60',
        does: 'Seconds for which a start waits for PostgreSQL, 0 to 3600.',
        example: '300',
      },
      TROUSSEAU_JOURNAL_MONTHS: {
        default: '12',
        does: 'Months for which the journal keeps a row, 6 to 60. A calendar month (UTC) that is older as a whole is written to a sealed archive in `journal/` in the data folder, then leaves the database ([operations.md](operations.md)).',
        example: '24',
      },
      TROUSSEAU_JOURNAL_SECRETS_MONTHS: {
        unset: 'as long as the others',
        does: 'Months for which it keeps readings of secrets and changes of rights, 6 to 60, and not less than `TROUSSEAU_JOURNAL_MONTHS`.',
        example: '36',
      },
      TROUSSEAU_LOG: {
        default: 'info',
        does: 'The lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
        example: 'warn',
      },
    },
  },
  {
    title: 'Root keys',
    note: 'At most one of these three may be set.',
    settings: {
      TROUSSEAU_ROOT_KEY_FILE: {
        unset: '`keys/root.key` in the data folder',
        does: 'The file of the root keys, mode 0600. The first start creates it.',
        example: '/etc/trousseau/root.key',
      },
      TROUSSEAU_ROOT_KEY: {
        unset: 'the file',
        does: 'The root keys themselves: 32 bytes in base64, or `1:…,2:…*` where `*` marks the active one. The start warns: an environment can be read easily.',
        example: '1:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=*',
        holds: 'secret',
      },
      TROUSSEAU_UNSEAL: {
        unset: 'starts unsealed',
        does: '`passphrase`: a passphrase protects the file. The node starts sealed and waits for it.',
        example: 'passphrase',
      },
    },
  },
  {
    title: 'Backups',
    settings: {
      TROUSSEAU_BACKUP_KEY: {
        does: 'The public key that backups are sealed for, `age1…`; `trousseau backup-key` creates it. It opens nothing.',
        example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      },
      TROUSSEAU_BACKUP_DIR: {
        unset: 'no nightly backups',
        does: 'The folder for nightly backups, which must exist; needs `TROUSSEAU_BACKUP_KEY`. Of those in it 7 daily, 5 weekly and 12 monthly ones are kept ([operations.md](operations.md)).',
        example: '/mnt/backups',
      },
      TROUSSEAU_BACKUP_AT: {
        default: '02:00',
        does: 'The time of the nightly backup by the clock of the machine. It is made within the hour that follows.',
        example: '23:30',
      },
      TROUSSEAU_BACKUP_MINUTES: {
        unset: '4 on SQLite, none on PostgreSQL',
        does: 'Minutes between further backups while something changes, 1 to 1440, in `recent/` of that folder; 0: none. The newest three are kept, for a restoration that loses minutes only. On SQLite those after a whole one hold only what changed since; on PostgreSQL each is whole.',
        example: '5',
      },
    },
  },
  {
    title: 'Accounts and sessions',
    settings: {
      TROUSSEAU_INACTIVITY_MINUTES: {
        default: '15',
        does: 'Minutes without activity after which a session is locked or ends, 1 to 720.',
        example: '30',
      },
      TROUSSEAU_INACTIVITY: {
        default: 'lock',
        does: 'What becomes of a session without activity: `lock` (its owner reopens it with their password or a passkey, until its twelve hours are over) or `logout` (it ends).',
        example: 'logout',
      },
      TROUSSEAU_NETWORK_TRIES: {
        default: '100',
        does: 'Failed sign-ins from one address (IPv6: one /64) in 15 minutes after which unknown browsers behind it wait, 10 to 10000. Known browsers and signed-in people do not wait. Raise it if hundreds of people share an address.',
        example: '500',
      },
      TROUSSEAU_ALERT_READINGS: {
        default: '30',
        does: 'Different items whose secrets one person may read in ten minutes before an alert, 1 to 100000. For a person with at least five days of reading in the last thirty it is five times what is usual for them, if that is more.',
        example: '100',
      },
      TROUSSEAU_ALERT_MAILS: {
        default: 'on',
        does: '`off`: alerts are not mailed. The administration page shows them all the same.',
        example: 'off',
      },
      TROUSSEAU_MAIL_CODE: {
        default: 'users',
        does: 'Who may use a code by mail as second factor: `users` (accounts that do not administer), `all` or `off`.',
        example: 'off',
      },
      TROUSSEAU_PASSWORD_MAX_DAYS: {
        unset: 'no limit',
        does: 'Days after which a password must be changed at the next sign-in, 1 to 3650.',
        example: '365',
      },
      TROUSSEAU_PASSWORD_FLOOR: {
        default: 'off',
        does: '`ask`: an account whose password takes fewer than 10^10 guesses must change it at the next sign-in. New passwords are held to it in any case ([what guessing costs](security.md#what-guessing-costs)).',
        example: 'ask',
      },
      TROUSSEAU_CLEAR_EXPORTS: {
        default: 'on',
        does: '`off`: exports in clear (CSV, Bitwarden JSON without password, emergency sheet) are refused; those that a password protects remain ([decision 78](decisions/0078-exports.md)).',
        example: 'off',
      },
      TROUSSEAU_RECOVERY_SHARES: {
        default: 'off',
        does: '`on`: owners of guardian chests may print shares of the master key when they choose it ([decision 16](decisions/0016-recovery-shares.md)).',
        example: 'on',
      },
    },
  },
  {
    title: 'Mail',
    settings: {
      SMTP_URL: {
        unset: 'files in `mails/`',
        does: 'The mail server: `smtp://` requires STARTTLS, except on this machine or with `?tls=none`; `smtps://` is TLS from the first byte. Unset, mails become files in the data folder, and the log names them.',
        example: 'smtp://trousseau:secret@mail.exemple.fr:587',
        holds: 'address',
      },
      SMTP_URL_FILE: {
        does: 'The file that holds it.',
        example: '/etc/trousseau/smtp-url',
        fileOf: 'SMTP_URL',
      },
      TROUSSEAU_MAIL_FROM: {
        does: 'The sender. Required with `SMTP_URL`.',
        example: 'Trousseau <trousseau@exemple.fr>',
      },
    },
  },
  {
    title: 'Events for a SIEM',
    note: 'Either receiver may be set, or both: each has its own place in the journal. [operations.md](operations.md) describes the events, and a receiver.',
    settings: {
      TROUSSEAU_SIEM_URL: {
        unset: 'no receiver',
        does: 'The syslog receiver (RFC 5424): `syslog+tls://`, port 6514 unless one is given, or `syslog+tcp://` to a forwarder on this machine. `?close=plain` is for a receiver that does not answer the end of TLS.',
        example: 'syslog+tls://siem.exemple.fr',
        holds: 'address',
      },
      TROUSSEAU_SIEM_CA_FILE: {
        unset: "the machine's authorities",
        does: "A PEM file with the authority of the receiver's certificate.",
        example: '/etc/trousseau/siem-ca.pem',
      },
      TROUSSEAU_SIEM_CERT_FILE: {
        unset: 'none is shown',
        does: 'The certificate that Trousseau shows to the receiver, a PEM file; needs `TROUSSEAU_SIEM_KEY_FILE`. Files are read at each connection.',
        example: '/etc/trousseau/siem-client.crt',
      },
      TROUSSEAU_SIEM_KEY_FILE: {
        does: 'The private key of that certificate, a PEM file.',
        example: '/etc/trousseau/siem-client.key',
      },
      TROUSSEAU_SIEM_FILE: {
        unset: 'no file',
        does: 'A file to which events are appended, one a line. It may be moved away at any time, by logrotate for example. With several nodes, each event is in the file of one of them.',
        example: '/var/log/trousseau/events.jsonl',
      },
      TROUSSEAU_SIEM_FORMAT: {
        default: 'json',
        does: '`json` or `cef` (Common Event Format).',
        example: 'cef',
      },
    },
  },
  {
    title: 'Metrics and traces',
    note: 'Neither is there unless it is set. [operations.md](operations.md) lists the metrics. Other standard variables of its exporter (`OTEL_EXPORTER_OTLP_…`, `OTEL_RESOURCE_ATTRIBUTES`) are read by the packages of OpenTelemetry.',
    settings: {
      TROUSSEAU_METRICS_ADDRESS: {
        unset: 'no address of their own',
        does: 'The address and port at which `GET /metrics` is answered, for Prometheus, and nothing else. Without TLS: keep it on this machine or in a network of its own.',
        example: '127.0.0.1:9420',
      },
      TROUSSEAU_METRICS_TOKEN: {
        does: 'The bearer token that `/metrics` asks for, 32 characters at least. Without `TROUSSEAU_METRICS_ADDRESS` it serves `/metrics` on the main port.',
        example: '5f0a7c1e9b3d4826a1c7e05d9f48b2c6',
        holds: 'secret',
      },
      TROUSSEAU_METRICS_TOKEN_FILE: {
        does: 'The file that holds it.',
        example: '/etc/trousseau/metrics-token',
        fileOf: 'TROUSSEAU_METRICS_TOKEN',
      },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        unset: 'no traces',
        does: 'The OpenTelemetry collector (OTLP over HTTP) that gets traces of requests and their statements. They hold patterns of routes and names of tables, no value.',
        example: 'http://127.0.0.1:4318',
        holds: 'address',
      },
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
        unset: '`v1/traces` of the former',
        does: 'The same for traces alone, with its path.',
        example: 'http://127.0.0.1:4318/v1/traces',
        holds: 'address',
      },
      OTEL_EXPORTER_OTLP_HEADERS: {
        does: 'Headers for the collector, such as its key.',
        example: 'authorization=secret',
        holds: 'secret',
      },
      OTEL_SERVICE_NAME: {
        default: 'trousseau',
        does: 'The name of this service in traces.',
        example: 'coffre',
      },
      OTEL_TRACES_SAMPLER: {
        default: 'parentbased_always_on',
        does: 'Which requests are traced, as OpenTelemetry defines it; `OTEL_TRACES_SAMPLER_ARG` is its share.',
        example: 'parentbased_traceidratio',
      },
      OTEL_TRACES_SAMPLER_ARG: {
        default: '1',
        does: 'The share of requests that such a sampler traces, 0 to 1.',
        example: '0.1',
      },
      OTEL_SDK_DISABLED: {
        default: 'false',
        does: '`true`: no traces, whatever else is set.',
        example: 'true',
      },
    },
  },
  {
    title: 'Directory (LDAP, Active Directory)',
    note: 'Any of them needs `LDAP_URL`. [operations.md](operations.md) describes the directory.',
    settings: {
      LDAP_URL: {
        unset: 'no directory',
        does: 'The directory that has the passwords of some accounts: `ldaps://`, or `ldap://`, which requires StartTLS.',
        example: 'ldaps://annuaire.exemple.fr',
        holds: 'address',
      },
      LDAP_NAME: {
        unset: 'the domain of the base',
        does: 'The name that screens show, 100 characters at most.',
        example: 'Annuaire de la mairie',
      },
      LDAP_BIND_DN: {
        does: 'The account that searches the directory. Required.',
        example: 'cn=trousseau,ou=services,dc=exemple,dc=fr',
      },
      LDAP_BIND_PASSWORD: {
        does: 'The password of that account.',
        example: 'secret',
        holds: 'secret',
      },
      LDAP_BIND_PASSWORD_FILE: {
        does: 'The file that holds it.',
        example: '/etc/trousseau/ldap-password',
        fileOf: 'LDAP_BIND_PASSWORD',
      },
      LDAP_BASE_DN: {
        does: 'The entry below which people and groups are searched. Required.',
        example: 'dc=exemple,dc=fr',
      },
      LDAP_USER_FILTER: {
        unset: '`sAMAccountName` or `uid` of a person',
        does: 'The filter that finds a person (RFC 4515). `{login}` stands for the typed name.',
        example: '(&(objectClass=person)(uid={login}))',
      },
      LDAP_PRIMARY_GROUP: {
        default: 'off',
        does: '`on`: the primary group of a person of Active Directory counts as one of their groups. Without it a mapping of « Domain Users » gives nobody a team.',
        example: 'on',
      },
      LDAP_DEACTIVATE_DAYS: {
        unset: 'nobody is deactivated',
        does: 'Days after which an account whose entry the directory no longer has, or has disabled, is deactivated, 30 to 3650.',
        example: '30',
      },
      LDAP_CA_FILE: {
        unset: "the machine's authorities",
        does: "A PEM file with the authority of the directory's certificate, read again for each connection.",
        example: '/etc/trousseau/ldap-ca.pem',
      },
      LDAP_TIMEOUT_SECONDS: {
        default: '5',
        does: 'Seconds that one sign-in may occupy the directory, 1 to 60.',
        example: '10',
      },
    },
  },
  {
    title: 'Single sign-on (OpenID Connect)',
    note: 'Any of them needs `SSO_ISSUER`. [operations.md](operations.md) describes the provider.',
    settings: {
      SSO_ISSUER: {
        unset: 'no single sign-on',
        does: "The provider's issuer, exactly as it identifies itself.",
        example: 'https://connexion.exemple.fr',
      },
      SSO_CLIENT_ID: {
        does: 'The client id that the provider gave this installation. Required.',
        example: 'trousseau',
      },
      SSO_CLIENT_SECRET: {
        does: 'The client secret.',
        example: 'secret',
        holds: 'secret',
      },
      SSO_CLIENT_SECRET_FILE: {
        does: 'The file that holds it.',
        example: '/etc/trousseau/sso-secret',
        fileOf: 'SSO_CLIENT_SECRET',
      },
      SSO_CLIENT_AUTH: {
        unset: "what the provider's metadata lists, `client_secret_basic` first",
        does: 'How the secret is given: `client_secret_basic` in a header, `client_secret_post` in the body.',
        example: 'client_secret_post',
      },
      SSO_TENANT: {
        unset: 'any',
        does: 'The `tid` that identities must carry (Entra ID).',
        example: '11111111-2222-3333-4444-555555555555',
      },
      SSO_MFA: {
        default: 'require',
        does: '`accept`: if the provider asked for a second factor, Trousseau asks for none. `require`: Trousseau always asks for its own.',
        example: 'accept',
      },
      SSO_PROMPT: {
        default: 'select_account',
        does: '`select_account`: the provider is asked to offer the choice of an account. `none`: nothing is asked, for a provider that refuses that request.',
        example: 'none',
      },
      SSO_LABEL: {
        unset: "the issuer's host",
        does: 'The text of the button, 60 characters at most.',
        example: 'Compte de la mairie',
      },
    },
  },
  {
    title: 'Documents and links of the footer',
    note: 'The first five are one line each, 300 characters at most. The documents show which are missing.',
    settings: {
      TROUSSEAU_ORGANISATION: {
        does: 'Who operates this installation.',
        example: "Mairie d'Exemple",
      },
      TROUSSEAU_ORGANISATION_ADDRESS: {
        does: 'Its postal address.',
        example: '1 place du Palais, 75000 Exemple',
      },
      TROUSSEAU_CONTACT: {
        does: 'Whom to write to.',
        example: 'dpo@exemple.fr',
      },
      TROUSSEAU_PUBLISHER: {
        does: 'The « directeur de la publication ».',
        example: 'Camille Martin',
      },
      TROUSSEAU_HOSTING: {
        does: 'Who hosts it.',
        example: "Mairie d'Exemple, service informatique",
      },
      TROUSSEAU_TERMS: {
        unset: "Trousseau's own",
        does: `The terms of use: ${document}.`,
        example: 'https://exemple.fr/conditions.pdf',
      },
      TROUSSEAU_PRIVACY: {
        unset: "Trousseau's own",
        does: 'The privacy policy, likewise.',
        example: 'https://exemple.fr/confidentialite.pdf',
      },
      TROUSSEAU_LEGAL: {
        unset: "Trousseau's own",
        does: 'The legal notices, likewise.',
        example: 'https://exemple.fr/mentions-legales.pdf',
      },
      TROUSSEAU_GUIDE: {
        unset: "Trousseau's own",
        does: 'The guide, likewise.',
        example: 'https://exemple.fr/guide.pdf',
      },
      TROUSSEAU_VENDOR_URL: {
        unset: 'no link',
        does: "The publisher's site, an address of the same kind.",
        example: 'https://exemple.fr',
      },
      TROUSSEAU_EXTENSION_URL: {
        unset: 'no link',
        does: 'The store of the browser extension, an address of the same kind.',
        example: 'https://exemple.fr/extension',
      },
      TROUSSEAU_EXTENSION_URL_GRP1: {
        unset: 'no link',
        does: 'The same for hosts of the domain group `GRP-1`.',
        example: 'https://exemple.fr/extension-grp1',
      },
      TROUSSEAU_DOMAIN_GROUPS: {
        does: 'Pairs `host=group`, comma-separated.',
        example: 'coffre.exemple.fr=GRP-1',
      },
    },
  },
] as const satisfies readonly Group[]

type NamesOf<Of> = Of extends Group ? keyof Of['settings'] : never
export type SettingName = NamesOf<(typeof settingGroups)[number]>

/** Returns a setting's value; undefined if it is unset or empty. */
export type GetSetting = (name: SettingName) => string | undefined

export const settingRows = settingGroups.flatMap(({ settings }: Group) =>
  Object.entries(settings).map(([name, setting]) => ({ name, ...setting })),
)
