/** By what an account proves itself anew, for single sign-on, which is one of the ways. */
export { proofWayOf } from './proof-way.ts'
