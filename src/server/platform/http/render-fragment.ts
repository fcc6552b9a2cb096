/** HTML of what a page shows, from the page's own component. */
export type RenderFragment = (
  page: 'administration' | 'chest' | 'dashboard' | 'team' | 'trash' | 'user',
  data: unknown,
) => Promise<string>
