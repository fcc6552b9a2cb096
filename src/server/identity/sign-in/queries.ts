/** Who may enter, and what they must know: for the rooms that set passwords and change what lets one in. */
export { checkAccountPassword } from './account.ts'
export { isCurrentHash, type Candidate } from './candidate.ts'
export { provePassword } from './first-factor.ts'
export {
  confirmReplacement,
  drawReplacement,
  endOtherEnrolments,
  takeConfirmedCode,
} from './second-factor.ts'
export { enrolmentOf } from './totp.ts'

/** How a guess is counted and refused, whatever it was a guess at. */
export { beginAttempt, blockedAt, giveBack } from './lockout.ts'
export { accountBlocked, refuseBlocked, refuseWrong, stepRefused, type Refused } from './verdict.ts'

/** Which second factors an account has, and how one of them opens the session. */
export { otherMethodsOf } from './other-factors.ts'
export { factorRowOf, isToEnrol, mayChooseMail, mayTakeMailCode, type FactorRow } from './methods.ts'
export { enterBy, proveProvenStep, proveSecondFactor } from './session-opening.ts'
export type { SecondFactorDeps, SecondFactorJudge, StepProof } from './session-opening.ts'

/** Sessions, as other features end them and go on under another one. */
export { rotateSession } from './session-rotation.ts'
export { deleteExpired, endSessionOf, endSessionsOf, liveSessionsOf } from './sessions.ts'

/** Who is counted apart from their network. */
export { anyBrowserOf, browserOf, sessionOf } from './recognised.ts'

/** Costly work of others is bounded as sign-ins are. */
export { hashWithin, takeWithin, verifyWithin } from './busy.ts'
