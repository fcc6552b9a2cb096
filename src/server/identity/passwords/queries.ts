/** The links by which a password is set. */
export {
  consumePasswordLink,
  createPasswordLink,
  endPasswordLinks,
  holderOfInvitation,
  renewPasswordLink,
  resetPassword,
} from './password-links.ts'
/** Whether there is a password, and the last ones, which are not taken again. */
export { hasPassword, refuseRemembered, writePassword } from './password-history.ts'
