import { expect, it } from 'vitest'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { samples } from './samples/bitwarden-csv.ts'

const [person, organisation, old] = samples.map(({ bytes }) => bytes)

it('reads the CSV of a person', async () => {
  const { found } = await readAs('bitwarden-csv', person ?? '')
  expect(found.entries[0]).toMatchObject({
    path: ['Métier', 'RH'],
    title: 'Intranet',
    login: 'zoé',
    password: 'Été, "42"',
    notes: 'ligne 1\nligne 2',
    otps: ['JBSWY3DPEHPK3PXP'],
    isFavourite: true,
    // A comma inside an address is no separator.
    addresses: ['https://rh.exemple.fr/a,b', 'https://autre.exemple.fr'],
  })
  // The file does not tell which fields are hidden; a name may hold a colon.
  expect(fieldsOf(found.entries[0])).toEqual([
    'text Application=androidapp://fr.exemple',
    'concealed Question : prénom=Zoé',
    'concealed Code PIN=1234',
    'concealed Site: https://a.fr=8080',
  ])
  expect(found.entries[1]).toMatchObject({ category: 'other', notes: 'Texte libre' })
})

it('reads the CSV of an organisation, with an entry in several collections', async () => {
  const { found } = await readAs('bitwarden-csv', organisation ?? '')
  expect(found.entries[0]).toMatchObject({ path: ['Siège', 'Réseau'], password: ' secret ' })
  expect(toldOf(found.entries[0])).toEqual(['OTHER_PLACES Agences'])
})

it('reads the CSV of 2016', async () => {
  const { found } = await readAs('bitwarden-csv-2017', old ?? '')
  expect(found.entries[0]).toMatchObject({
    path: ['Dossier'],
    addresses: ['https://exemple.fr'],
    notes: 'note',
  })
})

it('keeps a field of several lines whole', async () => {
  const { found } = await readAs('bitwarden-csv', [
    'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
    ',,login,a,,"clé: ligne 1\nligne 2\nvide: ",0,,,,',
  ])
  expect(fieldsOf(found.entries[0])).toEqual(['concealed clé=ligne 1\nligne 2'])
})
