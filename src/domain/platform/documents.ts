/** The documents of an installation: the file name of each below `documentFolder`. */
export const documentFiles = {
  terms: 'conditions-d-utilisation.pdf',
  privacy: 'politique-de-confidentialite.pdf',
  legal: 'mentions-legales.pdf',
  guide: 'guide.pdf',
} as const
export type DocumentName = keyof typeof documentFiles
export const documentNames = Object.keys(documentFiles) as DocumentName[]

const documentFolder = '/documents/'

/** The declaration of accessibility: a page, since a download is harder to read for many of its readers. */
export const declarationAddress = `${documentFolder}declaration-d-accessibilite.html`

/** Returns the address of a document, which is public. */
export const documentAddress = (name: DocumentName): string => documentFolder + documentFiles[name]
