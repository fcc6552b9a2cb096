import type { CategoryKey } from '#domain/platform/categories.ts'

/** The first names of the categories; an installation may rename them, ids never move. */
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
