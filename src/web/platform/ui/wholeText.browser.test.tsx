import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#web/testing/show.tsx'
import { DataTable } from './DataTable.tsx'
import { SecretText } from './SecretText.tsx'

const long = 'prenom.nom-de-famille-composee@collectivite-territoriale.exemple.fr'

/** A table of two rows whose second column has room for some ten letters. */
const table = (cell: (id: number) => ReactNode) => (
  <div style={{ width: 700 }}>
    <DataTable
      label="Entrées"
      columns={[
        { id: 'name', label: 'Nom', card: 'title', cell: (id) => `Entrée ${id}` },
        { id: 'login', label: 'Identifiant', width: 'small', cell },
      ]}
      rows={[1, 2]}
      rowKey={(id) => id}
    />
  </div>
)
const titles = () => [...document.querySelectorAll('tbody [title]')].map((one) => one.getAttribute('title'))

describe('the tooltip of a cell', () => {
  it('has the whole of what is cut, and is missing where nothing is', async () => {
    await show(table((id) => (id === 1 ? <span>{long}</span> : 'court')))
    await page.getByText(long).hover()
    await expect.poll(titles).toEqual([long])
    await page.getByText('court').hover()
    expect(titles()).toEqual([long])
  })

  it('never has a secret, which would outlast its masking', async () => {
    await show(
      table((id) => (
        <>
          <b>{`Compte ${id}`}</b> {id === 1 ? <SecretText value={long} /> : long}
        </>
      )),
    )
    await page.getByText('Compte 1').hover()
    await page.getByText('Compte 2').hover()
    await expect.poll(titles).toEqual([`Compte 2 ${long}`])
  })
})
