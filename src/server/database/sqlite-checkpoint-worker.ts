import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** The thread is asked to take the log into the file, or to let go of it and end; it answers when it is through. */
export type Errand = 'checkpoint' | 'end'

const connection = new DatabaseSync(workerData as string)
// What was taken over is on the disk before its place in the log is used again.
connection.exec('pragma synchronous = full')
const checkpoint = connection.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', (errand: Errand) => {
  if (errand === 'checkpoint') {
    checkpoint.get()
    parentPort?.postMessage('through')
  } else {
    connection.close()
    parentPort?.close()
  }
})
