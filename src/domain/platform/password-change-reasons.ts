/** Why a right password gives access only to the page that replaces it. Apart from the rules, so that the sign-in loads no judge. */
export const passwordChangeReasons = ['chosen-by-another', 'age', 'length', 'guessable'] as const
export type PasswordChangeReason = (typeof passwordChangeReasons)[number]
