import { createHash } from 'node:crypto'
import { categoryOfId, type CategoryKey } from '../../src/domain/platform/categories.ts'
import {
  suggestedFields,
  type NewExtraField,
  type SuggestedField,
} from '../../src/domain/vault/extra-fields.ts'
import { suggestedFieldTexts } from '../../src/texts/vault/extra-fields.ts'

/** Values of an entry: `{host}` stands for its host, `{n}` for digits that its name gives. */
const values: { readonly [Category in CategoryKey]?: { readonly [Field in SuggestedField]?: string } } = {
  server: { host: '{host}.srv.interne', ipAddress: '10.20.{a}.{b}', port: '22', system: 'Debian 13' },
  database: { host: '{host}.bdd.interne', port: '5432', databaseName: 'production' },
  network: { ipAddress: '10.10.{a}.{b}', version: '17.{a}' },
  wifi: { networkName: '{name}', security: 'WPA2' },
  apiKey: { keyName: 'prod-{a}', apiSecret: 'sk_{n}{n}', expiry: '2027-03-31' },
  licence: { licenceKey: 'TRSS-{n}-{n}', seats: '{a}', endOfLicence: '2027-06-30' },
  bankCard: { holder: 'Régie municipale', cardNumber: '4970 {n}', cardExpiry: '09/28', pin: '{n}' },
}

/** Returns the extra fields of an entry of the demonstration; always the same ones for a name. */
export function extraFieldsOf(categoryId: number, name: string, host: string): NewExtraField[] {
  const category = categoryOfId(categoryId)
  const digest = createHash('sha256').update(name).digest()
  const [a = 0, b = 0, c = 0] = digest
  // A third of the entries has none, as in real life.
  if (category === null || c % 3 === 0) return []
  const number = String(1_000 + (digest.readUInt16BE(3) % 9_000))
  const filled = (text: string) =>
    text
      .replaceAll('{host}', host)
      .replaceAll('{name}', name)
      .replaceAll('{a}', String(1 + (a % 250)))
      .replaceAll('{b}', String(1 + (b % 250)))
      .replaceAll('{n}', number)
  return Object.entries(values[category] ?? {}).map(([field, text]) => ({
    label: suggestedFieldTexts[field as SuggestedField],
    kind: suggestedFields[field as SuggestedField],
    value: filled(text),
  }))
}
