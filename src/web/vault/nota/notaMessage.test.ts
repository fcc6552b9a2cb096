import { describe, expect, it } from 'vitest'
import { fieldLimits } from '#domain/platform/limits.ts'
import { contentOf, countOf, faultOf, type Ticked } from './notaMessage.ts'
import { piecesOf, textOf } from './pieces.ts'

const ticked: Ticked = [
  { field: 'name', value: 'Pare-feu' },
  { field: 'password', value: 'Vq7! kPz2 ' },
]

describe('the message of an item', () => {
  it('has a line for each field, unchanged, then the text [NOTA-04]', () => {
    expect(textOf(contentOf(ticked, 'À changer.\n'))).toBe(
      'Nom\u00a0: Pare-feu\nMot de passe\u00a0: Vq7! kPz2 \n\nÀ changer.\n',
    )
  })

  it('is the text alone without fields, and the fields alone without a text [NOTA-04]', () => {
    expect(textOf(contentOf([], ' Bonjour'))).toBe(' Bonjour')
    expect(textOf(contentOf(ticked.slice(0, 1), ' \n'))).toBe('Nom\u00a0: Pare-feu')
    expect(textOf(contentOf([], ' \n'))).toBe('')
  })

  it('has the password as a piece of its own, which can be masked', () => {
    const secret = piecesOf(contentOf(ticked, 'fin')).filter(({ isSecret }) => isSecret)
    expect(secret).toEqual([{ text: 'Vq7! kPz2 ', isSecret: true }])
  })
})

describe('the length of a message', () => {
  const most = 'x'.repeat(fieldLimits.notaMessage)

  it('must be at least one character and within the limit', () => {
    expect(faultOf('', 'rien')).toBe('rien')
    expect(faultOf(most, 'rien')).toBeNull()
    expect(faultOf(`${most}x`, 'rien')).toMatch(/20\s000 caractères au plus/)
  })

  it('is shown when it nears the limit', () => {
    expect(countOf(most.slice(0, 17_999))).toBeNull()
    expect(countOf(most.slice(0, 18_000))).toMatch(/^18\s000 sur 20\s000$/)
  })
})
