/** Reading a one-time secret off the picture of a QR code. */
export const otpPictureTexts = {
  help: "La clé que le site affiche à côté de son QR code, son adresse otpauth://, ou l'image du QR code, choisie, collée ou déposée ici",
  choose: "Lire l'image d'un QR code",
  reading: "Lecture de l'image…",
  read: 'QR code lu',
  readOf: (whose: string) => `QR code lu\u00a0: ${whose}`,
  problems: {
    notPicture:
      "Ce fichier n'est pas une image lisible\u00a0: choisissez un PNG, un JPEG, un WebP ou un GIF.",
    tooLarge: 'Cette image est trop volumineuse (10\u00a0Mo au plus)\u00a0: recadrez-la sur le QR code.',
    single: 'Une seule image à la fois.',
    noCode:
      'Aucun QR code lisible dans cette image\u00a0: prenez-la de face, nette et entière, avec sa marge.',
    noSecret:
      "Ce QR code ne contient pas de secret OTP\u00a0: choisissez celui que le site affiche pour l'ajouter à une application d'authentification.",
    migration:
      "Ce QR code est un export de plusieurs comptes d'une application d'authentification\u00a0: demandez au site un QR code pour ce seul compte.",
  },
} as const

export type OtpPictureProblem = keyof typeof otpPictureTexts.problems
