import type { Generated } from 'kysely'
import type { Role, UserType } from '#domain/platform/roles.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Fixed, Flag, Marked, Millis, OnBanks, Proven } from './column-types.ts'

/** The mark of the account that the row belongs to: it is none of a later account of that number. */
type Owned = { user_mark: Generated<string | null> }

/** The tables of accounts, and of all ways of signing in. */
export type AccountTables = {
  users: {
    id: Fixed<number>
    login: string
    /** Folded login, null once the user is deleted so that the login becomes free again. */
    login_key: string | null
    email: string
    email_key: string | null
    /** The key that lists search and are ordered by (domain/platform/user-keys.ts). */
    search_key: Generated<string>
    first_name: string
    last_name: string
    role: Role
    type: UserType
    state_id: number
    ad_id: number | null
    ad_sam_account: string | null
    last_bank_id: number | null
    last_chest_id: number | null
    /** The last completed sign-in. */
    last_sign_in_at: Generated<Millis | null>
    /** How many releases of the changelog (`texts/platform/changelog.ts`) this user has read. */
    read_features: number
    second_factor: 'totp' | 'mail'
    totp_secret: Sealed | null
    /** The mark that the secret is sealed for; null for one of before there were marks. So in `Owned`. */
    totp_mark: Generated<string | null>
    qr_scanned: Flag
    /** The last accepted TOTP step, so that no code works twice. */
    last_step: number
    /** The last accepted steps, as JSON: one stays used when a wrong clock takes `last_step` back. */
    used_steps: Generated<string>
    failures: number
    blocks: number
    blocked_until: Millis | null
    created_at: Fixed<Millis>
    created_by: Fixed<number | null>
    deleted_at: Millis | null
    /** The marks of the teams that the user is a member of, as those of the banks. */
    team_marks: Generated<string>
  } & Marked &
    OnBanks &
    Proven

  /** The current hash is the row with the greatest id; older rows are the password history. */
  password_hashes: {
    id: Generated<number>
    user_id: Fixed<number>
    hash: Sealed
    created_at: Fixed<Millis>
    /** Set when an administrator withdrew the password: it is refused and stands in the history only. */
    ended_at: Millis | null
    /** Set for a password that somebody else chose: it leads only to the page that changes it. */
    must_change: Generated<Flag>
  } & Owned

  sessions: {
    id: Fixed<string>
    secret_hash: Uint8Array
    user_id: Fixed<number>
    created_at: Fixed<Millis>
    last_seen_at: Millis
    expires_at: Fixed<Millis>
    ip: Fixed<string>
    user_agent: Fixed<string>
    /** The time of the last fresh proof, with both factors (access/proof.ts). */
    proved_at: Generated<Millis | null>
    /** Set while the session is locked: only its reopening and a sign-out accept its cookie. */
    locked_at: Generated<Millis | null>
    /** The secret of the authenticator that this session is enrolling; one of its codes puts it in force. */
    totp_pending: Generated<Sealed | null>
  } & Owned &
    Proven

  /** One row a step-1 token; `used_at` is set in the statement that consumes it. */
  sign_in_steps: {
    jti: Fixed<string>
    user_id: Fixed<number>
    /** SHA-256 of the `__Host-pre` cookie to which the token is bound. */
    binding_hash: Fixed<Uint8Array>
    expires_at: Millis
    used_at: Millis | null
    /** 1: the single sign-on's provider has verified a second factor, and a setting accepts that. */
    is_proven: Generated<Flag>
    /** The secret of the authenticator that this sign-in enrols; one of its codes puts it in force. */
    totp_pending: Generated<Sealed | null>
  } & Owned &
    Proven

  /** Failures under unknown logins; `key` is a keyed hash of what was typed. */
  unknown_logins: {
    key: Fixed<Uint8Array>
    failures: number
    blocks: number
    blocked_until: Millis | null
    tried_at: Millis
  }

  /** The key under which a user's recovery codes are hashed; it is deleted with the set of codes. */
  recovery_sets: {
    user_id: Fixed<number>
    key: Sealed
    created_at: Millis
  } & Owned

  /** One row a recovery code; the statement that accepts it sets `used_at`. */
  recovery_codes: {
    user_id: Fixed<number>
    /** HMAC-SHA256 of the code under the key of its set. */
    code_hash: Fixed<Uint8Array>
    used_at: Millis | null
  }

  passkeys: {
    id: Generated<number>
    user_id: Fixed<number>
    /** The authenticator's value in base64url; unique over all accounts. */
    credential_id: Fixed<string>
    /** COSE. */
    public_key: Fixed<Uint8Array>
    /** The signature counter of the last use: a smaller one is a copy of the key. */
    counter: number
    /** JSON: how browsers reach the authenticator. */
    transports: Fixed<string>
    name: string
    created_at: Fixed<Millis>
    last_used_at: Millis | null
  } & Owned &
    Proven

  /** What an authenticator signs, once; bound to the sign-in half done or the session that requested it. */
  passkey_challenges: {
    challenge: Fixed<string>
    user_id: Fixed<number>
    purpose: Fixed<'register' | 'sign-in' | 'proof' | 'reopen'>
    step_jti: Fixed<string | null>
    session_id: Fixed<string | null>
    expires_at: Fixed<Millis>
  }

  sign_in_networks: {
    network: Fixed<string>
    /** When the window of the count began. */
    since: Millis
    tries: number
    /** The last sign-in from there. */
    known_at: Millis | null
  }

  /** A browser that has signed an account in, and may have signed in others: one row for each. */
  known_devices: {
    /** SHA-256 of the browser's cookie. */
    token_hash: Uint8Array
    user_id: Fixed<number>
    /** The last sign-in there. */
    known_at: Millis
    expires_at: Millis
  }

  /** Wrong tries that are counted apart from a network: http/tries-apart.ts. */
  tries_apart: { who: Fixed<string>; since: Millis; tries: number }

  /** The identity of a user at the single sign-on's provider. */
  sso_identities: {
    user_id: Fixed<number>
    issuer: Fixed<string>
    subject: Fixed<string>
    /** Sealed: name and e-mail from the provider. */
    about: Uint8Array
    linked_at: Fixed<Millis>
    /** The user who linked it; null for its owner, by an invitation. */
    linked_by: Fixed<number | null>
  } & Owned &
    Proven

  /** Unlinked identities, by the keyed hash of their linking code. */
  sso_requests: {
    code_hash: Uint8Array
    issuer: Fixed<string>
    subject: Fixed<string>
    about: Uint8Array
    expires_at: Millis
  }

  /** Returns from the provider that were accepted. */
  sso_returns: { state_hash: Fixed<Uint8Array>; expires_at: Fixed<Millis> }

  /** A one-time link to set a password; the row stores only the token's SHA-256. */
  password_links: {
    token_hash: Fixed<Uint8Array>
    user_id: Fixed<number>
    purpose: Fixed<'invitation' | 'reset'>
    created_at: Fixed<Millis>
    expires_at: Millis
    /** When it was used, or revoked by a newer one. */
    used_at: Millis | null
  } & Owned &
    Proven

  /** The one code by mail that an account may have under way; `counted_from` and `sent` bound the mails of an hour. */
  mail_codes: {
    user_id: Fixed<number>
    /** The sign-in that requested it; it is valid for no other. */
    jti: string
    /** Keyed: six digits under a plain hash could be guessed immediately. */
    code_hash: Uint8Array
    key_version: number
    tries: Generated<number>
    sent_at: Millis
    expires_at: Millis
    counted_from: Millis
    sent: number
  }

  /**
   * Requests for a link to set a password, by a keyed hash of the typed address. Unknown addresses leave the same row, so
   * that a request does not reveal whether an account exists.
   */
  reset_requests: {
    key: Fixed<Uint8Array>
    user_id: number | null
    /** 1 until the background task has handled it, and queued the mail if there is an account. */
    is_waiting: Flag
    ip: string
    asked_at: Millis
    counted_from: Millis
    asked: number
  }

  /** A request to reset a second factor: by a link, and for administrators with an approval. */
  factor_resets: {
    id: Fixed<number>
    user_id: Fixed<number>
    token_hash: Fixed<Uint8Array>
    created_at: Fixed<Millis>
    /** The expiry of the link; once it was followed, the end of the wait for an approval. */
    expires_at: Millis
    confirmed_at: Millis | null
    /** When it was done, refused, or replaced. */
    ended_at: Millis | null
  } & Owned &
    Proven

  /**
   * The directory entry of an account, by its permanent identifier. Stored at the first sign-in, so that a later person of
   * the same name does not inherit the account.
   */
  directory_links: {
    user_id: Fixed<number>
    ad_id: Fixed<number>
    entry_key: Fixed<string>
    linked_at: Fixed<Millis>
  } & Owned &
    Proven

  /** The last reason for which Active Directory refused an account, until its next sign-in. */
  directory_refusals: {
    user_id: Fixed<number>
    /** The data code (domain/identity/directory-refusals.ts). */
    code: string
    refused_at: Millis
  }

  /** The accounts whose entry the directory no longer has, or has disabled, until their next sign-in. */
  directory_absences: {
    user_id: Fixed<number>
    /** `gone` or `disabled` (domain/identity/directory-absences.ts). */
    reason: string
    absent_since: Millis
    /** When the setting had the account deactivated: once for one absence. */
    deactivated_at: Millis | null
  }
}
