export const teamTexts = {
  /** What the calls answer; the toasts show it as it stands. */
  replies: {
    removed: 'Le groupe a été supprimé',
  },
} as const
