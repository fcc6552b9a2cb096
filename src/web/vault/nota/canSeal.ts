/** Whether the browser offers its cryptography here: it does on https and on the machine itself, not on plain http. */
export const canSeal = (): boolean => 'subtle' in crypto
