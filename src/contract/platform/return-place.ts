/**
 * The prefix of the requested address when a caller without a session is sent to /auth:
 * `/auth#retour=/routes/…`. The browser never sends a fragment, so the address is in no request log.
 */
export const returnFragment = '#retour='
