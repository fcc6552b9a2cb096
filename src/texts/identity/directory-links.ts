import type { LinkVerdict } from '#domain/identity/directory-links.ts'
import { nbsp } from '#texts/platform/format.ts'

/** The entries of an account in the directory, and the act that links it to another one. */
export const directoryLinkTexts = {
  title: (name: string) => `Relier ${name} à nouveau`,
  readFailed: "Les entrées de l'annuaire n'ont pas pu être lues",
  linked: 'Liée à ce compte',
  found: (name: string) => `Trouvée sous le nom «${nbsp}${name}${nbsp}»`,
  name: 'Nom',
  email: 'E-mail',
  place: 'Emplacement',
  state: 'État',
  key: 'Identifiant',
  since: 'Liée le',
  states: { enabled: "dans l'annuaire", disabled: "désactivée dans l'annuaire" },
  gone: "L'annuaire n'a plus cette entrée.",
  none: "L'annuaire ne trouve personne sous ce nom.",
  several: "L'annuaire trouve plusieurs personnes sous ce nom.",
  verdicts: {
    ready:
      "Une personne recréée dans l'annuaire n'hérite de rien. Si l'entrée trouvée est bien celle de cette personne, reliez-la\u00a0: elle se connectera à ce compte, avec ses coffres et ses droits.",
    unlinked:
      "Ce compte n'est encore lié à aucune entrée de l'annuaire. La première connexion le lie à celle qui porte ce nom.",
    unchanged: "Ce compte est lié à l'entrée que ce nom désigne. Il n'y a rien à relier.",
    missing:
      "L'annuaire ne trouve personne sous ce nom. Pour en donner un autre, modifiez le champ «\u00a0Compte SAM\u00a0» de ce compte.",
    ambiguous: "L'annuaire trouve plusieurs personnes sous ce nom. Précisez LDAP_USER_FILTER.",
    taken: "L'entrée trouvée est déjà celle d'un autre compte. Un compte ne peut pas la reprendre.",
  } satisfies Record<LinkVerdict, string>,
  /** The former entry is still there: the name may be that of another person. */
  stillThere:
    "L'entrée liée existe encore dans l'annuaire. L'autre est peut-être celle d'un homonyme\u00a0: vérifiez avant de relier.",
  ends: "Ses sessions seront terminées, et un e-mail l'en avertira. Ses groupes venus de l'annuaire seront relus à sa prochaine connexion.",
  relink: 'Relier à nouveau',
  relinked: "Le compte est relié à la nouvelle entrée de l'annuaire",
  close: 'Fermer',
} as const
