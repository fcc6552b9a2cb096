/**
 * What stands before the address of the page that somebody without a session asked for, when /auth is shown instead:
 * `/auth#retour=/routes/…`. A fragment stays in the browser: it comes into no journal of requests.
 */
export const returnFragment = '#retour='
