import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }

/**
 * Returns a function that marks a built document as a demonstration, and adds the accounts to the sign-in page.
 * @param folder the folder of the build
 */
export function markerOf(folder: string): (html: string) => string {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest-demo.json'), 'utf8')) as Record<
    string,
    Entry
  >
  const styles = new Set<string>()
  const visit = (name: string): void => {
    for (const file of manifest[name]?.css ?? []) styles.add(file)
    for (const imported of manifest[name]?.imports ?? []) visit(imported)
  }
  visit('demo.tsx')
  const script = manifest['demo.tsx']?.file
  if (script === undefined) throw new Error('the build has no demo.tsx')
  const links = [...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  const added = [...links, `<script type="module" crossorigin src="/${script}"></script>`].join('')
  return (html) => {
    const marked = html.replace('id="root"', 'id="root" data-demonstration')
    return /src="\/assets\/auth-/.test(html) ? marked.replace('</head>', `${added}</head>`) : marked
  }
}
