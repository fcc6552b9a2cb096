import { authTexts } from '#texts/identity/auth.ts'
import { follows, required } from '#web/platform/shell/checks.ts'

const isLogin = follows('REGEX_LOGIN', authTexts.loginFormat)

/** What is wrong with a login as it was typed; spaces around it are taken off before it is sent. */
export const loginFault = (text: string): string | null => required(text) ?? isLogin(text.trim())
