import { authTexts } from '#texts/identity/sign-in.ts'
import { follows, required } from '#web/platform/shell/checks.ts'

const isLogin = follows('REGEX_LOGIN', authTexts.loginFormat)

/** Returns the fault of a typed login, or null. Spaces around it are removed before it is sent. */
export const loginFault = (text: string): string | null => required(text) ?? isLogin(text.trim())
