/**
 * Suites that run on the first engine only, since their subject is not SQL, and the reason. Suites of queries,
 * transactions, locks and races run on both. Paths are relative to `src/server`.
 */
export const oneEngineSuites: Readonly<Record<string, string>> = {
  'identity/sign-in/constant-work.test.ts': 'It counts hashes; the other sign-in suites run its queries.',
  'platform/http/caller-address.test.ts': 'It reads the headers of proxies.',
  'platform/http/markup.test.ts': 'The rules of texts refuse markup before any query.',
  'vault/generator/generator.test.ts': 'A generated password is not stored.',
}

/** Parts of suites that run on the first engine only, and the reason. */
export const oneEngineParts = {
  bodies: 'The parser refuses a body before any query (`platform/http/fuzz`).',
  doctorOfFiles: 'The doctor reads permissions and folders (`commands/doctor`).',
  doctorOfMail: 'The doctor waits five seconds for a silent mail server (`commands/doctor`).',
  embedded: 'The commands open SQLite, since the test sets no DATABASE_URL (`commands/doctor`).',
  schemas: 'The schema of a call refuses a value before any query (`platform/http/inputs-attacks`).',
} as const
