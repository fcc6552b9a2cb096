import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorTexts } from '#texts/platform/errors.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, codeOf, enrol, newBrowser, rightPassword } from '#server/testing/sign-in.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { worldOf, type TestChest, type TestUser } from '#server/testing/world.ts'
import { UsageError, type Command } from './command.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { testAnswers } from './testing.ts'

const filePassword = 'Fichier-Export-2026!'
const csv =
  'Nom;Identifiant;Mot de passe;Adresse;Description;OTP;Dossier\r\nGLPI;marie;secret;;;;Réseau\r\nVPN;;autre;;;;\r\n'

eachEngine((engine) => {
  describe('import and export on the command line', () => {
    let app: TestApp
    let url: string
    let secret: string
    let user: TestUser
    let chest: TestChest
    let folder: string
    let count = 0
    beforeAll(async () => {
      app = await startTestApp(engine)
      url = await app.listen()
      user = await addAccount(app, 'camille', 'ROLE_SUPER_ADMINISTRATOR')
      secret = await enrol(app, newBrowser(app), 'camille')
      folder = mkdtempSync(join(tmpdir(), 'trousseau-remote-'))
    })
    beforeEach(async () => {
      count += 1
      app.time.now += 60_000
      chest = await worldOf(app).addChest(`Coffre ${count}`, user)
    })
    afterAll(async () => {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const write = (name: string, content: string | Buffer): string => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const code = () => codeOf(secret, app.time.now)
    /** Runs a command; `waiting` for the next code lets that time pass. */
    const run = async (command: Command, args: string[], answers: string[], isInteractive = false) => {
      const { terminal, said } = testAnswers(answers, isInteractive)
      const note = (line: string) => {
        if (line === texts.waiting) app.time.now += 30_000
        terminal.note(line)
      }
      const whole = ['--url', url, '--login', 'camille', '--chest', chest.name, ...args]
      const status = await command({
        env: {},
        args: whole,
        terminal: { ...terminal, note },
        clock: () => app.time.now,
      })
      return { status, said: said.map((line) => line.replaceAll('\u00a0', ' ')) }
    }
    const itemsOf = async (id: number) =>
      (await app.deps.db.selectFrom('items').select('id').where('chest_id', '=', id).execute()).length

    it('imports a file after its preview, and then has nothing to import [CMND-01]', async () => {
      const file = write('a.csv', csv)
      const first = await run(importCommand, [file], [rightPassword, code(), 'oui'])
      expect(first.said).toEqual([
        expect.stringMatching(/^Fichier lu comme : Trousseau \(modèle CSV\)\. Destination : Coffre \d+\.$/),
        '  Nouveau : 2 mots de passe',
        '  1 dossier à créer',
        '2 mots de passe et 1 dossier importés.',
      ])
      expect(first.status).toBe(0)
      expect(await itemsOf(chest.id)).toBe(2)
      app.time.now += 30_000
      const again = await run(importCommand, [file], [rightPassword, code()])
      expect(again).toMatchObject({
        status: 0,
        said: [expect.any(String), '  Identique : 2 mots de passe', texts.nothing],
      })
    })

    it('imports a table of unknown columns only with an answer about them', async () => {
      const file = write('inconnu.csv', 'Intitulé;Mdp;Sésame\nNuage;bonjour;ouvre-toi\n')
      const refused = await run(importCommand, [file, '--yes'], [rightPassword, code()])
      expect(refused.status).toBe(3)
      expect(refused.said).toContain(
        `  Colonnes à vérifier : --answer 'mapping=["title","password","concealed"]'`,
      )
      expect(refused.said).toContain('    Sésame : concealed')
      expect(refused.said.join()).not.toContain('ouvre-toi')
      expect(await itemsOf(chest.id)).toBe(0)
      app.time.now += 30_000
      const answer = ['--answer', 'mapping=["title","password","text"]']
      const done = await run(importCommand, [file, ...answer, '--yes'], [rightPassword, code()])
      expect([done.status, await itemsOf(chest.id)]).toEqual([0, 1])
      await expect(run(importCommand, [file, '--answer', 'sans'], [])).rejects.toThrow(UsageError)
    })

    const rowsOf = (...rows: string[]) => `Nom;Identifiant;Mot de passe\r\n${rows.join('\r\n')}\r\n`
    const idNamed = async (name: string): Promise<number> => {
      const cookie = await worldOf(app).session(user)
      const path = `/api/explorer/data/?chestId=${chest.id}&limit=100`
      const { items } = (await app.call({ method: 'GET', path, cookie })).body as {
        items: { id: number; name: string }[]
      }
      return items.find((item) => item.name === name)?.id ?? 0
    }
    const asPerson = async (method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      app.call({ method, path, body, cookie: await worldOf(app).session(user) })
    const passwordOf = async (name: string) =>
      (await asPerson('GET', `/api/item/${await idNamed(name)}/copy`)).body
    const setPassword = async (name: string, elementValue: string) =>
      asPerson('PATCH', `/api/item/${await idNamed(name)}`, { elementType: 'password', elementValue })
    /** Runs an import with the answers that every one needs. */
    const runImport = async (args: string[], ...answers: string[]) => {
      app.time.now += 30_000
      return run(importCommand, args, [rightPassword, code(), ...answers])
    }
    /** Imports two entries, changes both here, and returns a file in which both changed too. */
    const conflicting = async (): Promise<string> => {
      await runImport([write('avant.csv', rowsOf('GLPI;marie;un', 'VPN;zoe;deux')), '--yes'])
      for (const name of ['GLPI', 'VPN']) await setPassword(name, 'changé ici')
      return write('apres.csv', rowsOf('GLPI;marie;un bis', 'VPN;zoe;deux bis'))
    }

    it('says what it leaves and how to take it, where only that remains [CMND-01]', async () => {
      const file = await conflicting()
      const left = await runImport([file])
      expect(left.status).toBe(0)
      expect(left.said).toContain(
        '  Laissé : 2 mots de passe « Modifié des deux côtés » (--choice conflict=file|both)',
      )
      expect(left.said).toEqual(expect.arrayContaining(['    1 : GLPI', '    2 : VPN']))
      expect(left.said.at(-1)).toBe(texts.nothingChosen)
      expect(await passwordOf('GLPI')).toBe('changé ici')
      const identical = write('ici.csv', rowsOf('GLPI;marie;changé ici', 'VPN;zoe;changé ici'))
      expect((await runImport([identical])).said.at(-1)).toBe(texts.nothing)
    })

    it.each([
      ['conflict=file', ['un bis', 2]],
      ['conflict=both', ['changé ici', 4]],
    ])('does what --choice %s says [CMND-01]', async (choice, expected) => {
      const file = await conflicting()
      const done = await runImport([file, '--choice', choice, '--yes'])
      expect(done.status).toBe(0)
      expect([await passwordOf('GLPI'), await itemsOf(chest.id)]).toEqual(expected)
    })

    it.each(['1=file', 'GLPI=file'])(
      'does what --choice %s says for one entry alone [CMND-01]',
      async (choice) => {
        const file = await conflicting()
        const done = await runImport([file, '--choice', choice, '--yes'])
        expect(done.said).toContain('    2 : VPN')
        expect(done.status).toBe(0)
        expect([await passwordOf('GLPI'), await passwordOf('VPN'), await itemsOf(chest.id)]).toEqual([
          'un bis',
          'changé ici',
          2,
        ])
      },
    )

    it('leaves what is new, and takes what is in the trash, if it is asked to', async () => {
      const file = write('c.csv', rowsOf('GLPI;marie;un'))
      const left = await runImport([file, '--choice', 'new=leave', '--yes'])
      expect([left.status, left.said.at(-1), await itemsOf(chest.id)]).toEqual([0, texts.nothingChosen, 0])
      await runImport([file, '--yes'])
      await asPerson('DELETE', `/api/item/${await idNamed('GLPI')}`)
      const trashed = await runImport([file])
      expect(trashed.said.at(-1)).toBe(texts.nothingChosen)
      expect(trashed.said.join()).toContain('--choice trashed=both')
      expect((await runImport([file, '--choice', 'trashed=both', '--yes'])).status).toBe(0)
      expect([await passwordOf('GLPI'), await itemsOf(chest.id)]).toEqual(['un', 2])
    })

    it('shows the imports of the chest, and takes one back [CMND-01]', async () => {
      const empty = await runImport(['--list'])
      expect([empty.status, empty.said]).toEqual([0, [texts.noImports]])
      const file = write('à annuler.csv', rowsOf('GLPI;marie;un', 'VPN;zoe;deux'))
      await runImport([file, '--yes'])
      await setPassword('VPN', 'changé ici')
      const [line = ''] = (await runImport(['--list'])).said
      expect(line).toMatch(
        /^ {2}\d+ : à annuler\.csv \(CSV\), .*, camille : 2 mots de passe\. Peut être annulé\.$/,
      )
      const id = line.trim().split(' ')[0] ?? ''
      const no = await runImport(['--undo', id], 'non')
      expect([no.status, no.said.at(-1)]).toEqual([3, texts.undoGivenUp])
      expect(await passwordOf('GLPI')).toBe('un')
      const done = await runImport(['--undo', id], 'oui')
      expect(done.status).toBe(0)
      expect(done.said.slice(2)).toEqual([
        "Import annulé. 1 élément a été remis comme avant l'import.",
        '1 élément reste en place :',
        expect.stringMatching(/^ {2}VPN : /),
      ])
      expect([await passwordOf('VPN'), await idNamed('GLPI')]).toEqual(['changé ici', 0])
      expect((await runImport(['--list'])).said[0]).toMatch(/Annulé\.$/)
      const again = await runImport(['--undo', id, '--yes'])
      expect([again.status, again.said.at(-1)]).toEqual([0, "Import annulé. Rien n'a été retiré du coffre."])
      // One of another chest is a mistake, even where the person may undo it.
      chest = await worldOf(app).addChest('Un autre coffre', user)
      await expect(runImport(['--undo', id, '--yes'])).rejects.toThrow(texts.noImport(Number(id), chest.name))
    })

    it('writes nothing without a yes, and says so with its exit code [CMND-01]', async () => {
      const file = write('b.csv', csv)
      for (const answer of ['', 'n', 'peut-être']) {
        app.time.now += 30_000
        const { status, said } = await run(importCommand, [file], [rightPassword, code(), answer])
        expect([status, said.at(-1)]).toEqual([3, texts.givenUp])
      }
      expect(await itemsOf(chest.id)).toBe(0)
      app.time.now += 30_000
      expect((await run(importCommand, [file, '--yes'], [rightPassword, code()])).status).toBe(0)
      expect(await itemsOf(chest.id)).toBe(2)
    })

    it('exports with passwords and codes from files, and imports that elsewhere [CMND-02] [CMND-03]', async () => {
      await run(importCommand, [write('c.csv', csv), '--yes'], [rightPassword, code()])
      app.time.now += 29_000 - (app.time.now % 30_000)
      const files = [
        '--password-file',
        write('mot-de-passe', `${rightPassword}\n`),
        '--totp-file',
        write('otp', `${secret}\r\n`),
        '--file-password-file',
        write('fichier', filePassword),
      ]
      const out = join(folder, 'coffre.trousseau')
      app.time.now += 30_000
      const done = await run(
        exportCommand,
        [...files, '--format', 'trousseau', '--with-old', '--out', out],
        [],
      )
      expect(done.said).toEqual([
        texts.waiting,
        texts.exporting,
        expect.stringMatching(/^Écrit dans .*coffre\.trousseau \(.*Ko\)\.$/),
      ])
      expect(statSync(out).mode & 0o777).toBe(0o600)
      expect(readFileSync(out).subarray(1, 10).toString()).toBe('TROUSSEAU')
      await expect(run(exportCommand, [...files, '--out', out], [])).rejects.toThrow(texts.exists(out))

      chest = await worldOf(app).addChest('Ailleurs', user)
      app.time.now += 30_000
      const back = await run(importCommand, [...files, '--yes', out], [])
      expect(back.said.at(-1)).toBe('2 mots de passe et 1 dossier importés.')
      // Asked for, where no file has it.
      app.time.now += 30_000
      const asked = await run(importCommand, [out], [rightPassword, code(), filePassword])
      expect(asked.said.at(-1)).toBe(texts.nothing)
      app.time.now += 30_000
      const wrong = run(importCommand, [out], [rightPassword, code(), 'Autre-Mot-De-Passe'])
      await expect(wrong).rejects.toMatchObject({ code: 'FILE_PASSWORD_WRONG' })
    })

    it('waits for the next code when the last one has served another command', async () => {
      // The second before the next code, so that waiting takes one.
      app.time.now += 59_000 - (app.time.now % 30_000)
      const files = ['--password-file', write('mdp', rightPassword), '--totp-file', write('otp2', secret)]
      const sealed = ['--file-password-file', write('fichier2', filePassword)]
      const out = join(folder, 'suite.kdbx')
      await run(exportCommand, [...files, ...sealed, '--out', out], [])
      for (let round = 0; round < 6; round += 1) {
        const { status, said } = await run(importCommand, [...files, write('suite.csv', csv), '--yes'], [])
        expect([status, said[0]]).toEqual([0, texts.waiting])
      }
    })

    it('names the code that is refused, and tries twice at most', async () => {
      app.time.now += 59_000 - (app.time.now % 30_000)
      const failures = async () =>
        (await app.deps.db.selectFrom('users').select('failures').where('id', '=', user.id).execute())[0]
          ?.failures
      const other = [
        '--password-file',
        write('mdp', rightPassword),
        '--totp-file',
        write('otp3', 'A'.repeat(32)),
      ]
      const refused = run(importCommand, [...other, write('refus.csv', csv)], [])
      await expect(refused).rejects.toThrow(texts.codeRefused)
      expect(await failures()).toBe(2)
      app.time.now += 30_000
      const typed = run(importCommand, [write('refus.csv', csv)], [rightPassword, '000000'])
      await expect(typed).rejects.toThrow(texts.codeRefused)
      expect(await failures()).toBe(3)
    })

    it('asks on a terminal for the password of the file twice, and for the next code [CMND-03]', async () => {
      await run(importCommand, [write('d.csv', csv), '--yes'], [rightPassword, code()])
      app.time.now += 30_000
      const [now, next] = [code(), codeOf(secret, app.time.now + 30_000)]
      const out = join(folder, 'd.kdbx')
      const differing = [rightPassword, now, filePassword, `${filePassword}?`]
      await expect(run(exportCommand, ['--out', out], differing, true)).rejects.toThrow(texts.differs)
      app.time.now += 60_000
      const answers = [
        rightPassword,
        code(),
        filePassword,
        filePassword,
        codeOf(secret, app.time.now + 30_000),
      ]
      expect((await run(exportCommand, ['--out', out], answers, true)).status).toBe(0)
      expect(statSync(out).size).toBeGreaterThan(1000)
      expect(next).not.toBe(now)
    })

    it('unlocks a guardian chest by its master key [CMND-04]', async () => {
      const key = 'Une clé maître assez longue 42!'
      const lock = await app.call({
        method: 'PATCH',
        path: `/api/chest/${chest.id}/masterkey`,
        body: { masterKey: key },
        cookie: await worldOf(app).session(user),
      })
      expect(lock.status, lock.text).toBe(200)
      const file = write('e.csv', csv)
      const wrong = run(importCommand, [file, '--yes'], [rightPassword, code(), 'pas la bonne clé maître'])
      await expect(wrong).rejects.toMatchObject({ code: 'MASTER_KEY_WRONG' })
      app.time.now += 30_000
      expect((await run(importCommand, [file, '--yes'], [rightPassword, code(), key])).status).toBe(0)
      expect(await itemsOf(chest.id)).toBe(2)
    })

    it('ends its session, and says what went wrong in a sentence of the server [CMND-05]', async () => {
      const file = write('f.csv', csv)
      const sessions = async () => (await app.deps.db.selectFrom('sessions').select('id').execute()).length
      const before = await sessions()
      const refused = async (args: string[], answers: string[]) => {
        app.time.now += 30_000
        return run(importCommand, args, answers).then(
          () => null,
          (error: unknown) => (error as Error).message,
        )
      }
      expect(await refused([file], ['pas le bon mot de passe', '000000'])).toBe(errorTexts.SIGN_IN_FAILED)
      expect(await refused([file, '--chest', 'Inconnu'], [rightPassword, code()])).toBe(
        texts.noChest('Inconnu'),
      )
      expect(
        await refused([file, '--folder', '999999'], [rightPassword, codeOf(secret, app.time.now + 30_000)]),
      ).toMatch(/dossier/i)
      expect(await refused([join(folder, 'absent.csv')], [])).toBe(
        texts.unreadableFile(join(folder, 'absent.csv')),
      )
      expect(await sessions()).toBe(before)
    })

    it.each([
      [['--url', 'http://exemple.fr'], texts.insecure('http://exemple.fr')],
      [['--url', 'ftp://exemple.fr'], texts.badAddress('ftp://exemple.fr')],
      [['--url', 'http://127.0.0.1:9'], texts.unreachable('http://127.0.0.1:9')],
    ])('refuses the address of %j [CMND-06]', async (args, sentence) => {
      const file = write('g.csv', csv)
      const { terminal } = testAnswers([rightPassword])
      const whole = ['--login', 'camille', '--chest', '1', ...args, file]
      await expect(importCommand({ env: {}, args: whole, terminal, clock: Date.now })).rejects.toThrow(
        sentence,
      )
    })

    it.each([
      [importCommand, [], texts.missing(texts.file)],
      [importCommand, ['a', 'b'], texts.oneFile],
      [importCommand, ['a', '--list'], texts.oneTask],
      [importCommand, ['--undo', '3', '--list'], texts.oneTask],
      [importCommand, ['--undo', 'hier'], texts.notNumber('--undo')],
      [importCommand, ['--password', 'secret', 'a'], '--password'],
      [exportCommand, [], texts.missing('--out')],
      [
        exportCommand,
        ['--out', 'x', '--format', 'docx'],
        'kdbx, trousseau, bitwarden, bitwarden-clear, csv, sheet',
      ],
      [exportCommand, ['--out', 'x', '--item', 'a'], texts.notNumber('--item')],
      [exportCommand, ['--out', 'x'], texts.missing('--chest')],
    ])(
      '%# refuses what it does not understand, and never prints a value [CMND-03]',
      async (command, args, sentence) => {
        const { terminal } = testAnswers([])
        const path = write('a', '')
        const whole = args.map((arg) => (arg === 'a' && command === importCommand ? path : arg))
        const error = await command({ env: {}, args: whole, terminal, clock: Date.now }).then(
          () => null,
          (thrown: unknown) => thrown,
        )
        expect(error).toBeInstanceOf(UsageError)
        // Its sentence says all: the whole help would hide it.
        expect((error as UsageError).needsHelp).toBe(!args.includes('docx'))
        expect((error as Error).message).toContain(sentence)
        expect((error as Error).message).not.toContain('secret')
      },
    )
  })
})
