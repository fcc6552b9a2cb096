import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { generatePassword } from './password-generator.ts'
import { loadGuessDictionaries } from './guess-dictionaries.ts'
import { passwordFloors } from './password-floor-figures.ts'
import { isGuessable } from './password-floors.ts'
import { createPasswordRater } from './password-guess.ts'

const rate = createPasswordRater(await loadGuessDictionaries())
const guesses = (password: string, words: readonly string[] = []) =>
  rate(password, words).guess?.guessesLog10 ?? 0

it('repetitions are below both floors', () => {
  const repeated = [
    'azertyazerty',
    'Motdepasse Motdepasse ',
    'passwordpasswordpassword',
    'azerty azerty azerty',
    'aaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'Motdepasse2024!Motdepasse2024!',
    'iloveyouiloveyouiloveyou1!',
    'Trousseau-Trousseau-2026',
    'kT9wqzkT9wqzkT9wqz',
  ]
  expect(repeated.filter((password) => guesses(password) >= passwordFloors.account)).toEqual([])
})

it('the keys and passwords of the measured table are below their floors', () => {
  const keys = ['OlympiqueMarseille', 'Montpellier34Rugby', 'Ordinateur-2026-!', '123456789012345']
  expect(keys.filter((key) => guesses(key) >= passwordFloors.masterKey)).toEqual([])
  const passwords = ['ordinateur7', 'Printemps2026!', 'portemanteau1234', 'jdupont-jdupont-1']
  expect(passwords.filter((one) => guesses(one, ['jdupont']) >= passwordFloors.account)).toEqual([])
})

it('own words alone, in any order and joined by signs, are below the floor of accounts', () => {
  const own = ['jdupont', 'Jean', 'Dupont', 'jean.dupont@herault.fr']
  const organisation = ["Conseil départemental de l'Hérault", "Préfecture de l'Hérault"]
  const passwords = [
    'jeandupontprefectureherault',
    'JeanDupontHerault34',
    'JeanDupont2024Herault!',
    'Dupont-Jean-Herault-34000',
    'Jean.Dupont@Herault.2024',
    'DupontJeanPrefectureHerault2024!',
    'Je4nDup0ntHerault34',
    'Conseil-Departemental-De-L-Herault',
  ]
  const measured = passwords.map((one) => [one, guesses(one, [...own, ...organisation])] as const)
  expect(measured.filter(([, taken]) => taken >= passwordFloors.account)).toEqual([])
})

it('repeated signs, blanks around a sign and brackets raise no construction above the floors', () => {
  const passwords = [
    'Ordinateur - Bureau - 2026',
    'Ordinateur---Bureau---2026',
    'Ordinateur...Bureau...2026',
    'Ordinateur -- Bureau -- 2026',
    'Soleil<>Lune<>2024',
    '((Soleil))((2024))',
  ]
  const measured = passwords.map((one) => [one, guesses(one)] as const)
  expect(measured.filter(([, taken]) => taken >= passwordFloors.masterKey)).toEqual([])
})

/** Constructions that people make: two usual words, signs and a year. With each sign as a part, all took 10^12 or more. */
const constructions = [
  'Ordinateur-Bureau-2026',
  'Soleil_Montagne_1998',
  'Mairie.Coffre.2024',
  'Cheval/Maison/2025',
  'Chocolat-Vacances-2023!',
  'Rugby@Toulouse@2024',
  'Printemps+Jardin+1985',
  'Service-Informatique-2026!',
  'Bonjour!Tristesse!1954',
  'Voiture#Garage#2019',
  'Musique-Piano-1990',
  'Dragon*Chevalier*2022',
  'Famille_Bonheur_2010!',
  'Marseille-Olympique-1993',
  'Photo.Album.2021',
  'Archives=Dossier=2024',
  'Direction-Generale-2026',
  'Fromage~Baguette~1789',
  'Football:Victoire:1998',
  'Serveur-Production-2025!',
]

it('two words, signs and a year are below the floor of master keys, but for rare words or a sign more', () => {
  // The security document says so: these take up to 10^13.
  expect(constructions.filter((one) => guesses(one) >= passwordFloors.masterKey)).toEqual([
    'Chocolat-Vacances-2023!',
    'Fromage~Baguette~1789',
    'Serveur-Production-2025!',
  ])
})

it('what the generator draws is above both floors', () => {
  for (let round = 0; round < 100; round += 1) {
    const password = generatePassword({ length: 16, specials: false }, randomBytes)
    expect([password, guesses(password) >= passwordFloors.masterKey]).toEqual([password, true])
  }
})

it('one judgement in the calling thread gives the same answer, and knows the words given', async () => {
  expect(await isGuessable('', passwordFloors.account, [])).toBe(true)
  expect(await isGuessable('quatre chevaux bleus galopent', passwordFloors.masterKey, [])).toBe(false)
  const own = 'Xylocrate-Vantibule'
  const floor = Math.floor(guesses(own))
  expect([await isGuessable(own, floor, []), await isGuessable(own, floor, ['Vantibule'])]).toEqual([
    false,
    true,
  ])
})
