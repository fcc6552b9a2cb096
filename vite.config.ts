/**
 * The web build. Three entry points rather than one with split routes: /auth and /setup must stay
 * under 110 KB of script, so they share neither the router nor the tables with the application.
 *
 *   auth.html -> auth.tsx    sign-in and setup
 *   nota.html -> nota.tsx    the link of a one-time message, whose reader may have no account
 *   app.html  -> main.tsx    everything behind the sign-in, its rare parts loaded on demand
 *
 * `vite build --mode fragments` builds fragments.tsx for the server instead (dist/fragments), `--mode demo` adds
 * demo.tsx to the pages: apart, since no document of an installation is to carry a byte of it.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
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

/** The files that the page should ask for before its style sheet has been read. */
const preloadedFonts = /atkinson-hyperlegible-next-latin-(?:400|600)-normal-[^/]*\.woff2$/

/**
 * Adds to each page what the build alone knows: the hashed font files to preload, and the short
 * script that sets the chosen theme before the first paint (a file, as the CSP refuses inline).
 */
function pageHead(): Plugin {
  let script = ''
  let building = false
  return {
    name: 'trousseau:page-head',
    configResolved(config) {
      building = config.command === 'build'
    },
    buildStart() {
      if (!building) return
      const source = readFileSync(here('src/web/theme-early.js'), 'utf8')
      const minified = source
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\n\s*/g, '\n')
        .trim()
      script = this.emitFile({ type: 'asset', name: 'theme-early.js', source: minified })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) {
          return [{ tag: 'script', attrs: { src: '/theme-early.js' }, injectTo: 'head' }]
        }
        const files = Object.keys(bundle)
        const early = files.find((file) => /theme-early-[^/]*\.js$/.test(file))
        if (early === undefined) throw new Error(`theme-early.js is missing (${script})`)
        const fonts = files
          .filter((file) => preloadedFonts.test(file))
          .map<HtmlTagDescriptor>((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          }))
        return [...fonts, { tag: 'script', attrs: { src: `/${early}` }, injectTo: 'head' }]
      },
    },
  }
}

/** What all pages are made of, with all that it needs: in one file it weighs least. */
const base = {
  name: 'base',
  test: /src[\\/](?:web[\\/]platform[\\/](?:ui[\\/](?:UiProvider|TextField|PasswordField|Form|useForm|useDebounced)|shell[\\/]checks)|contract[\\/]identity[\\/]sign-in)\.tsx?$/,
}

export default defineConfig(({ mode }) => {
  const fragments = mode === 'fragments'
  const demo = mode === 'demo'
  return {
    root: here('src/web'),
    publicDir: here('src/web/public'),
    cacheDir: here('node_modules/.vite'),
    plugins: [frenchOnly(), react(), ...(fragments || demo ? [] : [pageHead()])],
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
      target: ['chrome123', 'firefox128', 'safari17.5'],
      outDir: here(fragments ? 'dist/fragments' : 'dist/web'),
      emptyOutDir: !demo,
      assetsInlineLimit: 0,
      copyPublicDir: !fragments && !demo,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      manifest: demo ? '.vite/manifest-demo.json' : !fragments,
      ssr: fragments,
      rolldownOptions: {
        input: fragments
          ? { fragments: here('src/web/fragments.tsx') }
          : demo
            ? { demo: here('src/web/demo.tsx') }
            : {
                auth: here('src/web/auth.html'),
                nota: here('src/web/nota.html'),
                app: here('src/web/app.html'),
              },
        ...(fragments || demo ? {} : { output: { codeSplitting: { groups: [base] } } }),
      },
    },
  }
})
