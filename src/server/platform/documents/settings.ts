import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DocumentName } from '#domain/platform/documents.ts'
import { configTexts } from '#texts/platform/config.ts'
import type { OperatorFacts } from '#texts/platform/documents/document.ts'
import type { GetSetting, SettingName } from '#server/platform/settings-table.ts'

/** Where a document comes from: made by Trousseau itself, a file of the operator's, or another site. */
export type DocumentSource =
  | { readonly kind: 'own' }
  | { readonly kind: 'file' | 'address'; readonly at: string }

export type DocumentSettings = {
  readonly sources: Readonly<Record<DocumentName, DocumentSource>>
  /** What the documents of Trousseau's own say about who operates it. */
  readonly facts: OperatorFacts
}

export type LinkSettings = {
  readonly vendor: string | null
  /** The store of the extension: for the hosts of the group GRP-1, and for all others. */
  readonly extension: { readonly firstGroup: string | null; readonly others: string | null }
  /** Host name → group. */
  readonly groups: ReadonlyMap<string, string>
}

type Refuse = (sentence: string) => never

const documentSettings = {
  terms: 'TROUSSEAU_TERMS',
  privacy: 'TROUSSEAU_PRIVACY',
  legal: 'TROUSSEAU_LEGAL',
  guide: 'TROUSSEAU_GUIDE',
} as const satisfies Record<DocumentName, SettingName>

const factSettings = {
  organisation: 'TROUSSEAU_ORGANISATION',
  address: 'TROUSSEAU_ORGANISATION_ADDRESS',
  contact: 'TROUSSEAU_CONTACT',
  publisher: 'TROUSSEAU_PUBLISHER',
  hosting: 'TROUSSEAU_HOSTING',
} as const satisfies Record<keyof OperatorFacts, SettingName>

const linkSettings = {
  vendor: 'TROUSSEAU_VENDOR_URL',
  firstGroup: 'TROUSSEAU_EXTENSION_URL_GRP1',
  others: 'TROUSSEAU_EXTENSION_URL',
} as const
const groupSetting = 'TROUSSEAU_DOMAIN_GROUPS'

const longestFact = 300

/** Where the documents come from and what they say; a file is looked at now, so that none is missing later. */
export function readDocuments(get: GetSetting, refuse: Refuse): DocumentSettings {
  const source = (document: DocumentName): DocumentSource => {
    const name = documentSettings[document]
    const text = get(name)
    if (text === undefined) return { kind: 'own' }
    if (/^https?:/i.test(text)) return { kind: 'address', at: readAddress(name, text, refuse) }
    const at = resolve(text)
    return isPdf(at) ? { kind: 'file', at } : refuse(configTexts.document(name, text))
  }
  const fact = (key: keyof OperatorFacts): string | null => {
    const name = factSettings[key]
    const text = get(name) ?? null
    return text !== null && (text.length > longestFact || /\p{Cc}/u.test(text))
      ? refuse(configTexts.line(name))
      : text
  }
  return {
    sources: {
      terms: source('terms'),
      privacy: source('privacy'),
      legal: source('legal'),
      guide: source('guide'),
    },
    facts: {
      organisation: fact('organisation'),
      address: fact('address'),
      contact: fact('contact'),
      publisher: fact('publisher'),
      hosting: fact('hosting'),
    },
  }
}

/** What the frame leads to outside of the installation. */
export function readLinks(get: GetSetting, refuse: Refuse): LinkSettings {
  const link = (name: SettingName): string | null => {
    const text = get(name)
    return text === undefined ? null : readAddress(name, text, refuse)
  }
  const groups = new Map<string, string>()
  for (const pair of (get(groupSetting) ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [, host, group] =
      /^\s*([a-z0-9.-]{1,253}|\[[0-9a-f:]+\])\s*=\s*([\w-]{1,40})\s*$/i.exec(pair) ??
      refuse(configTexts.domainGroups(pair.trim()))
    if (host !== undefined && group !== undefined) groups.set(host.toLowerCase(), group)
  }
  return {
    vendor: link(linkSettings.vendor),
    extension: { firstGroup: link(linkSettings.firstGroup), others: link(linkSettings.others) },
    groups,
  }
}

/** An address that a link may lead to. Plain http is let through for a site of the inside. */
function readAddress(name: SettingName, text: string, refuse: Refuse): string {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return refuse(configTexts.link(name, text))
  return url.href
}

function isPdf(path: string): boolean {
  try {
    return readFileSync(path).subarray(0, 5).toString('latin1') === '%PDF-'
  } catch {
    return false
  }
}
