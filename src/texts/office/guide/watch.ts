import { administrationTexts } from '#texts/office/administration.ts'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { alertTexts } from '#texts/office/alerts.ts'
import { journalGroupTexts, journalTexts } from '#texts/office/journal.ts'
import { backupTexts } from '#texts/office/installation-state.ts'
import { userTexts } from '#texts/office/users.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { label, list, note, picture, section, steps, table, text, type GuidePage } from './model.ts'

export const watchPage: GuidePage = {
  id: 'watch',
  title: 'Sauvegarder et surveiller',
  lead: "Ce que la personne qui exploite le serveur doit avoir en place, et ce qu'un administrateur regarde.",
  sections: [
    section(
      'backup',
      'Sauvegarder',
      steps(
        `Réglez une sauvegarde par nuit, comme l'explique ${label(backupTexts.title)} à la page ${label(shellTexts.rail.administration)}. Sa carte devient rouge quand une sauvegarde échoue ou tarde, et un e-mail le dit.`,
        'Gardez à part la clé racine et la clé privée des sauvegardes : qui a les trois lit tout, sauf les coffres protégés par une clé maître.',
        "Vérifiez-en une sur une autre machine, et restaurez-la une fois, avant d'en avoir besoin.",
      ),
      note('Sans la clé racine, personne ne peut déchiffrer la base, pas même les auteurs de Trousseau.'),
    ),
    section(
      'weekly',
      'Regarder chaque semaine',
      list(
        `${label(shellTexts.rail.administration)} : les e-mails abandonnés et les réseaux bloqués, à ${label(administrationTexts.mail.title)} et ${label(administrationTexts.networks.title)}.`,
        `${label(shellTexts.dashboard)} : les mots de passe faibles ou réutilisés, à ${label(dashboardTexts.company.title)}.`,
        `${label(shellTexts.rail.users)} : les comptes qui dorment, par le filtre ${label(userTexts.filters.signIns.over90Days)}.`,
      ),
      picture('dashboard'),
    ),
    section(
      'journal',
      'Savoir qui a fait quoi',
      text(
        `${label(shellTexts.rail.journal)} montre les actions enregistrées, les plus récentes d'abord. Un administrateur y voit ce qui touche ses banques, un super administrateur voit tout. Aucun secret n'y figure.`,
      ),
      steps(
        `Tapez un nom ou une adresse IP, ou choisissez un ${label(journalTexts.filters.group)}, par exemple ${label(journalGroupTexts.secrets)}.`,
        `Pour aller à un jour, remplissez ${label(journalTexts.filters.from)} et ${label(journalTexts.filters.to)}.`,
        `Ouvrez une ligne pour son détail, puis ${label(journalTexts.details.onlyPerson)} ou ${label(journalTexts.details.onlyItem)} pour suivre une piste.`,
        `${label(journalTexts.export.button)} enregistre dans un fichier ce que les filtres montrent. L'export est lui-même inscrit au journal.`,
      ),
      note(
        `Les noms des mots de passe n'apparaissent qu'à ceux qui peuvent les lire. Qui a tous les droits sur un coffre trouve son journal dans le menu du coffre, à ${label(explorerTexts.journal)}.`,
      ),
    ),
    section(
      'alerts',
      'Être prévenu',
      text(
        `${label(alertTexts.title)}, en tête de la page ${label(shellTexts.rail.administration)}, montre ce qui sort de l'ordinaire. Un e-mail le dit aussi à ceux qui peuvent voir l'alerte : les super administrateurs, et les administrateurs de la personne et du coffre.`,
      ),
      steps(
        `Choisissez ${label(alertTexts.journal)} pour lire les actions elles-mêmes.`,
        'Demandez à la personne si cela était prévu, de vive voix.',
        `Si oui, choisissez ${label(alertTexts.see)} : l'alerte est rangée pour tout le monde, et le journal dit par qui. Sinon, terminez ses sessions.`,
      ),
    ),
    section(
      'documents',
      "Les documents de l'exploitant",
      text('Ils sont livrés avec Trousseau.'),
      table(
        "Documents de l'exploitant",
        ['Pour', 'Lire'],
        [
          ['Installer, mettre à jour', 'docs/fr/installation.md'],
          ['Surveiller, relier, réparer', 'docs/fr/exploitation.md'],
          ['Sauvegarder, restaurer', 'docs/fr/sauvegarde.md'],
          ['Savoir ce qui est protégé, et de qui', 'docs/fr/securite.md'],
          ['Connaître chaque réglage', 'docs/fr/reglages.md'],
        ],
      ),
    ),
  ],
}
