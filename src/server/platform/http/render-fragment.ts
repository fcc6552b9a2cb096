/** Renders the content of a page to HTML, by the page's own component. */
export type RenderFragment = (
  page: 'administration' | 'chest' | 'dashboard' | 'team' | 'trash' | 'user',
  data: unknown,
) => Promise<string>
