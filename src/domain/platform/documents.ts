/** The documents of an installation: the file that each is served as, under `documentFolder`. */
export const documentFiles = {
  terms: 'conditions-d-utilisation.pdf',
  privacy: 'politique-de-confidentialite.pdf',
  legal: 'mentions-legales.pdf',
  guide: 'guide.pdf',
} as const
export type DocumentName = keyof typeof documentFiles
export const documentNames = Object.keys(documentFiles) as DocumentName[]

const documentFolder = '/documents/'

/** Where a document is read, signed in or not. */
export const documentAddress = (name: DocumentName): string => documentFolder + documentFiles[name]
