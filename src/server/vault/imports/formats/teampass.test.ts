import { expect, it } from 'vitest'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { samples } from './samples/teampass.ts'

const [export3, export2016, template, manager, managerDates] = samples.map(({ bytes }) => bytes)

it('TeamPass: entities, HTML of descriptions, quotes after backslashes', async () => {
  const { found } = await readAs('teampass', export3 ?? '')
  expect(found.questions).toMatchObject([{ id: 'entities', proposed: 'decode', count: 1 }])
  expect(found.entries[0]).toMatchObject({
    path: ['Informatique', 'Réseau'],
    title: 'Pare-feu & proxy',
    password: 'a\\b"c',
    email: 'reseau@exemple.fr',
    notes: 'Siège\n2e étage\na < b',
    sourceId: '12 Pare-feu & proxy',
  })
  expect(fieldsOf(found.entries[0])).toEqual(['text Étiquettes=réseau pare-feu'])
  expect(toldOf(found.entries[0])).toEqual(['ENTITIES_DECODED'])
  // PHP does not double a quote after a backslash.
  expect(found.entries[1]?.password).toBe('dit "oui" et C:\\"x\\')
  const left = await readAs('teampass', export3 ?? '', { entities: 'leave' })
  expect(left.found.entries[0]?.password).toBe('a&#92;b&quot;c')
})

it('TeamPass: leaves a description without tags as it is where nothing is decoded', async () => {
  const header = 'id,label,description,pw,login,restricted_to,perso,url,email,kb,tag,folder'
  const { found } = await readAs('teampass', [
    header,
    '1,a & b,"x &amp; y",p,l,,,,,,,',
    '2,c,"<a href=""https://d.fr"">doc</a>",p,l,,,,,,,',
  ])
  expect(found.questions).toMatchObject([{ proposed: 'leave' }])
  expect(found.entries.map(({ notes }) => notes)).toEqual(['x &amp; y', 'https://d.fr doc'])
})

it('TeamPass: the seven columns of 2016, and the template', async () => {
  expect((await readAs('teampass', export2016 ?? '')).found.entries[0]).toMatchObject({
    title: 'Exemple',
    password: ' b ',
    login: 'a',
  })
  expect((await readAs('teampass-template', template ?? '')).found.entries[0]).toMatchObject({
    path: ['Métier', 'RH'],
    password: 'b,c',
    notes: 'note',
  })
})

it('Team Password Manager: the names of custom fields stand in one cell', async () => {
  const { found } = await readAs('teampasswordmanager', manager ?? '')
  expect(found.entries[0]).toMatchObject({
    path: ['Site du client / A'],
    title: 'Hébergeur',
    addresses: ['https://hote.exemple.fr'],
    renewal: '2027-01-31',
  })
  expect(fieldsOf(found.entries[0])).toEqual([
    'text Étiquettes=web,client',
    'concealed Badge=12',
    'concealed Réponse=prénom',
  ])
  expect(fieldsOf(found.entries[1])).toEqual(['text Accès=2e étage, salle B'])
})

it('Team Password Manager: the form of a date stands in the header, a custom column may be left out', async () => {
  const { found } = await readAs('teampasswordmanager', managerDates ?? '')
  expect(found.entries[0]).toMatchObject({
    addresses: ['192.168.0.1'],
    email: 'admin@exemple.fr',
    renewal: '2027-10-30',
  })
  expect(fieldsOf(found.entries[0])).toEqual(['concealed PIN=9876', 'concealed Badge=12', 'concealed Code=x'])
  expect(found.entries[1]?.renewal).toBeNull()
  expect(fieldsOf(found.entries[1])).toEqual(["text Date d'expiration=bientôt"])
})
