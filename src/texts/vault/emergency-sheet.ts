import { nbsp } from '#texts/platform/format.ts'

/** The emergency sheet on paper. */
export const sheetTexts = {
  title: 'Fiche de secours',
  ofChest: (name: string) => `Coffre «${nbsp}${name}${nbsp}»`,
  ofFolder: (name: string) => `Dossier «${nbsp}${name}${nbsp}»`,
  made: (date: string, by: string) => `Faite le ${date} par ${by}.`,
  /** Of a field, on the line above its value. */
  above: (label: string) => `${label}${nbsp}:`,
  keep: "À conserver dans un coffre-fort, sous enveloppe fermée. Détruisez l'ancienne fiche quand vous en imprimez une nouvelle, et supprimez le fichier PDF après l'impression.",
  /** What the marks in values mean; only where there are some. */
  marks: `Entre ‹${nbsp}›, un seul caractère${nbsp}: une espace difficile à voir, ou, par son numéro Unicode, un signe que cette police n'a pas ou un accent séparé de sa lettre.`,
  space: 'espace',
  login: 'Identifiant',
  address: 'Adresse',
  password: 'Mot de passe',
  description: 'Description',
  renewBefore: 'À renouveler',
  folder: 'Dossier',
  otp: 'Code OTP',
  otpHow: 'à scanner dans une application',
  otpAlt: (name: string) => `QR code de l'OTP de ${name}`,
  wifi: 'Wi-Fi',
  wifiHow: 'à scanner pour se connecter',
  wifiAlt: (name: string) => `QR code du réseau Wi-Fi de ${name}`,
  none: 'Aucun mot de passe.',
} as const
