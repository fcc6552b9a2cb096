/** What a browser shows for an address that leads nowhere; it stands alone, before any script. */
export const notFoundPage = `<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Page introuvable · Trousseau</title>
  </head>
  <body>
    <main>
      <h1>Page introuvable</h1>
      <p>Cette adresse n'existe pas, ou ne sert plus.</p>
      <p><a href="/auth">Aller à la connexion</a></p>
    </main>
  </body>
</html>
`
