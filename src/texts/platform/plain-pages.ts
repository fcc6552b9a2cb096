/** A page that stands alone, before any script. */
const plainPage = (title: string, lines: readonly string[]): string => `<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Trousseau</title>
    <link rel="stylesheet" href="/plain.css">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
${lines.map((line) => `      <p>${line}</p>`).join('\n')}
    </main>
  </body>
</html>
`

/** What a browser shows for an address that leads nowhere. */
export const notFoundPage = plainPage('Page introuvable', [
  "Cette adresse n'existe pas, ou ne sert plus.",
  '<a href="/auth">Aller à la connexion</a>',
])

/** What it shows as long as nobody has given the passphrase. */
export const sealedPage = plainPage('Trousseau est scellé', [
  'Un administrateur doit donner la phrase de passe. Revenez dans un moment.',
])
