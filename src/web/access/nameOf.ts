/** Returns the name of a person: first and last name, or else the login. */
export const nameOf = (person: { firstName: string; lastName: string; login: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.login
