/** What is known of who operates an installation, by its settings. */
export type OperatorFacts = {
  organisation: string | null
  address: string | null
  contact: string | null
  publisher: string | null
  hosting: string | null
}

/** A part of a document: paragraphs, then what is listed. */
export type DocumentSection = {
  heading: string
  paragraphs: readonly string[]
  list?: readonly string[]
}

export type DocumentText = {
  title: string
  /** Under the title: what this is and for whom. */
  lead: string
  sections: readonly DocumentSection[]
}

/** How the documents name who operates the installation. */
export const operatorOf = ({ organisation }: OperatorFacts): string =>
  organisation ?? "l'organisation qui exploite cette installation"

/** How they say whom to write to. */
export const contactOf = ({ contact }: OperatorFacts): string =>
  contact ?? "l'administrateur de cette installation"

export const documentTexts = {
  product: 'Trousseau',
  page: (page: number, of: number) => `Page ${page} sur ${of}`,
} as const
