/** Returns whether Web Crypto is available: in secure contexts (https, localhost) only. */
export const canSeal = (): boolean => 'subtle' in crypto
