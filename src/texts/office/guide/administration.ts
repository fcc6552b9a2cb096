import { administrationTexts } from '#texts/office/administration.ts'
import { stateTexts } from '#texts/office/installation-state.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { label, list, note, page, picture, section, steps, text, type GuidePage } from './model.ts'

const { client, template, mail, networks } = administrationTexts

export const administrationPage: GuidePage = {
  id: 'administration',
  title: 'Administration',
  lead: "Les modèles de dossiers, les catégories, et l'état de l'installation.",
  sections: [
    section(
      'state',
      "Lire l'état de l'installation",
      text(
        `En tête de page, un super administrateur voit une carte par sujet : ${label(stateTexts.people.title)}, ${label(stateTexts.health.title)}, ${label(stateTexts.mails.title)}, ${label(stateTexts.keys.title)}, ${label(stateTexts.backups.title)}, ${label(stateTexts.journal.title)}, ${label(stateTexts.settings.title)} et ${label(stateTexts.version.title)}. Un défaut dit ce qu'il faut faire.`,
      ),
      text(
        `${label(stateTexts.settings.link)} montre chaque réglage, sa valeur et où le changer. Les secrets n'y sont jamais affichés.`,
      ),
    ),
    section(
      'client',
      "Créer les dossiers d'un client",
      steps(
        `À ${label(client.title)}, donnez le ${label(client.name)}.`,
        `Choisissez le ${label(client.chest)} : seuls les coffres où vous pouvez créer sont proposés.`,
        `Choisissez ${label(client.submit)}, relisez, puis confirmez.`,
      ),
      picture('administration'),
    ),
    section(
      'template',
      'Changer le modèle',
      text(
        `Le ${label(template.title)} vaut pour une banque, ou pour toutes celles qui n'ont pas le leur. Le changer ne touche pas les dossiers déjà créés.`,
      ),
      list(
        `${label(template.views.tree)} : ajoutez, renommez (touche F2), supprimez ; déplacez à la souris, ou par Alt et les flèches.`,
        `${label(template.views.text)} : le même modèle en texte, pour le copier ailleurs.`,
      ),
    ),
    section(
      'categories',
      'Renommer les catégories',
      text(
        `Un super administrateur renomme les ${label(itemTexts.categories.title)} pour toute l'installation. L'ordre et les icônes ne changent pas.`,
      ),
    ),
    section(
      'mail',
      "Vérifier l'envoi des e-mails",
      text(
        `${label(mail.title)} dit par où partent les e-mails, combien attendent, et la dernière erreur. Sans serveur SMTP, ils sont écrits dans le dossier des données.`,
      ),
    ),
    section(
      'networks',
      "Lever le blocage d'un réseau",
      text(
        'Après trop de connexions échouées depuis un même réseau, les navigateurs inconnus de ce réseau doivent attendre.',
      ),
      steps(
        "Assurez-vous que les essais viennent de vos collègues, et non d'une attaque.",
        `À ${label(networks.title)}, choisissez ${label(networks.lift)}.`,
      ),
      note('Les navigateurs déjà connus et les personnes connectées ne sont pas concernés.'),
    ),
    section(
      'more',
      'Voir aussi',
      list(
        `Les groupes de l'annuaire : ${page('directory')}.`,
        `Les sauvegardes et la surveillance : ${page('watch')}.`,
      ),
    ),
  ],
}
