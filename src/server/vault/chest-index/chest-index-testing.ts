import { noItemTexts, type IndexedText } from '#domain/vault/item-fields.ts'
import type { Element } from './element.ts'

export type Texts = { readonly name: string } & Partial<Record<IndexedText, string>>

const common = { createdBy: 1, revision: 1, level: 0, danger: 0, hasPassword: false, hasOtp: false } as const

export const folderOf = (id: number, name: string, parentId: number | null, description = ''): Element => ({
  ...common,
  table: 'folders',
  id,
  parentId,
  categoryId: 0,
  texts: { ...noItemTexts, fields: '', name, description },
})

export const itemOf = (id: number, texts: Texts, parentId: number | null = null): Element => ({
  ...common,
  table: 'items',
  id,
  parentId,
  categoryId: 6,
  texts: { ...noItemTexts, fields: '', ...texts },
})
