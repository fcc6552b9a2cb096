/** The kinds of tampering. `row` is the number of a row, `block` of a block, `size` of rows at a checkpoint. */
export type JournalFault =
  | { readonly kind: 'changed' | 'removed' | 'inserted' | 'moved' | 'repeated'; readonly row: number }
  | { readonly kind: 'block'; readonly block: number }
  | { readonly kind: 'truncated' | 'rewritten'; readonly size: number; readonly source: 'stored' | 'given' }
  | { readonly kind: 'unsigned'; readonly source: 'stored' | 'given' }
  /** What the database says of rows that have left: the cut, or the list of archives. */
  | { readonly kind: 'cut' | 'archives' }
  /** An archive that cannot be read, was changed, or is of another installation. */
  | { readonly kind: 'archive'; readonly file: string }
