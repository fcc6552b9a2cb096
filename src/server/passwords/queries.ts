/** The links by which a password is set. */
export {
  consumePasswordLink,
  createPasswordLink,
  endPasswordLinks,
  holderOfInvitation,
  renewPasswordLink,
  resetPassword,
} from './password-links.ts'
/** Passwords, the last ones of which are not taken again. */
export { refuseRemembered, writePassword } from './password-history.ts'
