import type { ReactNode } from 'react'
import { KeyRound, LockOpen, Mail, QrCode } from 'lucide-react'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { userStates } from '#domain/platform/roles.ts'
import { userTexts } from '#texts/office/users.ts'
import type { User } from './queries.ts'

type Update = BodyOf<typeof users.update>['update']
export type Confirmation = { title: string; detail: (name: string) => string; confirm: string }

/** In the order of the menu. */
export const userActNames = ['resetPassword', 'resetQrCode', 'unblock', 'sendLogin'] as const
export type UserAct = (typeof userActNames)[number]
const { toasts, confirm } = userTexts

/** The user actions that are one update call: its body, its confirmation and its messages. */
export const userActs: Record<
  UserAct,
  {
    icon: ReactNode
    isDisabled?: (user: User) => boolean
    update: (user: User) => Update
    /** Returns the confirmation of an action that removes something or changes more than its name says. */
    confirmation: (user: User) => Confirmation | null
    isDestructive: boolean
    done: string
    failed: string
  }
> = {
  resetPassword: {
    icon: <KeyRound />,
    // The directory holds that password.
    isDisabled: ({ ad }) => ad !== null,
    update: () => ({ resetPassword: true }),
    confirmation: () => confirm.resetPassword,
    isDestructive: true,
    done: toasts.passwordReset,
    failed: toasts.resetFailed,
  },
  resetQrCode: {
    icon: <QrCode />,
    update: () => ({ googleAuthenticatorSecret: null, qrScanned: false }),
    confirmation: () => confirm.resetQrCode,
    isDestructive: true,
    done: toasts.qrCodeReset,
    failed: toasts.resetFailed,
  },
  unblock: {
    icon: <LockOpen />,
    isDisabled: (user) => !user.blocked && !isInactive(user),
    // On the wire, `unBlock: false` sets blocked to false. An inactive account also becomes active.
    update: (user) => ({
      unBlock: false,
      ...(isInactive(user) && { stateId: userStates.active }),
    }),
    confirmation: (user) => (isInactive(user) ? confirm.unblock : null),
    isDestructive: false,
    done: toasts.unblocked,
    failed: toasts.unblockFailed,
  },
  sendLogin: {
    icon: <Mail />,
    update: () => ({ sendLogin: true }),
    confirmation: () => null,
    isDestructive: false,
    done: toasts.loginSent,
    failed: toasts.sendFailed,
  },
}

const isInactive = (user: User): boolean => user.state.id === userStates.inactive
