import { categoryKeys, type CategoryKey } from '#domain/platform/categories.ts'

/** The default names of the categories. An installation may rename them; ids never change. */
export const categoryTexts: Record<CategoryKey, string> = {
  server: 'Serveur',
  database: 'Base de données',
  mail: 'Messagerie',
  network: 'Réseau',
  application: 'Application',
  website: 'Site web',
  wifi: 'Wi-Fi',
  apiKey: "Clé ou jeton d'API",
  licence: 'Licence',
  bankCard: 'Carte ou compte bancaire',
  otp: 'OTP',
  other: 'Autre',
}

/** Returns the category of a default name, as exports write it; null for any other text. */
export const categoryNamed = (name: string): CategoryKey | null =>
  categoryKeys.find((key) => categoryTexts[key] === name) ?? null
