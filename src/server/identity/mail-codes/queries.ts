/** Codes by mail, bound to what asked for them: a sign-in half done, or a session that proves itself anew. */
export { drawMailCode, endMailCode, takeMailCode, writeMailCode } from './mail-code.ts'
