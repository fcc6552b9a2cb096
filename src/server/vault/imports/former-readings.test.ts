import { describe, expect, it } from 'vitest'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { importsWorld } from './imports-testing.ts'

eachEngine((engine) => {
  describe('a file that an earlier release imported', () => {
    const at = importsWorld(engine)
    const { page } = at

    const send = async (lines: readonly string[]): Promise<string> =>
      (await at.direct('csv', at.formOf(lines.join('\n'), 'a.csv'))).success
    const sendOther = (lines: readonly string[], options?: object) =>
      at.apply(lines.join('\n'), 'a.csv', options)
    const names = async () => (await page()).items.map(({ name }) => name).toSorted()
    const itemAt = async (id: number) =>
      bodyOf<{ name: string; address: string; description: string; fields: object[] }>(
        await at.call('GET', `/api/item/${id}`),
      )

    const header = 'Nom du site;Identifiant;Mot de passe;Adresse du site'
    const rows = ['A;jean;p1;https://a.fr', 'B;jean;p2;https://b.fr', 'C;jean;p3;https://c.fr']
    /** Tables that are read today as earlier releases read that one. */
    const asShown = [
      'Nom;Adresse;Nom du site;Identifiant;Mot de passe;Adresse du site',
      ...rows.map((row) => `;;${row}`),
    ]
    const asDescription = [
      'Identifiant;Mot de passe;Description',
      ...rows.map((row) => {
        const [site, login, password, address] = row.split(';')
        return `${login};${password};"Nom du site\u00a0: ${site}\nAdresse du site\u00a0: ${address}"`
      }),
    ]

    it.each([
      ['extra fields', asShown],
      ['the description', asDescription],
    ])('stays as it is where columns were in %s and have fields of their own since', async (_, former) => {
      await send(former)
      expect(await names()).toEqual(['jean', 'jean', 'jean'])
      const before = (await page()).items.map(({ id }) => id)
      expect(await send([header, ...rows])).toBe('Rien de nouveau. 3 mots de passe déjà présents.')
      expect((await page()).items.map(({ id, name }) => [id, name])).toEqual(before.map((id) => [id, 'jean']))
      // A row that changed updates its item, and a new one is new.
      const changed = [rows[0], rows[1]?.replace('p2', 'p4'), rows[2], 'D;jean;p5;https://d.fr']
      expect(await send([header, ...changed.map(String)])).toBe(
        '1 mot de passe importé. 1 mot de passe mis à jour. 2 mots de passe déjà présents.',
      )
      expect(await names()).toEqual(['B', 'D', 'jean', 'jean'])
      expect(await send([header, ...changed.map(String)])).toContain('4 mots de passe déjà présents')
    })

    it('gets the changes of its own rows only, once it is imported as it is read now', async () => {
      await send([header, ...rows])
      const next = ['N;jean;p9;https://n.fr', rows[0], rows[1]?.replace('p2', 'p4'), rows[2]].map(String)
      expect(await send([header, ...next])).toContain('1 mot de passe mis à jour')
      expect(await names()).toEqual(['A', 'B', 'C', 'N'])
      const [, b] = (await page()).items.toSorted((one, other) => one.name.localeCompare(other.name))
      expect((await at.call('GET', `/api/item/${b?.id}/copy`)).body).toBe('p4')
    })

    it('keeps what people changed since', async () => {
      await send(asShown)
      const [first] = (await page()).items
      await at.call('PATCH', `/api/item/${first?.id}`, { elementType: 'name', elementValue: 'à nous' })
      expect(await send([header, ...rows])).toContain('3 mots de passe déjà présents')
      expect(await names()).toEqual(['jean', 'jean', 'à nous'])
    })

    it('conceals no value that it shows', async () => {
      // Earlier releases showed what nobody knows.
      await send(['Nom;Mot de passe;Équipe', 'A;p;2'])
      const [shown] = (await page()).items
      expect((await itemAt(shown?.id ?? 0)).fields).toMatchObject([{ kind: 'text', value: '2' }])
      const former = ['Nom;Mot de passe;2FA;OTP', 'B;p;Oui;', 'C;p;;']
      await send(former)
      await send(['Nom;Mot de passe;OTP', 'D;p;Oui', 'E;p;'])
      expect(await send(['Nom;Mot de passe;A2F', 'D;p;Oui', 'E;p;'])).toContain(
        '2 mots de passe déjà présents',
      )
    })

    it('as that of another manager stays as it is, too', async () => {
      // As earlier releases guessed.
      const mapping = JSON.stringify(['text', 'login', 'password', 'text'])
      await sendOther([header, ...rows], { answers: { mapping } })
      expect(await names()).toEqual(['jean', 'jean', 'jean'])
      expect(await sendOther([header, ...rows])).toEqual({ identical: 3 })
      expect(await names()).toEqual(['jean', 'jean', 'jean'])
    })
  })
})
