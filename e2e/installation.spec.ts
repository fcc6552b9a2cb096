import { mkdirSync, readdirSync } from 'node:fs'
import { Client } from 'pg'
import { startInstallation } from './installation.ts'
import { expect, test } from './test.ts'

test('an installation that does not start leaves neither its folder nor its database', async ({
  browserName: _browserName,
}, info) => {
  const before = { ...process.env }
  const admin = new URL(process.env['TROUSSEAU_TEST_POSTGRES'] ?? '')
  const client = new Client({ connectionString: admin.href })
  await client.connect()
  const role = `starter_${info.testId.replaceAll('-', '_')}`
  await client.query(`create role ${role} login createdb password '${admin.password}'`)
  try {
    process.env['TMPDIR'] = info.outputPath('temporary')
    mkdirSync(process.env['TMPDIR'])
    admin.username = role
    process.env['TROUSSEAU_TEST_POSTGRES'] = admin.href
    const broken = { TROUSSEAU_DRAIN_SECONDS: 'jamais' }
    await expect(startInstallation('sqlite', broken)).rejects.toThrow('the server stopped (1)')
    await expect(startInstallation('postgres', broken)).rejects.toThrow('the server stopped (1)')
    expect(readdirSync(process.env['TMPDIR'])).toEqual([])
  } finally {
    Object.assign(process.env, before)
    // Refused as long as the role owns a database.
    await client.query(`drop role ${role}`)
    await client.end()
  }
})
