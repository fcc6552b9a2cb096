/** How a person is called: first and last name, or the login of who has none. */
export const nameOf = (person: { firstName: string; lastName: string; login: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.login
