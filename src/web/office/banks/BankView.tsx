import type { ReactNode } from 'react'
import { Pencil, Plus } from 'lucide-react'
import { bankTexts } from '#texts/office/banks.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { AllNames } from '#web/platform/back-office/Cells.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { BankCounter } from './BankCounter.tsx'
import { linkedNames, type Bank, type LinkKind } from './bankList.ts'
import styles from './BankView.module.css'

const kinds: readonly { kind: LinkKind; label: string }[] = [
  { kind: 'user', label: bankTexts.columns.users },
  { kind: 'team', label: bankTexts.columns.teams },
  { kind: 'chest', label: bankTexts.columns.chests },
]

export type BankViewProps = {
  bank: Bank
  onEdit: () => void
  onAttach: (kind: LinkKind) => void
  onClose: () => void
}

/** One bank: its facts, the counter of its active users, and everything attached to it. */
export function BankView({ bank, onEdit, onAttach, onClose }: BankViewProps): ReactNode {
  return (
    <Dialog
      title={bankTexts.viewTitle(bank.label)}
      isOpen
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{uiTexts.close}</Button>
          <Button icon={<Pencil />} onPress={onEdit}>
            {bankTexts.edit}
          </Button>
        </>
      }
    >
      {!bank.active && (
        <p>
          <Badge tone="attention">{bankTexts.inactive}</Badge>
        </p>
      )}
      {bank.description !== '' && <p className={styles.description}>{bank.description}</p>}
      <BankCounter id={bank.id} />
      <dl className={styles.facts}>
        <Fact label={bankTexts.columns.id}>{bank.id}</Fact>
        <Fact label={bankTexts.columns.creator}>{bank.create_by ?? uiTexts.emptyCell}</Fact>
        <Fact label={bankTexts.columns.maxUser}>
          {bank.max_user === null ? bankTexts.unlimited : formatNumber(bank.max_user)}
        </Fact>
      </dl>
      <div className={styles.groups}>
        {kinds.map(({ kind, label }) => (
          <Linked
            key={kind}
            label={label}
            names={linkedNames[kind](bank.links)}
            attachLabel={bankTexts.attach[kind]}
            onAttach={() => onAttach(kind)}
          />
        ))}
      </div>
    </Dialog>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Linked(props: {
  label: string
  names: ReturnType<(typeof linkedNames)[LinkKind]>
  attachLabel: string
  onAttach: () => void
}): ReactNode {
  const { label, names } = props
  return (
    <section className={styles.group} aria-label={label}>
      <div className={styles.top}>
        <h3 className={styles.heading}>
          {label} <span className={styles.number}>{formatNumber(names.length)}</span>
        </h3>
        <IconButton size="small" icon={<Plus />} label={props.attachLabel} onPress={props.onAttach} />
      </div>
      {names.length === 0 ? (
        <p className={styles.none}>{uiTexts.emptyCell}</p>
      ) : (
        <AllNames names={names} label={label} className={styles.names} />
      )}
    </section>
  )
}
