import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'

const separator = '***5642bee8-a5ff-11dc-8314-0800200c9a66***'
const read = async (...items: readonly object[]) =>
  (await readAs('1password-1pif', items.flatMap((item) => [JSON.stringify(item), separator]).join('\n')))
    .found

it('1PIF: what sections and flat keys both hold comes in once', async () => {
  const { entries } = await read(
    {
      uuid: 'C',
      typeName: 'wallet.financial.CreditCard',
      title: 'Carte',
      secureContents: {
        cardholder: 'Jean',
        ccnum: '4970',
        cvv: '123',
        pin: '0000',
        expiry_mm: '3',
        expiry_yy: '2029',
        sections: [
          {
            title: '',
            fields: [
              { k: 'string', n: 'cardholder', t: 'titulaire', v: 'Jean' },
              { k: 'creditCardNumber', n: 'ccnum', t: 'numéro', v: '4970' },
              { k: 'concealed', n: 'cvv', t: 'cryptogramme', v: '123' },
              { k: 'monthYear', n: 'expiry', t: 'expire', v: 202903 },
            ],
          },
        ],
      },
    },
    {
      uuid: 'S',
      typeName: 'wallet.computer.UnixServer',
      title: 'Serveur',
      secureContents: { username: 'root', password: 'p', URL: 'https://srv.exemple.fr' },
    },
  )
  expect(fieldsOf(entries[0])).toEqual([
    'concealed numéro=4970',
    'concealed cryptogramme=123',
    'date expire=2029-03-31',
    'concealed pin=0000',
  ])
  expect([entries[1]?.addresses, fieldsOf(entries[1])]).toEqual([['https://srv.exemple.fr'], []])
})
