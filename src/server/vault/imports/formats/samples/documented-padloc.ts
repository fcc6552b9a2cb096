import { createCipheriv, pbkdf2Sync } from 'node:crypto'
import { listedValues, type DocumentedSample } from './parts/documented.ts'
import { withPassword } from './sample.ts'

/** Written by hand from the program's exporter, without a look at the reader; every person and secret is made up. */

/** Padloc's container: AES-256-GCM with a key of PBKDF2, bytes in base64 for addresses. */
function padlocContainer(password: string, content: object): Uint8Array {
  const [salt, iv, data] = [Buffer.alloc(16, 3), Buffer.alloc(16, 5), Buffer.alloc(16, 7)]
  const iterations = 50_000
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(password, salt, iterations, 32, 'sha256'), iv)
  cipher.setAAD(data)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
  const base64 = (bytes: Buffer) => bytes.toString('base64url')
  return Buffer.from(
    JSON.stringify({
      encryptionParams: {
        algorithm: 'AES-GCM',
        tagSize: 128,
        keySize: 256,
        iv: base64(iv),
        additionalData: base64(data),
        kind: 'aesencryptionparams',
        version: '4.0.0',
      },
      keyParams: {
        algorithm: 'PBKDF2',
        hash: 'SHA-256',
        keySize: 256,
        iterations,
        salt: base64(salt),
        kind: 'pbkdf2params',
        version: '4.0.0',
      },
      encryptedData: base64(sealed),
      kind: 'pbes2container',
      version: '4.0.0',
    }),
  )
}

/** Padloc 4, an encrypted export: each kind of field, tags, a former state, an expiry. */
function padloc(): DocumentedSample {
  const { values, said: v } = listedValues()
  const field = (type: string, name: string, value: string) => ({ type, name, value, kind: 'field' })
  const item = (id: string, name: string, fields: readonly object[], more: object = {}) => ({
    id,
    name,
    fields,
    tags: [],
    updated: '2026-04-05T06:07:08.000Z',
    updatedBy: 'account-1',
    favorited: [],
    attachments: [],
    auditResults: [],
    history: [],
    kind: 'vaultitem',
    version: '4.0.0',
    ...more,
  })
  const content = {
    items: [
      item(
        'p-1',
        v('Mutuelle'),
        [
          field('username', 'Identifiant', v('adherent-31')),
          field('password', 'Mot de passe', v('Mut"uelle 31')),
          field('url', 'Site', v('https://mutuelle.exemple.fr')),
          field('email', 'Courriel', v('famille@exemple.fr')),
          field('phone', 'Téléphone', v('0145678901')),
          field('date', 'Adhésion', v('2019-05-06')),
          field('month', 'Échéance', v('2028-09')),
          field('pin', 'Code du lecteur', v('7410')),
          field('totp', 'Double facteur', v('GEZDGNBVGY3TQOJQ')),
          field('note', 'Rappel', v('Appeler avant\nle 15 du mois')),
          field('text', v('Numéro de contrat'), v('CT-000-77')),
          field('password', v('Ancien portail'), v('Portail-Secret-2')),
        ],
        {
          tags: [v('santé'), v('famille élargie')],
          favorited: ['account-1'],
          expiresAfter: 90,
          history: [
            {
              created: '2026-04-05T06:07:08.000Z',
              updated: '2025-01-01T00:00:00.000Z',
              updatedBy: 'account-1',
              name: 'Mutuelle',
              tags: ['santé'],
              fields: [
                field('username', 'Identifiant', 'adherent-31'),
                field('password', 'Mot de passe', v('Avant-2025')),
              ],
              kind: 'itemhistoryentry',
            },
          ],
        },
      ),
      item('p-2', v('Carte de fidélité'), [
        field('credit', 'Numéro', v('4000123412341234')),
        field('text', 'Titulaire', v('Paul Rey')),
      ]),
      item('p-3', v('Sans rien'), []),
    ],
  }
  return {
    name: 'Padloc, an encrypted export with every kind of field',
    format: 'padloc-json',
    bytes: padlocContainer('phrase de passe', content),
    reading: withPassword('phrase de passe'),
    entries: 3,
    values,
    expected: [
      {
        name: 'Mutuelle',
        path: ['santé'],
        told: ['OTHER_PLACES'],
        login: 'adherent-31',
        password: 'Mut"uelle 31',
        address: 'https://mutuelle.exemple.fr',
        otp: 'GEZDGNBVGY3TQOJQ',
        visible: ['famille@exemple.fr', '0145678901', '2019-05-06', '2028-09-30', 'CT-000-77'],
        hidden: ['7410', 'Portail-Secret-2'],
        anywhere: ['Appeler avant\nle 15 du mois', 'famille élargie'],
        former: ['Avant-2025'],
        renewal: '2026-07-04',
        isFavourite: true,
      },
      { name: 'Carte de fidélité', login: 'Paul Rey', hidden: ['4000123412341234'], category: 'bankCard' },
      { name: 'Sans rien' },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [padloc()]
