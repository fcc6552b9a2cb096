import type { KnipConfig } from 'knip'

/** What a style sheet asks for, as imports: knip reads no sheets by itself. */
const importsOf = (sheet: string): string =>
  [...sheet.matchAll(/(?:@import |url\()['"]([^'"]+)['"]/g)].map(([, path]) => `import '${path}'`).join('\n')

export default {
  entry: [
    // Served as it is: what the pages without script look like.
    'src/web/public/plain.css',
    'scripts/*.{mjs,ts}',
    'scripts/demo/{main,screenshots}.ts',
    'src/server/main.ts',
    'src/server/trousseau.ts',
    'src/{server,web}/testing/*.{ts,tsx}',
    // Loaded by their folder (samples/all.ts).
    'src/server/vault/imports/formats/samples/documented-*.ts',
    'src/web/{main,auth,nota,demo,fragments}.tsx',
    'src/web/early{,-explorer}.js',
    'bench/**/*.ts',
    'e2e/*.ts',
    'e2e/engines/run.ts',
    'scripts/directory/run.ts',
  ],
  project: ['src/**/*.{ts,tsx,js,css}', 'scripts/**/*.{mjs,ts}', 'bench/**/*.ts', 'e2e/**/*.ts'],
  ignoreExportsUsedInFile: true,
  ignoreBinaries: [
    'openssl',
    'taskset',
    'wrk',
    'apt-get',
    'haproxy',
    'unshare',
    'keepassxc-cli',
    'dpkg-deb',
    'debootstrap',
    'lintian',
    'systemd-analyze',
    'Xvfb',
    'xclip',
    'firefox-esr',
    'samba',
    'samba-tool',
    'ldbmodify',
    'postfix',
    'update-ca-certificates',
    'WebKitWebDriver',
  ],
  compilers: { css: importsOf },
} satisfies KnipConfig
