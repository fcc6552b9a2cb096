import type { ReasonCode } from '#domain/platform/password-guess.ts'
import type { StrengthFlag, StrengthLevel } from '#domain/platform/password-strength.ts'

/** The word of each level. */
export const strengthTexts: Record<StrengthLevel, string> = {
  0: 'Aucun',
  1: 'Très faible',
  2: 'Faible',
  3: 'Moyen',
  4: 'Fort (recommandé)',
  5: 'Très fort',
}

/** Which characters the count found. */
export const alphabetTexts: Record<StrengthFlag, string> = {
  isSymVeryWeak2: 'Deux symboles : 0 et 1',
  isSymWeak10: '10 symboles : des chiffres',
  isSymAverage16: '16 symboles : des chiffres et les lettres A à F',
  isSymAverage26: '26 symboles : des lettres, toutes minuscules ou toutes majuscules',
  isSymAverage36: "36 symboles : des chiffres et des lettres d'une seule casse",
  isSymAverage52: '52 symboles : des minuscules et des majuscules',
  isSymStrong62: '62 symboles : des minuscules, des majuscules et des chiffres',
  isSymVeryStrong70:
    '70 symboles : des lettres, des chiffres et des caractères spéciaux courants (! # $ * % ?)',
  isSymVeryStrong90: "90 symboles : des caractères de toutes sortes, dont d'autres signes ou des accents",
}

/** Why a password is easier to guess than its length lets believe. */
export const guessReasonTexts: Record<ReasonCode, string> = {
  FORBIDDEN_WORD: "Il contient le nom ou l'identifiant de cet élément",
  COMMON_PASSWORD: 'Il contient un mot de passe très répandu',
  NAME: 'Il contient un prénom ou un nom de famille',
  COMMON_WORD: 'Il contient des mots courants',
  KEYBOARD: 'Il contient une suite de touches voisines sur le clavier',
  REPEAT: 'Il répète les mêmes caractères',
  SEQUENCE: 'Il contient une suite logique, comme abc, 123 ou lundi mardi',
  DATE: 'Il contient une date ou une année',
  SUBSTITUTION: 'Remplacer des lettres par des chiffres ou des signes (@ pour a) ne trompe personne',
  REVERSED: "Écrire un mot à l'envers ne le protège pas",
  GUESSABLE: 'Il est trop court pour résister à des essais répétés',
}
