import { expect, it } from 'vitest'
import { journalActions, type JournalAction } from '#domain/platform/journal-actions.ts'
import { journalSentences } from './journal-sentences.ts'
import { journalFieldTexts } from './journal-fields.ts'
import { recordedTexts, sentenceOf, sentenceText, type ToldEntry } from './journal.ts'

const entryOf = (action: string, more: Partial<ToldEntry> = {}): ToldEntry => ({
  action,
  outcome: 'done',
  by: 'person',
  actor: { id: 1, name: 'Camille Martin' },
  named: [],
  objects: [],
  ...more,
})
const everything = (['user', 'team', 'bank', 'item', 'folder'] as const).map((kind) => ({
  kind,
  id: 7,
  name: `Nom-${kind}`,
}))

it('every action has a whole sentence, whatever is known of what it names [JOUR-08]', () => {
  for (const action of Object.keys(journalActions) as JournalAction[]) {
    for (const named of [[], everything, everything.map((one) => ({ ...one, name: null }))]) {
      const text = sentenceText(entryOf(action, { named }))
      expect(text, action).not.toMatch(/[{}]|undefined|null/u)
      expect(text.length, action).toBeGreaterThan(8)
    }
    for (const [, placeholder] of journalSentences[action].matchAll(/\{(\w+)\}/gu))
      expect(sentenceOf(entryOf(action, { named: everything, objects: [] })), placeholder).not.toEqual([])
  }
})

it('an action that this version does not know has a sentence [JOUR-08]', () => {
  for (const action of ['toString', 'ailleurs.{item}'])
    expect(sentenceText(entryOf(action, { named: everything }))).toBe(
      `a fait une action que cette version ne connaît pas (${action.replaceAll(/[{}]/g, '')})`,
    )
})

it('names what an event names, by name or by number [JOUR-08]', () => {
  const copied = (name: string | null) =>
    sentenceText(entryOf('item.copied', { named: [{ kind: 'item', id: 12, name }] }))
  expect(copied('GLPI')).toBe('a lu ou copié le mot de passe «\u00a0GLPI\u00a0»')
  expect(copied(null)).toBe('a lu ou copié le mot de passe n°\u00a012')
})

it('every recorded field has a label, and no label is left', () => {
  const recorded = Object.values(journalActions).flatMap((action) =>
    Object.keys('objects' in action ? action.objects : {}).map((field) => field.replace('?', '')),
  )
  expect(Object.keys(journalFieldTexts).toSorted()).toEqual([...new Set(recorded)].toSorted())
})

it('shows what an export recorded in words, with the names that are known', () => {
  const named = [112, 113].map((id) => ({ kind: 'item' as const, id, name: id === 112 ? 'GLPI' : null }))
  const shown = (field: string, ...values: string[]) => recordedTexts({ named }, { field, values })
  expect(shown('itemIds', '112-113', '200-299')).toEqual({
    label: 'Mots de passe concernés',
    texts: [
      'GLPI',
      'n°\u00a0113',
      ...Array.from({ length: 18 }, (_, at) => `n°\u00a0${200 + at}`),
      '82\u00a0autres',
    ],
  })
  expect(shown('updatedIds', '7-9', '12').texts).toEqual(['n°\u00a07 à 9', 'n°\u00a012'])
  expect(shown('scope', 'chest')).toEqual({ label: 'Étendue', texts: ['tout le coffre'] })
  expect(shown('withOld', 'no')).toEqual({ label: 'Anciennes valeurs', texts: ['non'] })
  expect(shown('users', '4').texts).toEqual(['4'])
})

it('tells what an import did', () => {
  const told = (items: number, updated: number, folders: number) =>
    sentenceText(
      entryOf('import.manager', {
        objects: Object.entries({ items, updated, folders }).map(([field, value]) => ({
          field,
          values: [String(value)],
        })),
      }),
    )
  expect(told(3, 0, 1)).toBe('a importé 3\u00a0mots de passe et 1\u00a0dossier depuis un autre gestionnaire')
  expect(told(1, 2, 0)).toBe(
    'a importé 1\u00a0mot de passe et mis à jour 2\u00a0mots de passe depuis un autre gestionnaire',
  )
  expect(told(0, 0, 0)).toBe("n'a rien trouvé de nouveau à importer depuis un autre gestionnaire")
})

it('counts the people that it does not list', () => {
  const people = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ kind: 'user' as const, id, name: `P${id}` }))
  const objects = [{ field: 'users', values: people.map(({ id }) => String(id)) }]
  expect(sentenceText(entryOf('chest.users-attached', { named: people, objects }))).toBe(
    'a rattaché au coffre P1, P2, P3, P4, P5 et 2\u00a0autres',
  )
})

it('tells the rights, the changed field and the reason of a refusal', () => {
  const rights = entryOf('rights.granted', {
    named: [{ kind: 'team', id: 3, name: 'Exploitation' }],
    objects: [{ field: 'rights', values: ['read', 'update'] }],
  })
  expect(sentenceText(rights)).toBe(
    'a fixé les droits du groupe «\u00a0Exploitation\u00a0» sur le coffre\u00a0: lire, modifier',
  )
  const changed = entryOf('item.changed', {
    named: [{ kind: 'item', id: 3, name: 'GLPI' }],
    objects: [{ field: 'field', values: ['login'] }],
  })
  expect(sentenceText(changed)).toBe(
    'a modifié le mot de passe «\u00a0GLPI\u00a0»\u00a0: identifiant modifié',
  )
})

it('tells what a check of the journal found', () => {
  const check = (faults: string) =>
    sentenceText(entryOf('journal.checked', { objects: [{ field: 'faults', values: [faults] }] }))
  expect(check('0')).toBe('a vérifié le journal entier')
  expect(check('1')).toBe('a trouvé le journal modifié\u00a0: 1\u00a0anomalie')
  expect(check('2')).toBe('a trouvé le journal modifié\u00a0: 2\u00a0anomalies')
})
