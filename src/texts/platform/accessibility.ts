import { audit, auditLevel } from './accessibility-audit.ts'
import { contactOf, operatorOf, type DocumentText, type OperatorFacts } from './documents.ts'
import { formatDate } from './format.ts'
import { accessibilityLevels } from './shell.ts'

const { counts, rate } = audit
const day = formatDate(Date.parse(audit.date), { dateStyle: 'long', timeZone: 'UTC' })

/** The declaration of accessibility: what the law of 11 February 2005, article 47, asks for, from the audit. */
export const declarationText = (facts: OperatorFacts): DocumentText => ({
  title: "Déclaration d'accessibilité",
  lead: `Cette déclaration porte sur l'application Trousseau telle que ${operatorOf(facts)} la met à disposition. L'article 47 de la loi n°\u00a02005-102 du 11\u00a0février 2005 demande que les services numériques soient accessibles à tous.`,
  sections: [
    {
      heading: 'État de conformité',
      paragraphs: [
        `Trousseau est ${accessibilityLevels[auditLevel]} au référentiel général d'amélioration de l'accessibilité (RGAA), version\u00a04.1${counts.failed === 0 ? '.' : ', en raison des non-conformités énumérées ci-dessous.'}`,
      ],
    },
    {
      heading: 'Résultat des tests',
      paragraphs: [
        `L'audit a été fait le ${day} par ${audit.author}. Sur les ${counts.conform + counts.failed} critères applicables, ${counts.conform} sont respectés, soit ${rate}\u00a0%. Les ${counts.unrelated} autres critères ne s'appliquent pas.`,
        `Limites de l'audit\u00a0: ${audit.limits}. Le contenu que chacun enregistre dans les coffres n'a pas été examiné.`,
      ],
    },
    {
      heading: 'Contenus non accessibles',
      paragraphs: [counts.failed === 0 ? 'Aucun.' : 'Les critères suivants ne sont pas respectés\u00a0:'],
      list: audit.faults.map(
        ({ number, subject, seen }) => `Critère ${number}, ${lowered(subject)}. ${seen}`,
      ),
    },
    {
      heading: 'Dérogations et contenus exemptés',
      paragraphs: [
        "Aucune dérogation pour charge disproportionnée n'est invoquée. Aucun contenu n'est tenu pour exempté.",
      ],
    },
    {
      heading: 'Pages vérifiées',
      paragraphs: [],
      list: audit.pages,
    },
    {
      heading: 'Établissement de cette déclaration',
      paragraphs: [`Cette déclaration a été établie le ${day}.`],
      list: [
        `Technologies\u00a0: ${audit.technologies}`,
        `Environnement de test\u00a0: ${audit.environment}`,
        `Outils\u00a0: ${audit.tools}`,
      ],
    },
    {
      heading: 'Retour et contact',
      paragraphs: [
        `Si un contenu ou une fonction vous est inaccessible, demandez de l'aide ou une autre forme à\u00a0: ${contactOf(facts)}.`,
      ],
    },
    {
      heading: 'Voies de recours',
      paragraphs: [
        'Si vous avez signalé un défaut et que la réponse manque ou ne vous convient pas, vous pouvez saisir gratuitement le Défenseur des droits\u00a0:',
      ],
      list: [
        'par son formulaire en ligne\u00a0: https://formulaire.defenseurdesdroits.fr\u00a0;',
        'auprès de son délégué dans votre région\u00a0: https://www.defenseurdesdroits.fr/saisir/delegues\u00a0;',
        'par courrier, sans timbre\u00a0: Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07.',
      ],
    },
  ],
})

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
