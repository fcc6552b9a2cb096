import { dictionary as french } from '@zxcvbn-ts/language-fr'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { GuessAnswer, GuessQuestion } from './guess-worker.ts'

const worker = new Worker(new URL('./guess-worker.ts', import.meta.url), { type: 'module' })
afterAll(() => worker.terminate())

let asked = 0
const levelOf = (password: string, forbiddenWords: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    asked += 1
    const question: GuessQuestion = { id: asked, password, forbiddenWords }
    const listen = ({ data }: MessageEvent<GuessAnswer>) => {
      if (data.id !== question.id) return
      worker.removeEventListener('message', listen)
      resolve(data.rating.level)
    }
    worker.addEventListener('message', listen)
    worker.postMessage(question)
  })

const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{Mn}/gu, '')

it("the browser's judge gives a password one level, with and without accents, composed and decomposed [STRN-10]", async () => {
  const accented = Object.values(french)
    .flat()
    .filter((word) => word !== plainOf(word))
  const shape = fc.record({
    words: fc.array(fc.constantFrom(...accented), { minLength: 1, maxLength: 3 }),
    join: fc.constantFrom('', '-', ' '),
    end: fc.constantFrom('', '!', '2024!', 'é!'),
  })
  await fc.assert(
    fc.asyncProperty(shape, async ({ words, join, end }) => {
      const password = words.join(join) + end
      const own = words.slice(0, 1)
      const forms = [password.normalize('NFC'), password.normalize('NFD'), plainOf(password)]
      const levels = await Promise.all(forms.map((form) => levelOf(form, own)))
      expect([password, new Set(levels).size]).toEqual([password, 1])
    }),
    { numRuns: 40 },
  )
})

it("the browser's judge knows the item's own words without their accents, and words between signs [STRN-08]", async () => {
  const own = ["Préfecture de l'Hérault"]
  for (const password of ['PréfectureHérault2024!', 'PrefectureHerault2024!'])
    expect([password, (await levelOf(password, own)) <= 2]).toEqual([password, true])
  expect(await levelOf('Cheval/Maison/2025', [])).toBe(2)
})
