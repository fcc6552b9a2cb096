import { deflateSync, crc32 } from 'node:zlib'
import { openPdf } from '../../src/server/platform/documents/pdf.ts'
import type { Demonstration } from './installation.ts'
import type { MadeChest } from './seed-content.ts'

/** The chest whose items get files. */
const shownChest = 'Services aux habitants'

/** Attaches a contract, a plan and a certificate to an item with a code, and a certificate to another one. */
export async function seedAttachments(demo: Demonstration, chests: readonly MadeChest[]): Promise<void> {
  const chest = chests.find(({ plan }) => plan.name === shownChest)
  if (chest === undefined) throw new Error(`no chest ${shownChest}`)
  const items = await demo.deps.db
    .selectFrom('items')
    .select('id')
    .where('chest_id', '=', chest.id)
    .where('has_otp', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(12)
    .execute()
  const attach = async (item: number, name: string, bytes: Uint8Array) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    await demo.call(chest.owner, 'POST', `/api/item/${item}/attachment`, form)
  }
  const contract = await contractPdf()
  for (const { id } of items) {
    await attach(id, "Contrat d'hébergement.pdf", contract)
    await attach(id, 'certificat.pem', certificate)
  }
  const [first] = items
  if (first !== undefined) await attach(first.id, 'plan du réseau.png', planPng())
}

async function contractPdf(): Promise<Buffer> {
  const { write, finish } = await openPdf("Contrat d'hébergement", new Date(Date.UTC(2026, 0, 12)))
  write('H1', 24, "Contrat d'hébergement", 18, { font: 'bold' })
  for (const text of [
    'Entre la commune de Port-Louédec, ci-après le client, et la société Armor Infogérance, ci-après le prestataire (organisations fictives).',
    'Article 1. Le prestataire héberge les services en ligne du client, les sauvegarde chaque nuit et les surveille jour et nuit.',
    "Article 2. Le contrat dure trois ans. Il se renouvelle d'un an, sauf dénonciation trois mois avant son terme.",
  ])
    write('P', 11, text, 10)
  return finish()
}

const certificate = Buffer.from(
  `-----BEGIN CERTIFICATE-----\n${Buffer.from('certificat fictif de la démonstration '.repeat(12))
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
)

/** Returns a picture: a grid of boxes as a plan has them. */
function planPng(): Buffer {
  const [width, height] = [480, 320]
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isEdge = x % 120 === 20 || x % 120 === 100 || y % 80 === 20 || y % 80 === 60
      const isBox = x % 120 >= 20 && x % 120 <= 100 && y % 80 >= 20 && y % 80 <= 60
      rows[y * (width + 1) + 1 + x] = isBox ? (isEdge ? 60 : 225) : y % 80 === 40 ? 120 : 250
    }
  const chunk = (type: string, data: Uint8Array) => {
    const content = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, grey.
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
