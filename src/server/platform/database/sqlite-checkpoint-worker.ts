import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

const address = pathToFileURL(String(workerData))
// A file that was removed meanwhile must not be made anew.
address.searchParams.set('mode', 'rw')
const connection = new DatabaseSync(address)
// FULL: the log is on the disk before the file changes, and the file before the log is used again.
connection.exec('pragma synchronous = full')
const checkpoint = connection.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  checkpoint.all()
  parentPort?.postMessage(null)
})
