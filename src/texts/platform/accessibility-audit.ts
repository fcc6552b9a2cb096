/** Generated from docs/accessibilite.md: run « npm run accessibility ». */
import type { Audit } from './documents.ts'
import type { accessibilityLevels } from './shell.ts'

/** Separate, for the pages: they need no more of the audit. */
export const auditLevel: keyof typeof accessibilityLevels = 'full'

export const audit: Audit = {
  date: '2026-11-26',
  author: "l'équipe qui développe Trousseau, sans organisme extérieur",
  technologies: 'HTML5, CSS, JavaScript, SVG, WAI-ARIA, PDF',
  environment: 'Chromium sous Linux, à 1440 × 900 et 320 × 640 pixels CSS, en thème clair et en thème sombre',
  tools: "axe-core 4.14, Playwright, arbre d'accessibilité et outils de développement de Chromium",
  limits:
    "aucun essai avec un lecteur d'écran réel (NVDA, JAWS, VoiceOver) ni avec des personnes handicapées. Les points d'un champ masqué ne cachent le secret saisi qu'à l'écran\u00a0: un lecteur d'écran peut le prononcer",
  pages: [
    'P1\u00a0: connexion, /auth',
    'P2\u00a0: second facteur, /auth après le mot de passe',
    'P3\u00a0: explorateur avec son panneau de détail, /routes/explorer',
    "P4\u00a0: fenêtre «\u00a0Nouveau mot de passe\u00a0», dans l'explorateur",
    "P5\u00a0: résultats de la recherche, dans l'explorateur",
    'P6\u00a0: corbeille, /routes/trash',
    'P7\u00a0: utilisateurs, /routes/user',
    'P8\u00a0: tableau de bord, /routes/dashboard',
    'P9\u00a0: mon compte, /routes/account',
    "P10\u00a0: lecture d'un message à usage unique, /nota/…, avant et après «\u00a0Révéler\u00a0»",
  ],
  counts: {
    conform: 76,
    failed: 0,
    unrelated: 30,
  },
  rate: 100,
  faults: [],
}
