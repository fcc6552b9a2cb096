/**
 * The first visit of the explorer on a slow telephone, in this build and in former ones, in turn: other work of the machine
 * affects all. `node bench/cold-builds.ts --former FOLDER [--former FOLDER] [--rounds 7]`; a folder holds former sources with
 * their modules and built pages. Each build seeds and serves an installation of its own, on SQLite.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { middle, openCold, type Cold } from './cold.ts'
import { startServer } from './server.ts'

const { values } = parseArgs({
  options: { former: { type: 'string', multiple: true }, rounds: { type: 'string', default: '7' } },
})
if (values.former === undefined) throw new Error('--former FOLDER is missing')

/** Seeds an installation with a build's own code, and serves it. */
async function startBuild(root: string) {
  const of = <Module>(file: string): Promise<Module> => import(resolve(root, 'bench', file))
  const { makeInstallation } = await of<typeof import('./installation.ts')>('installation.ts')
  const { seedBrowser } = await of<typeof import('./seed-browser.ts')>('seed-browser.ts')
  const installation = await makeInstallation('sqlite')
  const seeded = await seedBrowser(installation)
  const server = await startServer({ ...installation, entry: resolve(root, 'src/server/main.ts') })
  return {
    root,
    visits: [] as Cold[],
    visit: () => openCold(server.url, installation.folder, seeded),
    remove: async () => {
      await server.stop()
      await installation.remove()
    },
  }
}

const builds: Awaited<ReturnType<typeof startBuild>>[] = []
try {
  for (const root of [...values.former, '.']) builds.push(await startBuild(resolve(root)))
  // The first round warms the servers.
  for (let round = 0; round <= Number(values.rounds); round += 1)
    // The order alternates too: what drifts within a round favours none.
    for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
      const visit = await build.visit()
      if (round > 0) build.visits.push(visit)
    }
  for (const { root, visits } of builds) {
    const of = (name: keyof Cold) => Math.round(middle(visits.map((visit) => visit[name])))
    process.stdout.write(
      `${root}: painted ${of('paintMs')} ms, names shown ${of('shownMs')} ms, focus ${of('usableMs')} ms, ` +
        `dialog ${of('dialogMs')} ms, ${of('requests')} requests, ${of('calls')} calls, ${Math.round(of('bytes') / 1024)} KiB\n`,
    )
  }
} finally {
  for (const build of builds) await build.remove()
}
