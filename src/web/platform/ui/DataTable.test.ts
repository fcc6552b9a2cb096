import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import type { Column } from './dataTableColumns.ts'
import { UiProvider } from './UiProvider.tsx'

type Row = { id: number; name: string; login: string | null; size: number }
const rows: readonly Row[] = [
  { id: 1, name: 'Annuaire <interne>', login: 'svc', size: 3 },
  { id: 2, name: 'Pare-feu', login: null, size: 12 },
]
const columns: readonly Column<Row>[] = [
  { id: 'name', label: 'Nom', card: 'title', isSortable: true, cell: ({ name }) => name },
  { id: 'login', label: 'Identifiant', cell: ({ login }) => login },
  { id: 'size', label: 'Taille', align: 'end', cell: ({ size }) => size },
]
type Props = Pick<DataTableProps<Row>, 'rows' | 'isStatic' | 'selectedKey' | 'selection' | 'rowMenu'>
const render = (props: Props) =>
  renderToStaticMarkup(
    createElement(
      UiProvider,
      null,
      createElement(DataTable<Row>, {
        label: 'Contenu',
        columns,
        rowKey: (row) => row.id,
        rowName: (row) => row.name,
        rowMenu: () => [{ id: 'open', label: 'Ouvrir' }],
        onSort: () => undefined,
        sort: { column: 'name', direction: 'descending' },
        ...props,
      }),
    ),
  )

describe('a table rendered by the server', () => {
  it('has no style attribute and no script, which the CSP would refuse', () => {
    const html = render({ rows, isStatic: true, selectedKey: 2 })
    expect(html).not.toMatch(/ style=|<style|<script/)
    expect(html).toContain('Annuaire &lt;interne&gt;')
  })

  it('has the roles of rows and headers, the order and the selection', () => {
    const html = render({ rows, selectedKey: 2 })
    expect(html.match(/role="rowheader"/g)).toHaveLength(2)
    expect(html).toContain('aria-sort="descending"')
    expect(html).toMatch(/data-row="2"[^>]*tabindex="0"[^>]*aria-selected="true"/i)
  })

  it('has "Aucun" in an empty cell, but keeps a zero', () => {
    expect(render({ rows: [{ id: 1, name: 'a', login: '', size: 0 }] })).toMatch(/Aucun<\/span>.*>0<\/td>/)
  })

  it('has "Aucune donnée" without rows', () => {
    expect(render({ rows: [] })).toContain('Aucune donnée')
  })

  it('has a skeleton that is hidden from screen readers while rows load', () => {
    const html = render({ rows: null })
    expect(html).toContain('aria-busy="true"')
    expect(html.match(/<tr role="row" aria-hidden="true"/g)).toHaveLength(8)
  })

  it('has a menu button for each row, but none in a static table', () => {
    expect(render({ rows })).toContain('aria-haspopup="menu"')
    expect(render({ rows, isStatic: true })).not.toContain('aria-haspopup')
    expect(render({ rows, rowMenu: () => [] })).not.toContain('aria-haspopup')
  })

  it('has a checkbox for each selectable row, and one for all of them', () => {
    const selection = { keys: new Set([2]), onChange: () => undefined }
    const html = render({ rows, selection })
    expect(html).toContain('aria-multiselectable="true"')
    expect(html.match(/type="checkbox"/g)).toHaveLength(3)
    expect(html).toMatch(/data-row="1"[^>]*aria-selected="false"/)
    expect(html).toMatch(/data-row="2"[^>]*aria-selected="true"/)
    expect(html).toContain('Sélectionner Pare-feu')
    expect(render({ rows, selection, isStatic: true })).not.toContain('checkbox')
  })

  it('has no checkbox for a row that cannot be selected [LIST-02]', () => {
    const selection = { keys: new Set([]), onChange: () => undefined, isSelectable: (row: Row) => row.id > 1 }
    expect(render({ rows, selection }).match(/type="checkbox"/g)).toHaveLength(2)
  })
})
