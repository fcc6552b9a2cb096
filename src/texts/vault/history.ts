import type { HistoryAction, HistoryParamName } from '#domain/vault/history.ts'

/** The label of each action. */
export const historyActionTexts: Record<HistoryAction, string> = {
  CREATE: 'Création',
  UPDATE: 'Modification',
  CREATED: 'Suppression',
  CANCELED: 'Restauration',
}

/** The label of a change, by the field that changed. */
export const historyParamTexts: Record<HistoryParamName, string> = {
  folder: 'Déplacement',
  name: 'Nom modifié',
  login: 'Identifiant modifié',
  password: 'Mot de passe modifié',
  password_level: 'Niveau du mot de passe modifié',
  description: 'Description modifiée',
  address: 'Adresse modifiée',
  addressDanger: "Niveau de danger de l'adresse modifié",
  category: 'Catégorie modifiée',
  otp: 'OTP modifié',
  otp_delete: 'OTP supprimé',
}

/** The label of one history entry: the changed field where there is one, else the action. */
export const historyLabel = (entry: { action: HistoryAction; paramName?: HistoryParamName | null }): string =>
  entry.action === 'UPDATE' && entry.paramName
    ? historyParamTexts[entry.paramName]
    : historyActionTexts[entry.action]
