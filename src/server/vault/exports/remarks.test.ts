import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportRemarksHeader } from '#domain/vault/export-remarks.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'

const otp = (period: number) =>
  `otpauth://totp/Banque:marie?secret=JBSWY3DPEHPK3PXP&issuer=Banque&digits=6&period=${period}`

const items: readonly Record<string, unknown>[] = [
  { name: 'Ordinaire', login: 'marie', password: 'Mot{de-passe', description: 'voir {TITLE}\tou %X%' },
  { name: 'Soixante', password: 'x', otp: otp(60) },
  { name: 'Lent', password: 'x', otp: otp(90) },
  { name: 'Accolades', password: 'a{TITLE}b' },
  { name: 'Référence', password: '{REF:P@T:Lent}' },
  { name: 'Variable', password: 'x', address: 'cmd://%COMSPEC%' },
  {
    name: 'Champ',
    password: 'x',
    fields: [{ label: 'Code', kind: 'concealed', value: 'avant\taprès{USERNAME}' }],
  },
  { name: 'Tabulation', password: 'a\tb' },
  {
    name: 'Étiquettes',
    password: 'x',
    fields: [{ label: 'Étiquettes', kind: 'text', value: 'Service: réseau, Nord' }],
  },
]

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
    for (const item of items) await at.item(item)
    await at.call('GET', '/api/session')
    await at.app.deps.db.updateTable('sessions').set({ proved_at: at.app.time.now }).execute()
  })
  afterAll(() => at.app.close())

  const remarks = async (format: string, isSealed: boolean) => {
    const reply = await at.call('POST', '/api/export', {
      chestId: at.chest.id,
      format,
      ...(isSealed && { password: 'Fichier-Export-2026!' }),
    })
    expect(reply.status).toBe(200)
    const header = reply.headers[exportRemarksHeader]
    return header === undefined ? null : (JSON.parse(String(header)) as unknown)
  }

  it('an export for KeePass tells how many items it would read in another way', async () => {
    expect(await remarks('kdbx', true)).toEqual({ otpPeriod: 1, placeholders: 4, tabs: 2, tags: 1 })
    expect(await remarks('bitwarden', true)).toBeNull()
    expect(await remarks('trousseau', true)).toBeNull()
  })
})
