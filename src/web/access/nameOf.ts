/** Returns the name of a person: first and last name, or else the login. */
export const nameOf = (person: { firstName: string; lastName: string; login: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.login

/** Returns the name in a list that is sorted by last name: last and first name, or else the login. */
export const listedNameOf = (person: { firstName: string; lastName: string; login: string }): string =>
  `${person.lastName} ${person.firstName}`.trim() || person.login
