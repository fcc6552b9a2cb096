/** The first ceiling: Fastify answering a constant JSON, on the port of TROUSSEAU_PORT. */
import { fastify } from 'fastify'

const app = fastify()
const reply = { type: 'object', properties: { status: { type: 'string' } } }
const schema = { response: { 200: reply } }
app.get('/health/live', { schema }, async () => ({ status: 'up' }))
app.get('/constant', { schema }, async () => ({ status: 'up' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['TROUSSEAU_PORT']) })
process.on('SIGTERM', () => void app.close())
