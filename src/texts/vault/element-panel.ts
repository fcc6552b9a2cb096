/** Text that is typed in a panel whose right to update was taken meanwhile. */
export const lostRightTexts = {
  title: "Vous n'avez plus le droit de modifier",
  detail:
    "Ce que vous avez saisi reste ici, sans pouvoir être enregistré\u00a0: copiez-le, ou demandez le droit à un responsable du coffre. L'enregistrement redevient possible dès que vous l'avez à nouveau.",
} as const
