/** The operator of an installation, from its settings. */
export type OperatorFacts = {
  organisation: string | null
  address: string | null
  contact: string | null
  publisher: string | null
  hosting: string | null
}

/** A section of a document: paragraphs, then a list. */
export type DocumentSection = {
  heading: string
  paragraphs: readonly string[]
  list?: readonly string[]
}

export type DocumentText = {
  title: string
  /** Below the title: the purpose of the document and its readers. */
  lead: string
  sections: readonly DocumentSection[]
}

/** Returns the name of the operator in the documents. */
export const operatorOf = ({ organisation }: OperatorFacts): string =>
  organisation ?? "l'organisation qui exploite cette installation"

/** Returns the contact in the documents. */
export const contactOf = ({ contact }: OperatorFacts): string =>
  contact ?? "l'administrateur de cette installation"

export const documentTexts = {
  product: 'Trousseau',
  page: (page: number, of: number) => `Page ${page} sur ${of}`,
} as const
