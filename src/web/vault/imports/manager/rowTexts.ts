import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import type { PreviewRow } from './usePreview.ts'

export const nameOfRow = ({ name }: PreviewRow): string => (name === '' ? texts.unnamed : name)

export const pathOfRow = ({ path }: PreviewRow): string =>
  path.length === 0 ? texts.atRoot : texts.path(path)

/** Returns what an entry holds besides its texts: password, OTP, fields, attachments, day of renewal. */
export function contentText({ password, otp, fields, attachments, renewBefore }: PreviewRow): string {
  const { content } = texts
  return [
    ...(password ? [content.password] : []),
    ...(otp ? [content.otp] : []),
    ...(fields > 0 ? [content.fields(fields)] : []),
    ...(attachments > 0 ? [content.attachments(attachments)] : []),
    ...(renewBefore === null ? [] : [content.renewal(renewBefore)]),
  ].join(', ')
}

/** Returns the labels of the extra fields that an entry brings, with a mark for those whose value is concealed. */
export const fieldLines = ({ fieldLabels }: PreviewRow): string[] =>
  fieldLabels.map(({ label, concealed }) => (concealed ? texts.concealedField(label) : label))
