import { useState, type ReactNode } from 'react'
import { Archive, Info, Landmark, Pencil, Plus, Trash2, UserPlus, Users } from 'lucide-react'
import { bankOrders, banks } from '#contract/office/banks.ts'
import { debounces } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { call } from '#web/platform/api/client.ts'
import { BankAttach } from '#web/office/banks/BankAttach.tsx'
import { CreateBankDialog, EditBankDialog } from '#web/office/banks/BankDialog.tsx'
import { fetchBanks, type Bank, type LinkKind } from '#web/office/banks/bankList.ts'
import { BankTable } from '#web/office/banks/BankTable.tsx'
import { BankView } from '#web/office/banks/BankView.tsx'
import { bankSelectionActs } from '#web/office/selection/acts.tsx'
import { useListSelection } from '#web/office/selection/useListSelection.tsx'
import { DeleteDialog } from '#web/platform/back-office/DeleteDialog.tsx'
import { ListPage } from '#web/platform/back-office/ListPage.tsx'
import { useListPage, type ListPageState } from '#web/platform/back-office/useListPage.ts'
import { useMay } from '#web/platform/shell/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'

type Deed = 'view' | 'edit' | 'remove' | LinkKind
/** The open dialog, and the bank as it was when the dialog opened. */
type Asked = { deed: Deed; bank: Bank }

const linkEntries = [
  { kind: 'user', icon: <UserPlus /> },
  { kind: 'team', icon: <Users /> },
  { kind: 'chest', icon: <Archive /> },
] as const

/** /routes/bank: the banks in the caller's scope, and what is attached to them. */
export function BankPage(): ReactNode {
  const mayCreate = useMay('createBanks')
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useListPage({
    row: 'bankId',
    name: 'banks',
    orders: bankOrders,
    loadFailed: bankTexts.loadFailed,
    fetch: fetchBanks,
    isBankless: true,
  })
  const selected = useListSelection(list, bankSelectionActs)
  useRestoreFocus(asked?.bank.id ?? null)
  // The current row of the bank, which may have left the page.
  const bank = asked && (list.rows?.find(({ id }) => id === asked.bank.id) ?? asked.bank)

  const menu = (row: Bank): MenuEntries => {
    const ask = (deed: Deed) => () => setAsked({ deed, bank: row })
    return [
      { id: 'view', label: bankTexts.view, icon: <Info />, onAction: ask('view') },
      { id: 'edit', label: bankTexts.edit, icon: <Pencil />, onAction: ask('edit') },
      'line',
      ...linkEntries.map(({ kind, icon }) => ({
        id: kind,
        label: bankTexts.attach[kind],
        icon,
        onAction: ask(kind),
      })),
      'line',
      {
        id: 'remove',
        label: bankTexts.remove,
        icon: <Trash2 />,
        look: 'danger',
        isDisabled: !mayCreate,
        onAction: ask('remove'),
      },
    ]
  }
  return (
    <ListPage
      title={bankTexts.title}
      list={list}
      count={bankTexts.count}
      searchLabel={bankTexts.search}
      searchDelay={debounces.bankSearch}
      selection={selected.bar}
      actions={
        mayCreate && (
          <Button look="primary" icon={<Plus />} onPress={() => setCreating(true)}>
            {bankTexts.create}
          </Button>
        )
      }
    >
      <BankTable
        banks={list.rows}
        selectedKey={list.selectedId}
        selection={selected.selection}
        busyKeys={list.busyIds}
        sort={list.sort}
        onSort={list.setSort}
        rowMenu={menu}
        onRowAction={(row) => setAsked({ deed: 'view', bank: row })}
        empty={
          list.search === '' ? (
            <EmptyState title={bankTexts.none} icon={<Landmark />}>
              {bankTexts.noneDetail}
            </EmptyState>
          ) : (
            <EmptyState title={officeTexts.noResult} />
          )
        }
      />
      {selected.dialog}
      {isCreating && (
        <CreateBankDialog
          onCreate={async (body) => (await call(banks.create, { body })).id}
          onCreated={list.show}
          onClose={() => setCreating(false)}
        />
      )}
      {asked !== null && bank !== null && (
        <BankDeed
          deed={asked.deed}
          bank={bank}
          list={list}
          onAsk={(deed) => setAsked({ deed, bank })}
          onClose={() => setAsked(null)}
        />
      )}
    </ListPage>
  )
}

type BankDeedProps = {
  deed: Deed
  bank: Bank
  list: ListPageState<Bank>
  onAsk: (deed: Deed) => void
  onClose: () => void
}

/** The dialog of an action on a bank. */
function BankDeed({ deed, bank, list, onAsk, onClose }: BankDeedProps): ReactNode {
  const { id } = bank
  if (deed === 'view') {
    return <BankView bank={bank} onEdit={() => onAsk('edit')} onAttach={onAsk} onClose={onClose} />
  }
  if (deed === 'edit') {
    return (
      <EditBankDialog
        id={id}
        onSave={async (update) => {
          const changed = await call(banks.update, { params: { id }, body: { update } })
          list.change(id, () => changed)
        }}
        onClose={onClose}
      />
    )
  }
  if (deed === 'remove') {
    const chests = bank.links.chest.length
    return (
      <DeleteDialog
        title={chests > 0 ? bankTexts.removeForbidden : bankTexts.removeTitle}
        isForbidden={chests > 0}
        done={bankTexts.removed}
        failed={bankTexts.removeFailed}
        onConfirm={async () => {
          await call(banks.remove, { params: { id } })
          await list.remove(id)
        }}
        onClose={onClose}
      >
        <p>
          {chests > 0 ? bankTexts.removeHasChests(bank.label, chests) : bankTexts.removeDetail(bank.label)}
        </p>
      </DeleteDialog>
    )
  }
  const close = () => {
    onClose()
    // Attaching a chest to a bank may have attached the caller as well.
    if (deed === 'chest') void list.refresh()
  }
  return <BankAttach kind={deed} bank={bank} onChange={(change) => list.change(id, change)} onClose={close} />
}
