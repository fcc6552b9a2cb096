/** The columns by which the explorer sorts; the password by its strength, the code by whether there is one. */
export const explorerSorts = ['name', 'login', 'password', 'otp', 'address', 'category', 'creator'] as const
export type ExplorerSort = (typeof explorerSorts)[number]
