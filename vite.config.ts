/**
 * The web build. Entry points rather than one with split routes: /auth and /setup must stay
 * under 110 KB of script, so they share neither the router nor the tables with the application.
 *
 *   auth.html -> auth.tsx    sign-in and setup
 *   app.html  -> main.tsx    everything behind the sign-in, its rare parts loaded on demand
 *
 * `vite build --mode nota` adds nota.html: the link of a one-time message, whose reader may have no account. In files
 * shared with the others it would load what only they use. `--mode fragments` builds fragments.tsx for the server
 * (dist/fragments), `--mode demo` adds demo.tsx to the pages: apart, since no document of an installation is to carry a
 * byte of it.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { oldBrowserText } from '#texts/platform/old-browser.ts'
import { bundles, singleIcons } from './scripts/bundles.ts'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * React Aria carries its sentences in 34 languages. Every one is answered with the French
 * module, so that one copy is bundled and no browser language can find a gap.
 */
function frenchOnly(): Plugin {
  const sentences = /[\\/]private[\\/]intl[\\/][^\\/]+[\\/](?!fr-FR)[a-z]{2}-[A-Z]{2}\.mjs$/
  return {
    name: 'trousseau:french-only',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!/\/intl\/[^/]+\/[a-z]{2}-[A-Z]{2}\.mjs$/.test(source)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (found === null || !sentences.test(found.id)) return found
      return { ...found, id: found.id.replace(/[a-z]{2}-[A-Z]{2}\.mjs$/, 'fr-FR.mjs') }
    },
  }
}

/** Leaves out the sentences about the calls: the server's documentation of the API has them, no page shows them. */
function withoutSummaries(): Plugin {
  const contract = here('src/contract/')
  const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),/g
  return {
    name: 'trousseau:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(contract) ? { code: code.replace(summary, "summary: '',"), map: null } : null,
  }
}

/**
 * Replaces the pages of the guide by their value. They quote the texts of all screens: imported, those texts would be
 * cut out of what every page loads first, into files of their own that weigh more.
 */
function writtenGuide(): Plugin {
  const pages = here('src/texts/office/guide/pages.ts')
  return {
    name: 'trousseau:written-guide',
    apply: 'build',
    async load(id) {
      if (id !== pages) return null
      const { guideParts } = (await import(pathToFileURL(id).href)) as { guideParts: unknown }
      return `export const guideParts = ${JSON.stringify(guideParts)}`
    },
  }
}

/** The files that the page should ask for before its style sheet has been read. */
const preloadedFonts = /atkinson-hyperlegible-next-latin-(?:400|600)-normal-[^/]*\.woff2$/

/** What too old a browser shows, see platform/ui/reset.css. */
const oldBrowser: HtmlTagDescriptor = {
  tag: 'p',
  attrs: { class: 'old-browser' },
  children: oldBrowserText,
  injectTo: 'body-prepend',
}

/** The scripts that run before the first paint, before all others: files, as the CSP refuses inline ones. */
const earlyScripts = {
  'early.js': ['early.js'],
  'early-app.js': ['early.js', 'early-explorer.js'],
} as const

const earlyScriptOf = (path: string): keyof typeof earlyScripts =>
  path.endsWith('app.html') ? 'early-app.js' : 'early.js'

/** Adds to each page what too old a browser shows, and what the build alone knows: its early script, and the hashed font files, after it. */
function pageHead(): Plugin {
  let building = false
  return {
    name: 'trousseau:page-head',
    configResolved(config) {
      building = config.command === 'build'
    },
    buildStart() {
      if (!building) return
      for (const [name, parts] of Object.entries(earlyScripts)) {
        const source = parts.map((part) => readFileSync(here(`src/web/${part}`), 'utf8')).join('')
        const minified = source
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\n\s*/g, '\n')
          .trim()
        this.emitFile({ type: 'asset', name, source: minified })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        const script = earlyScriptOf(path)
        const early = (src: string): HtmlTagDescriptor => ({
          tag: 'script',
          attrs: { src: `/${src}` },
          injectTo: 'head-prepend',
        })
        if (bundle === undefined) return [...earlyScripts[script].map(early), oldBrowser]
        const built = Object.values(bundle).find(
          (file) => file.type === 'asset' && file.names.includes(script),
        )
        if (built === undefined) throw new Error(`${script} is missing`)
        // On a slow network they would delay the script of the application.
        const fonts = Object.keys(bundle)
          .filter((file) => preloadedFonts.test(file) && !path.endsWith('app.html'))
          .map<HtmlTagDescriptor>((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          }))
        return [early(built.fileName), ...fonts, oldBrowser]
      },
    },
  }
}

export default defineConfig(({ mode }) => {
  const fragments = mode === 'fragments'
  const demo = mode === 'demo'
  const nota = mode === 'nota'
  const added = demo || nota
  return {
    root: here('src/web'),
    publicDir: here('src/web/public'),
    cacheDir: here('node_modules/.vite'),
    plugins: [
      frenchOnly(),
      singleIcons(),
      withoutSummaries(),
      writtenGuide(),
      react(),
      ...(fragments || demo ? [] : [pageHead()]),
    ],
    css: {
      modules: { generateScopedName: '[name]_[local]_[hash:base64:5]' },
    },
    define: {
      'process.env.NODE_ENV': JSON.stringify(
        ['development', 'test'].includes(mode) ? 'development' : 'production',
      ),
    },
    ssr: { noExternal: fragments ? true : [] },
    build: {
      target: ['chrome127', 'firefox128', 'safari17'],
      outDir: here(fragments ? 'dist/fragments' : 'dist/web'),
      emptyOutDir: !added,
      assetsInlineLimit: 0,
      copyPublicDir: !fragments && !added,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      manifest: added ? `.vite/manifest-${mode}.json` : !fragments,
      ssr: fragments,
      rolldownOptions: {
        input: fragments
          ? { fragments: here('src/web/fragments.tsx') }
          : demo
            ? { demo: here('src/web/demo.tsx') }
            : nota
              ? { nota: here('src/web/nota.html') }
              : { auth: here('src/web/auth.html'), app: here('src/web/app.html') },
        ...(fragments || added ? {} : { output: { codeSplitting: { groups: bundles() } } }),
      },
    },
  }
})
