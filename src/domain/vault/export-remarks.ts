/** What KeePass or KeePassXC would read in another way than it is meant, in a database that is exported. */
export const exportRemarks = ['otpPeriod', 'placeholders', 'tabs', 'tags'] as const
export type ExportRemark = (typeof exportRemarks)[number]

/** How many items of an export each remark concerns. */
export type ExportRemarks = Readonly<Partial<Record<ExportRemark, number>>>

/** The header of the reply with the remarks, as JSON; absent without any. */
export const exportRemarksHeader = 'export-remarks'
