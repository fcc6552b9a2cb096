/** `npm run test:rolling-restart`: restarts two nodes of this version in turn under load, and counts the requests that fail. */
import { rollBehindEach } from './rolling.ts'

process.exit((await rollBehindEach()) ? 0 : 1)
