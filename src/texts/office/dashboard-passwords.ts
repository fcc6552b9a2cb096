import type { Concern } from '#domain/vault/figures.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { counted, formatNumber, nbsp } from '#texts/platform/format.ts'
import { strengthTexts } from '#texts/platform/password-strength.ts'

/** The list of passwords that the figures lead to. */
export const passwordListTexts = {
  titles: {
    all: 'Mots de passe que vous pouvez lire',
    changeable: 'Mots de passe à changer',
    weak: 'Mots de passe faibles',
    reused: 'Mots de passe réutilisés',
    old: 'Mots de passe anciens',
    level: (level: StrengthLevel) => `Mots de passe «${nbsp}${strengthTexts[level]}${nbsp}»`,
  },
  table: 'Mots de passe',
  count: (count: number) => counted(count, 'mot de passe', 'mots de passe'),
  back: 'Retour au tableau de bord',
  companyNotice:
    "Cette liste ne montre que les mots de passe que vous pouvez lire. Les chiffres de l'entreprise peuvent en compter d'autres.",
  columns: {
    name: 'Nom',
    login: 'Identifiant',
    chest: 'Coffre',
    strength: 'Robustesse',
    concerns: 'Motifs',
    age: 'Changé',
  },
  concerns: {
    weak: () => 'Faible',
    reused: (sharedBy: number) => `Réutilisé${nbsp}(${formatNumber(sharedBy)})`,
    old: () => 'Ancien',
  } satisfies Record<Concern, (sharedBy: number) => string>,
  concernHints: {
    weak: 'Mot de passe faible ou très faible',
    reused: `Nombre de mots de passe identiques parmi ceux que vous pouvez lire`,
    old: "Mot de passe inchangé depuis plus d'un an",
  } satisfies Record<Concern, string>,
  filters: {
    chest: 'Coffre',
    anyChest: 'Tous les coffres',
    /** The chest of the address holds no matching password. */
    emptyChest: 'Coffre sans résultat',
    chestCount: (name: string, count: number) => `${name} (${formatNumber(count)})`,
    concern: 'Motif',
    anyConcern: 'Tous',
    concerns: { weak: 'Faibles', reused: 'Réutilisés', old: 'Anciens' } satisfies Record<Concern, string>,
    level: 'Robustesse',
    anyLevel: 'Toutes',
    changeable: 'Que je peux modifier',
    clear: 'Effacer les filtres',
  },
  none: 'Aucune donnée',
  noneDetail: 'Aucun mot de passe ne correspond à ces critères.',
} as const
